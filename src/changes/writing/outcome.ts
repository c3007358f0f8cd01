import { MOST_FAILED, type ChangeResult } from '../../contract/image-change.ts';
import type { WrittenSidecars } from '../../sidecars/write-sidecars.ts';
import type { FieldEdit } from '../marks/fields.ts';
import type { ImageEdit } from '../marks/mark-transaction.ts';

/** What a change would do to one image. `edits`: null if the image does not exist, empty if it already is as wanted. */
export type Planned = { imageId: number; edits: readonly FieldEdit[] | null };

export const toWrite = (planned: readonly Planned[]): ImageEdit[] =>
  planned.flatMap(({ imageId, edits }) => (edits && edits.length > 0 ? [{ imageId, edits }] : []));

const MISSING = 'There is no such image in the library.';

/** The outcome for each image of a change so far. */
export class Outcome {
  readonly #changed = new Set<number>();
  readonly #unchanged = new Set<number>();
  readonly #failed = new Map<number, string>();

  /** Records the images that need no write. Those changed in an earlier attempt stay changed. */
  planned(planned: readonly Planned[]): void {
    for (const { imageId, edits } of planned) {
      if (edits === null) this.failed(imageId, MISSING);
      else if (edits.length > 0) this.#unchanged.delete(imageId);
      else if (!this.#changed.has(imageId)) this.#unchanged.add(imageId);
    }
  }

  stored(imageId: number): void {
    this.#changed.add(imageId);
  }

  failed(imageId: number, reason: string): void {
    this.#changed.delete(imageId);
    this.#failed.set(imageId, reason);
  }

  /** Those without an outcome yet. */
  failAll(imageIds: readonly number[], reason: string): void {
    for (const imageId of imageIds)
      if (!this.#changed.has(imageId) && !this.#unchanged.has(imageId) && !this.#failed.has(imageId))
        this.#failed.set(imageId, reason);
  }

  counts(): Pick<ChangeResult, 'changed' | 'unchanged' | 'failed'> {
    return { changed: this.#changed.size, unchanged: this.#unchanged.size, failed: this.#failed.size };
  }

  result(change: number | null): ChangeResult {
    const failures = [...this.#failed].map(([id, reason]) => ({ id, reason }));
    return { change, ...this.counts(), failures: failures.slice(0, MOST_FAILED) };
  }
}

/** The result, with the sidecars if that is known. */
export const withSidecars = (result: ChangeResult, sidecars: WrittenSidecars | null): ChangeResult =>
  sidecars === null
    ? result
    : {
        ...result,
        sidecars: {
          written: sidecars.written,
          left: sidecars.left.length,
          reasons: sidecars.left.slice(0, MOST_FAILED).map(({ imageId, reason }) => ({ id: imageId, reason })),
        },
      };

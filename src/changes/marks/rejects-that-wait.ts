import type { RejectWaitsFor, WaitingRejects as Told } from '../../contract/waiting-rejects.ts';
import type { Organised } from '../../library/organised.ts';
import type { WaitingRejects } from '../../library/waiting-rejects.ts';
import type { Events } from '../../platform/events.ts';
import type { FieldOfImage, RejectsAfter } from '../journal/change-journal.ts';
import type { Journal } from '../journal/journal.ts';
import type { FieldEdit } from './fields.ts';
import type { ImageEdit } from './mark-transaction.ts';

/** A field that the library does not hold as wanted, and the stars that it holds; null: the image is gone. */
export type MissingField = FieldOfImage & { stars: number | null };

export interface RejectsThatWaitOptions {
  journal: Journal;
  /** What everybody reads. */
  shown: WaitingRejects;
  events: Pick<Events, 'emit'>;
}

/** The rejects in the journal that wait for darktable, and what they wait for: see [Note: Rejects that wait]. */
export class RejectsThatWait {
  readonly #options: RejectsThatWaitOptions;
  readonly #for = new Map<number, RejectWaitsFor>();

  constructor(options: RejectsThatWaitOptions) {
    this.#options = options;
  }

  has(imageId: number): boolean {
    return this.#options.shown.has(imageId);
  }

  get imageIds(): number[] {
    return [...this.#options.journal.changes.waitingRejects().keys()];
  }

  /** Shows what the journal has, after each change of it. Throws SQLite's errors. */
  show(reasons: ReadonlyMap<number, RejectWaitsFor> = new Map()): void {
    const { journal, shown, events } = this.#options;
    const before = this.of();
    const waiting = journal.changes.waitingRejects();
    for (const [imageId, reason] of reasons) this.#for.set(imageId, reason);
    for (const imageId of this.#for.keys()) if (!waiting.has(imageId)) this.#for.delete(imageId);
    shown.set(waiting);
    const now = this.of();
    if (now?.images !== before?.images || now?.for !== before?.for)
      events.emit('rejects.waiting', { images: now?.images ?? 0 });
  }

  /** These are made, or not wanted any more. */
  drop(imageIds: readonly number[]): void {
    if (imageIds.length === 0) return;
    this.#options.journal.changes.dropRejects(imageIds);
    this.show();
  }

  /** The images as everybody sees them. */
  asShown(images: ReadonlyMap<number, Organised>): ReadonlyMap<number, Organised> {
    const { shown } = this.#options;
    if (shown.size === 0) return images;
    return new Map(
      [...images].map(([id, image]) => [id, shown.isWaiting(image) ? { ...image, isRejected: true } : image]),
    );
  }

  /**
   * Those of the images, as the library holds them, whose reject does not wait any more: darktable has made it, or somebody rated the image there,
   * or removed it.
   */
  overIn(imageIds: readonly number[], images: ReadonlyMap<number, Organised>): number[] {
    const { shown } = this.#options;
    return imageIds.filter((id) => shown.has(id) && !(images.has(id) && shown.isWaiting(images.get(id)!)));
  }

  /** See `withoutWaiting`. */
  toWrite(images: readonly ImageEdit[]): readonly ImageEdit[] {
    return this.#options.shown.size === 0 ? images : withoutWaiting(images, this.#options.shown);
  }

  /**
   * What a piece of a change means for rejects. `missing`: the fields that the library does not hold as wanted. Of these the rejects in `waits` do
   * wait, and the others are lost.
   */
  after(
    images: readonly ImageEdit[],
    missing: readonly MissingField[] = [],
    waits: ReadonlyMap<number, RejectWaitsFor> = new Map(),
  ): RejectsAfter & { lost: FieldOfImage[] } {
    const waiting: { imageId: number; stars: number }[] = [];
    const lost: FieldOfImage[] = [];
    const withoutStars = new Set<number>();
    for (const { imageId, field, stars } of missing) {
      if (field === 'stars') withoutStars.add(imageId);
      if (field === 'rejected' && stars !== null && waits.has(imageId)) waiting.push({ imageId, stars });
      else lost.push({ imageId, field });
    }
    const dropped: number[] = [];
    for (const { imageId, edits } of images) {
      if (!this.has(imageId)) continue;
      const stars = edits.find(({ field }) => field === 'stars');
      const isBack = edits.some(isTakenBack);
      if (withoutStars.has(imageId)) lost.push(...(isBack ? [{ imageId, field: 'rejected' }] : []));
      else if (isBack) dropped.push(imageId);
      else if (stars) waiting.push({ imageId, stars: Number(stars.after) });
    }
    return { waiting, dropped, lost };
  }

  /** Of these images, or of all. null: none waits. */
  of(imageIds?: readonly number[]): Told | null {
    const { shown } = this.#options;
    const ids = imageIds === undefined ? [...shown.ids] : imageIds.filter((id) => shown.has(id));
    const [first] = ids;
    if (first === undefined) return null;
    const reason = this.#for.get(first) ?? 'darktable';
    return {
      images: ids.length,
      for: reason,
      message: `${MESSAGES[reason]} It is made as soon as darktable is closed, too.`,
    };
  }
}

/** What has to be written: a reject that waits and is taken back was never in the library. */
export const withoutWaiting = (images: readonly ImageEdit[], waiting: { has(imageId: number): boolean }): ImageEdit[] =>
  images
    .map(({ imageId, edits }) => ({
      imageId,
      edits: waiting.has(imageId) ? edits.filter((edit) => !isTakenBack(edit)) : edits,
    }))
    .filter(({ edits }) => edits.length > 0);

const isTakenBack = ({ field, after }: FieldEdit): boolean => field === 'rejected' && after === false;
export const isReject = ({ field, after }: FieldEdit): boolean => field === 'rejected' && after === true;

const MESSAGES: Record<RejectWaitsFor, string> = {
  pointer:
    'The reject is kept until the pointer leaves the pictures in darktable: before, darktable would lose the stars.',
  lighttable: 'The reject is kept until darktable is back in the lighttable: before, it would lose the stars.',
  collection: 'The reject is kept until darktable shows the picture: before, it would lose the stars.',
  darktable: 'The reject is kept until the plugin in darktable answers.',
};

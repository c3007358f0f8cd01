import type { PreviewLevel } from '../contract/preview.ts';
import type { ImageIndex } from '../image-index/image-index.ts';
import type { Library } from '../library/library.ts';
import type { FailedPreviews } from './failed-previews.ts';
import { isShownAsItIs } from './local-picture.ts';
import type { Previews } from './previews.ts';

export interface DuePreviewsOptions {
  library: Pick<Library, 'facts' | 'read'>;
  index: Pick<ImageIndex, 'presentHistory'>;
  previews: Pick<Previews, 'cached'>;
  failedPreviews: Pick<FailedPreviews, 'of'>;
  levels: () => readonly PreviewLevel[];
}

/** Which images have no preview, or one that is older than their edits. */
export class DuePreviews {
  readonly #options: DuePreviewsOptions;

  constructor(options: DuePreviewsOptions) {
    this.#options = options;
  }

  /** One that could not be made is not due until something has changed. */
  async isDue(id: number): Promise<boolean> {
    const { library, index, previews, failedPreviews, levels } = this.#options;
    const largest = Math.max(...levels()) as PreviewLevel;
    const isCurrent = (image: Parameters<Previews['cached']>[0]) => previews.cached(image, largest)?.stale === false;
    const known = index.presentHistory(id);
    if (known && isCurrent(known)) return false;
    const image = await library.facts(id);
    if (!image || isCurrent(image)) return false;
    if (image.historyKey === '0' && isShownAsItIs(image.path)) return false;
    return (await failedPreviews.of(image)) === null;
  }

  /** The newest images first: they are looked at most. */
  async ids({ below, signal }: { below: number; signal: AbortSignal }): Promise<number[]> {
    const rows = await this.#options.library.read((reader) =>
      reader.all('SELECT id FROM images WHERE id < :below ORDER BY id DESC', { below }),
    );
    const due: number[] = [];
    for (const { id } of rows as { id: number }[]) {
      signal.throwIfAborted();
      if (await this.isDue(id)) due.push(id);
    }
    return due;
  }
}

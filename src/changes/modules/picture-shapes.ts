import { writeShape } from '../../library/history-write.ts';
import { backupOfToday } from '../../library/backup.ts';
import type { Library } from '../../library/library.ts';
import { PREVIEW_LEVELS } from '../../contract/preview.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import type { Previews } from '../../previews/previews.ts';
import { runningDarktable } from '../../darktable/running.ts';
import { refuseIfOpened } from '../writing/which-way.ts';
import type { WriteQueue } from '../writing/write-queue.ts';

export interface PictureShapesOptions {
  library: Pick<Library, 'file' | 'facts' | 'resting'>;
  previews: Pick<Previews, 'rendered' | 'measure'>;
  isReadOnly: () => boolean;
  /** It takes its turn among the changes of the library. */
  inTurn: WriteQueue['inTurn'];
  events: Events;
  log: Pick<Log, 'debug'>;
}

/**
 * [Note: Who stores a shape] darktable stores the shape of a picture when it shows one (`dt_image_set_aspect_ratio`): 0 is not known. After an edit
 * of ours it may not show it for days, so the first preview of exactly this history tells the shape. While darktable is open, this is its work.
 */
export class PictureShapes {
  readonly #options: PictureShapesOptions;
  /** Edited here since the start, and no preview has told the shape yet. */
  readonly #due = new Set<number>();
  /** One after the other: a queue of thousands of previews may be done at once. */
  #looking: Promise<void> = Promise.resolve();
  #isClosed = false;
  /** Of darktable and the plugin; its words change with each job that waits. */
  #bridge = '';

  constructor(options: PictureShapesOptions) {
    this.#options = options;
    options.events.on('preview.changed', this.#onPreview);
    options.events.on('bridge.changed', this.#onBridge);
  }

  /** The image was edited here. */
  due(id: number): void {
    this.#due.add(id);
  }

  /** What has begun. */
  ended(): Promise<void> {
    return this.#looking;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#options.events.off('preview.changed', this.#onPreview);
    this.#options.events.off('bridge.changed', this.#onBridge);
    await this.ended();
  }

  readonly #onPreview = ({ id, isOutdated }: { id: number; isOutdated?: boolean }): void => {
    if (this.#due.has(id) && !isOutdated) this.#looking = this.#looking.then(() => this.#look(id));
  };

  readonly #onBridge = ({ state }: { state: string }): void => {
    if (state === 'closed' && this.#bridge !== state) for (const id of this.#due) this.#onPreview({ id });
    this.#bridge = state;
  };

  async #look(id: number): Promise<void> {
    const { library, previews, isReadOnly, inTurn, log } = this.#options;
    const { file } = library;
    if (this.#isClosed || !this.#due.has(id) || isReadOnly()) return;
    try {
      const image = await library.facts(id);
      if (!image) {
        this.#due.delete(id);
        return;
      }
      // The largest tells it best.
      const preview = PREVIEW_LEVELS.toReversed()
        .map(({ level }) => previews.rendered(image, level))
        .find((one) => one?.stale === false);
      // Asked last: it looks through all processes, and after a paste onto a thousand pictures none has a preview yet.
      if (!preview || runningDarktable(file)) return;
      const { width, height } = await previews.measure(preview.file);
      const isStored = await inTurn(async () => {
        await backupOfToday(library.resting);
        const guard = () => refuseIfOpened(file);
        return writeShape({ file, imageId: id, historyKey: image.historyKey, ratio: width / height, guard });
      });
      if (isStored) this.#due.delete(id);
    } catch (error) {
      // darktable itself stores it when it shows the picture.
      log.debug({ err: error, id }, 'The shape of a picture was not stored');
    }
  }
}

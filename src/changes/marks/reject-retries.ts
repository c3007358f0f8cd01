import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { darktableState } from '../../darktable/darktable-state.ts';
import type { WriteQueue } from '../writing/write-queue.ts';
import type { Library } from '../../library/library.ts';
import { readOrganised } from '../../library/organised.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { watchFolder, type FolderWatch } from '../../platform/watch-folder.ts';
import type { Journal } from '../journal/journal.ts';
import { isClosed } from '../writing/which-way.ts';
import type { MarkWay } from './mark-writer.ts';
import type { RejectsThatWait } from './rejects-that-wait.ts';

/** How often it is looked whether darktable was closed. */
const LOOK_MS = 2_000;
/** The plugin tells when it is worth asking; this is for one that cannot, or did not. */
const ASK_AGAIN_MS = 60_000;
/** How many are asked for at once. */
const AT_ONCE = 500;
/** The plugin's word (docs/bridge-protocol.md, "Organizing"). */
const POSSIBLE = 'rejects-possible';

export interface RejectRetriesOptions {
  library: Pick<Library, 'file' | 'read' | 'stamp'>;
  journal: Journal;
  rejects: RejectsThatWait;
  writes: Pick<WriteQueue, 'inTurn'>;
  chooseWay: () => MarkWay;
  organiseDir: string;
  heartbeat: string;
  /** Called when sidecars are due. */
  onWritten: () => void;
  isReadOnly: () => boolean;
  log: Log;
  lookMs?: number | undefined;
}

/** Makes rejects that wait at the first moment when their stars survive: the plugin says that it may be one, or darktable is closed. */
export class RejectRetries {
  readonly #options: RejectRetriesOptions;
  readonly #watch: FolderWatch;
  readonly #shutting = new AbortController();
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** When an open darktable was asked, and which one. */
  #asked = { ms: -Infinity, pid: null as number | null };
  /** Of the library, when it was looked whether darktable has made or rated some. */
  #stamp: string | null = null;

  constructor(options: RejectRetriesOptions) {
    this.#options = options;
    this.#watch = watchFolder(options.organiseDir, (name) => {
      if ((name ?? POSSIBLE) !== POSSIBLE || !existsSync(join(options.organiseDir, POSSIBLE))) return;
      this.#asked.ms = -Infinity;
      this.wake();
    });
  }

  /** Looks now, and from then on every two seconds while one waits. */
  wake(): void {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    if (this.#shutting.signal.aborted) return;
    this.#running ??= this.#look().finally(() => {
      this.#running = null;
    });
  }

  async ended(): Promise<void> {
    await this.#running;
  }

  /** They go on with the next start. */
  shut(): void {
    this.#shutting.abort();
    clearTimeout(this.#timer ?? undefined);
    this.#watch.close();
  }

  async #look(): Promise<void> {
    const { rejects, log, lookMs = LOOK_MS } = this.#options;
    try {
      await this.#makeAll();
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'Rejects that wait for darktable are not made yet');
    }
    if (rejects.of() !== null && !this.#shutting.signal.aborted)
      this.#timer = setTimeout(() => this.wake(), lookMs).unref();
  }

  async #makeAll(): Promise<void> {
    const { library, rejects, writes, organiseDir, heartbeat, isReadOnly } = this.#options;
    if (rejects.of() === null || isReadOnly()) return;
    const all = rejects.imageIds;
    const stamp = library.stamp();
    if (stamp !== this.#stamp) await writes.inTurn(() => this.#left(all));
    this.#stamp = stamp;
    const state = darktableState(library.file, heartbeat);
    if (!isClosed(state)) {
      const pid = state.running?.pid ?? null;
      if (pid === this.#asked.pid && performance.now() - this.#asked.ms < ASK_AGAIN_MS) return;
      this.#asked = { ms: performance.now(), pid };
      rmSync(join(organiseDir, POSSIBLE), { force: true });
    }
    for (let at = 0; at < all.length && !this.#shutting.signal.aborted; at += AT_ONCE)
      await writes.inTurn(() => this.#make(all.slice(at, at + AT_ONCE)));
  }

  async #make(imageIds: readonly number[]): Promise<void> {
    const { journal, rejects, chooseWay, onWritten, log } = this.#options;
    const images = await this.#left(imageIds);
    if (images.length === 0) return;
    const way = chooseWay();
    way.refuse();
    const ids = images.map(({ imageId }) => imageId);
    if (way.route === 'direct') journal.changes.rejectsNeedSidecars(ids);
    const { waits } = await way.write({
      images,
      change: 0,
      onProgress: () => undefined,
      signal: this.#shutting.signal,
    });
    rejects.show(waits);
    const made = images.length - (await this.#left(ids)).length;
    if (made > 0) log.info({ images: made }, 'Rejects that waited for darktable are made');
    if (way.route === 'direct') onWritten();
  }

  /** What is left to be made, with the stars that the images must have had all along: a newer rating in darktable stays. */
  async #left(imageIds: readonly number[]) {
    const { library, rejects, log } = this.#options;
    const images = await library.read((reader) => readOrganised(reader, imageIds));
    const over = new Set(rejects.overIn(imageIds, images));
    rejects.drop([...over]);
    for (const id of over)
      if (images.get(id)?.isRejected === false)
        log.info({ imageId: id }, 'An image was rated in darktable since it was rejected here: that rating stays');
    return imageIds
      .filter((imageId) => !over.has(imageId) && rejects.has(imageId))
      .map((imageId) => {
        const { stars } = images.get(imageId)!;
        return {
          imageId,
          edits: [
            { field: 'stars', before: stars, after: stars },
            { field: 'rejected', before: false, after: true },
          ],
        };
      });
  }
}

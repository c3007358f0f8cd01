import type { ImageRecord } from '../contract/image-record.ts';
import { type AppError, libraryUnavailable } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { Connection, type LibraryReader } from './connection.ts';
import {
  type ImageCount,
  imageCountSql,
  type ImageFactsRow,
  imageFactsSql,
  imageRowsSql,
  type ImageRow,
  oneImage,
} from './image-sql.ts';
import { busy, damaged, examine, type LibraryState, readyState, refusalOf } from './library-state.ts';
import { presentFile } from './local-copy.ts';
import { dataBeside } from '../darktable/locate.ts';
import { LibraryFiles, NotAtRest } from './lock-free.ts';
import type { RestingPair } from './pair-copy.ts';
import { WaitingRejects } from './waiting-rejects.ts';

export type { LibraryReader } from './connection.ts';
export type { LibraryProblem, LibraryState } from './library-state.ts';

/** One image, as darktable's library has it now. */
export type LibraryImage = ImageFacts & {
  record: Omit<ImageRecord, 'preview_version'>;
  /** The record as JSON text, without `preview_version` and without the closing brace. */
  recordJson: string;
};

/** Where the picture is, and how it was last developed. */
export type ImageFacts = {
  id: number;
  path: string;
  filename: string;
  /** Changes whenever the develop history changes; '0' is untouched. */
  historyKey: string;
  /** When darktable last changed the image, in Unix milliseconds. */
  changedMs: number | null;
  /** Whether darktable's own thumbnails show the present history; null when darktable does not say. */
  thumbnailsCurrent: boolean | null;
  /** darktable keeps a copy of the file: see `pictureFile`. */
  hasLocalCopy: boolean;
  /** The camera's wall clock in milliseconds, as if it were UTC. */
  takenMs: number | null;
  model: string | null;
  /** Width / height of the file, upright. */
  fileShape: number | null;
};

/** darktable's library, live. Reads take no lock, see [Note: Reading can lose a rating]. */
export interface Library {
  readonly file: string;
  readonly isSample: boolean;
  /** Cheap: checks the stamp, and opens the file only after it was replaced or while something is wrong with it. */
  state(): LibraryState;
  /** Changes with every commit to the library; null when the file is missing. */
  stamp(): string | null;
  /** Whether images and histories are unchanged since this stamp. Tag names are in data.db, which is not checked. */
  hasImagesOf(stamp: string): boolean;
  /** null: no such image. Throws `library_unavailable`. */
  image(id: number): Promise<LibraryImage | null>;
  /** The same without the record, at a tenth of the cost. */
  facts(id: number): Promise<ImageFacts | null>;
  /** Where the picture can be read: darktable's local copy while the original is away. */
  pictureFile(image: Pick<ImageFacts, 'path' | 'hasLocalCopy'>): Promise<string>;
  /**
   * Calls `fn` with a reader and returns its result, made from one state of the library. `fn` must be synchronous and
   * may run several times: a result is discarded when the library changed meanwhile. Throws `library_unavailable`.
   * `afterOwnWrite`: our own commit was the last change to the file, so there is no need to wait until it is at rest.
   */
  read<T>(fn: (reader: LibraryReader) => T, options?: { afterOwnWrite?: boolean }): Promise<T>;
  /** For code that reads the files themselves: their stamp at rest, and whether that still holds. */
  readonly resting: RestingPair;
  /** What waits for darktable, and shows as made. */
  readonly waitingRejects: WaitingRejects;
  close(): void;
}

/** How often a library in trouble is checked again, and how often the images are counted anew. */
const LOOK_AGAIN_MS = 1000;
/** How long a read waits for a moment in which nobody writes. */
const PATIENCE_MS = 2000;

export type LibraryOptions = {
  file: string;
  isSample: boolean;
  /** darktable's cache folder, which has the local copies; null: there is none. */
  cacheDir?: () => string | null;
  log: Log;
  events: Events;
};

/** Never throws for a bad file: `state` tells what is wrong, and notices when it has been fixed. */
export function openLibrary(options: LibraryOptions): Library {
  return new LiveLibrary(options);
}

class LiveLibrary implements Library {
  readonly file: string;
  readonly isSample: boolean;
  readonly waitingRejects = new WaitingRejects();
  readonly #log: Log;
  readonly #events: Events;
  readonly #files: LibraryFiles;
  readonly #cacheDir: () => string | null;
  readonly #timer: NodeJS.Timeout;
  #connection: Connection | null = null;
  #settling: Promise<string | null> | null = null;
  #state: LibraryState;
  /** When, and for which files, the state was determined. */
  #examined = { atMs: 0, stamp: null as string | null, identity: '' };
  /** The stamp at which the images were last counted. */
  #counted: string | null = null;
  #isClosed = false;

  constructor({ file, isSample, cacheDir = () => null, log, events }: LibraryOptions) {
    this.#cacheDir = cacheDir;
    this.#files = new LibraryFiles(file, dataBeside(file));
    this.file = this.#files.library.path;
    this.isSample = isSample;
    this.#log = log;
    this.#events = events;
    this.#state = this.#examine();
    this.#announce();
    this.#timer = setInterval(() => this.#lookAgain(), LOOK_AGAIN_MS).unref();
  }

  state(): LibraryState {
    if (!this.#isClosed && this.#isWorthALook()) {
      const { identity } = this.#examined;
      this.#become(this.#examine(), identity !== this.#examined.identity);
    }
    return this.#state;
  }

  stamp(): string | null {
    return this.#files.stamp();
  }

  hasImagesOf(stamp: string): boolean {
    return this.#files.isLibraryStill(stamp);
  }

  get resting(): RestingPair {
    return this.#files;
  }

  async image(id: number): Promise<LibraryImage | null> {
    const row = await this.read(
      (reader) =>
        reader.get(imageRowsSql(reader.schema, oneImage), { id, waiting: reader.waiting }) as ImageRow | undefined,
    );
    if (!row) return null;
    const record = JSON.parse(`${row.json}}`) as LibraryImage['record'];
    return { ...factsOf({ ...row, path: record.path }), record, recordJson: row.json };
  }

  async facts(id: number): Promise<ImageFacts | null> {
    const row = await this.read(
      (reader) => reader.get(imageFactsSql(reader.schema), { id }) as ImageFactsRow | undefined,
    );
    return row ? factsOf(row) : null;
  }

  pictureFile(image: Pick<ImageFacts, 'path' | 'hasLocalCopy'>): Promise<string> {
    return presentFile(image, this.#cacheDir());
  }

  async read<T>(fn: (reader: LibraryReader) => T, { afterOwnWrite = false } = {}): Promise<T> {
    const deadline = performance.now() + PATIENCE_MS;
    let isOurs = afterOwnWrite;
    do {
      let stamp = this.#present();
      if (stamp === null) {
        this.#refuseInTrouble();
        stamp = (isOurs ? this.#files.settledByUs() : null) ?? (await this.#settled());
        this.#refuseInTrouble();
      }
      isOurs = false;
      if (stamp === null) continue;
      // Nothing is awaited from here on, so nobody else can close the connection in between.
      try {
        const connection = this.#connect(stamp);
        const refusal = refusalOf(this.file, connection.foundSchema, (newer) => connection.reads(newer));
        const result = refusal ? null : { value: fn(connection) };
        const raised = refusal ? null : this.#raisedState(connection);
        if (connection.isWal) this.#disconnect();
        if (!this.#files.isStill(stamp)) continue;
        if (raised) this.#become(raised);
        if (result) return result.value;
        this.#become(refusal!);
      } catch (error) {
        this.#disconnect();
        if (this.#files.isAtRest(stamp)) throw this.#genuine(error);
      }
    } while (performance.now() < deadline);
    throw this.#isBusy();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#disconnect();
    this.#files.close();
  }

  /** The new state when another darktable has brought the library up to its own schema; null: it has not. */
  #raisedState(connection: Connection): LibraryState | null {
    const known = this.#state;
    const { version } = connection.schema;
    if (known.status !== 'ready' || known.schemaVersion === version) return null;
    return readyState(this.file, version, countImages(connection));
  }

  #refuseInTrouble(): void {
    if (this.#isClosed) throw libraryUnavailable('Safelight is closing the library.');
    const state = this.state();
    // A busy library is worth waiting for.
    if (state.status === 'problem' && state.problem !== 'busy') throw libraryUnavailable(state.message);
  }

  /** The stamp of the open connection if nothing has changed since: one check is enough. */
  #present(): string | null {
    const known = this.#connection?.stamp;
    if (known === undefined || this.#isClosed || this.#state.status !== 'ready') return null;
    return this.#files.isStill(known) ? known : null;
  }

  #connect(stamp: string): Connection {
    if (this.#connection?.stamp === stamp) return this.#connection;
    this.#disconnect();
    return (this.#connection = new Connection(this.#files, stamp, this.waitingRejects));
  }

  /** The stamp at which the library can be read. All callers that wait for it wait together. */
  async #settled(): Promise<string | null> {
    const known = this.#connection?.stamp;
    if (known !== undefined && this.#files.isStill(known)) return known;
    this.#settling ??= this.#files.settled(PATIENCE_MS).finally(() => (this.#settling = null));
    try {
      return await this.#settling;
    } catch (error) {
      if (error instanceof NotAtRest) throw this.#isBusy(error);
      throw error;
    }
  }

  #disconnect(): void {
    this.#connection?.close();
    this.#connection = null;
  }

  #isBusy(reason?: NotAtRest): AppError {
    const state = busy(this.file, reason);
    this.#become(state);
    return libraryUnavailable(state.message);
  }

  /** An error not caused by a change during the read: SQLite's about the file itself, otherwise the reader's own. */
  #genuine(error: unknown): unknown {
    if (!isAboutTheFile(error)) return error;
    this.#become(this.#examine());
    const state = this.#state.status === 'problem' ? this.#state : damaged(this.file, error);
    return libraryUnavailable(state.message);
  }

  #isWorthALook(): boolean {
    const { stamp, identity } = this.#identify();
    if (this.#state.status === 'ready') return identity !== this.#examined.identity;
    if (performance.now() - this.#examined.atMs >= LOOK_AGAIN_MS) return true;
    // The stamp of a busy library changes all the time; it is only checked again at its end.
    return stamp !== this.#examined.stamp && (stamp === null || this.#state.problem !== 'busy');
  }

  #identify(): { stamp: string | null; identity: string } {
    const { library, data } = this.#files.look();
    const identity = [library, data]
      .map((look) => (look.kind === 'file' ? `${look.inode} ${look.isSqlite}` : look.kind))
      .join(' ');
    return {
      stamp: library.kind === 'file' && data.kind === 'file' ? `${library.stamp} ${data.stamp}` : null,
      identity,
    };
  }

  #examine(): LibraryState {
    this.#disconnect();
    this.#examined = { atMs: performance.now(), ...this.#identify() };
    this.#counted = this.#examined.stamp;
    return examine(this.#files);
  }

  #become(state: LibraryState, isOtherFile = false): void {
    const before = this.#state;
    this.#state = state;
    if (
      isOtherFile ||
      before.status !== state.status ||
      (before.status === 'problem' && before.message !== state.message) ||
      (before.status === 'ready' &&
        state.status === 'ready' &&
        (before.leftOut !== state.leftOut || before.schemaVersion !== state.schemaVersion))
    ) {
      this.#announce();
    }
  }

  #announce(): void {
    const { status, message } = this.#state;
    if (status === 'ready')
      this.#log[this.#state.leftOut > 0 ? 'warn' : 'info']({ schema: this.#state.schemaVersion }, message);
    else this.#log.warn({ problem: this.#state.problem }, message);
    this.#events.emit('library.state', { ready: status === 'ready', message });
  }

  /** Once a second, so that news arrives without anybody asking. */
  #lookAgain(): void {
    if (this.state().status !== 'ready') return;
    const stamp = this.#files.stamp();
    if (stamp === this.#counted) return;
    this.#counted = stamp;
    // The failure is already in the state.
    this.read((reader) => readyState(this.file, reader.schema.version, countImages(reader))).then(
      (state) => this.#become(state),
      () => undefined,
    );
  }
}

const factsOf = (row: ImageFactsRow): ImageFacts => ({
  id: row.id,
  path: row.path,
  filename: row.filename,
  historyKey: row.history_key,
  changedMs: row.change_ms,
  thumbnailsCurrent: row.thumbnails_current === null ? null : row.thumbnails_current === 1,
  hasLocalCopy: row.has_local_copy === 1,
  takenMs: row.taken_ms,
  model: row.model,
  fileShape: row.file_shape,
});

const countImages = (reader: LibraryReader) => reader.get(imageCountSql()) as ImageCount;

/** Everything that SQLite says about a file at rest is about that file: our statements are proven on sound ones. */
const isAboutTheFile = (error: unknown) => error instanceof Error && 'errcode' in error;

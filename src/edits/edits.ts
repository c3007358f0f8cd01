import { dirname, join } from 'node:path';
import type { ModulePatch } from '../contract/modules.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import { activeHistory, findModule, type HistoryRow } from '../library/history.ts';
import { isState, type RowState } from '../library/history-write.ts';
import type { Library, LibraryReader } from '../library/library.ts';
import { readWholeHistory } from '../library/whole-history.ts';
import type { Log } from '../platform/log.ts';
import { storageTrouble } from '../platform/storage-trouble.ts';
import { recoverDirectWrite } from './direct-way.ts';
import { EditJournal, type JournaledEdit } from './edit-journal.ts';
import type { ChooseWay } from './edit-ways.ts';
import { changedState } from './module-change.ts';
import { entryEtag } from './module-entry.ts';
import { bothStates } from './module-states.ts';
import { isStoredAs, takenBack } from './stored-as.ts';

export interface EditRequest {
  imageId: number;
  operation: string;
  /** Number of the instance; left out: the newest step of the module. */
  instance?: number | undefined;
  /** Name of who asks. */
  client: string;
  /** Throws when the entry is not what the caller thinks (If-Match). */
  check?: ((row: HistoryRow) => void) | undefined;
}

export interface Edits {
  /** The active modules of an image, in the order of its history. */
  history(imageId: number): Promise<HistoryRow[]>;
  /** Of a module: the given instance, or the newest step. Throws `module_not_found`. */
  module(imageId: number, operation: string, instance?: number): Promise<HistoryRow>;
  /**
   * Changes a module and gives it as it is stored then. A patch that changes nothing writes nothing.
   * Throws `module_not_found`, `invalid_params_b64`, `invalid_body`, `params_required`, `db_error`, `db_write_error`, and what
   * `check` throws.
   */
  apply(request: EditRequest, patch: ModulePatch): Promise<HistoryRow>;
  /** Takes the newest edit of a module back; taking that back in turn brings it again. Throws also `conflict`, `precondition_failed`. */
  undo(request: EditRequest): Promise<HistoryRow>;
  /** What Safelight changed of an image, newest first. Throws `db_error` when the journal cannot be read. */
  list(imageId: number, page: { limit: number; offset: number }): { items: JournaledEdit[]; total: number };
  /** Resolves when the edits that an earlier Safelight was in the middle of have been looked after. For tests. */
  settled(): Promise<void>;
  /** Lets the edit that is being written end. */
  close(): Promise<void>;
}

export interface EditsOptions {
  dataDir: string;
  library: Library;
  chooseWay: ChooseWay;
  /** darktable must not go on showing old thumbnails; called after an edit was stored. */
  setThumbnailsAside: (imageId: number) => Promise<void>;
  /** A preview is wanted for an edit that an earlier Safelight did not live to ask for. */
  askForPreview: (imageId: number) => Promise<void>;
  events: Events;
  log: Log;
}

/** How often it is looked again how an interrupted edit ended, while that cannot be told. */
const LOOK_AGAIN_MS = 2_000;
/** How often an edit is made anew because somebody else changed the row first. */
const ATTEMPTS = 5;

export function openEdits(options: EditsOptions): Edits {
  return new LibraryEdits(options);
}

class LibraryEdits implements Edits {
  readonly #options: EditsOptions;
  readonly #library: Library;
  readonly #log: Log;
  readonly #journal: EditJournal;
  /** Edits go one after the other: the last one asked for. */
  #queue: Promise<unknown>;
  /** There may be edits of which the journal does not say how they ended. */
  #isUnsettled = true;
  #lastWarning = '';
  #isClosed = false;
  #lookAgain: NodeJS.Timeout | null = null;

  constructor(options: EditsOptions) {
    this.#options = options;
    this.#library = options.library;
    this.#log = options.log;
    this.#journal = new EditJournal(join(options.dataDir, 'journal.db'), () => options.library.file);
    this.#queue = this.#settleUnfinished();
  }

  history(imageId: number): Promise<HistoryRow[]> {
    return readWholeHistory(this.#library, imageId, (reader) => activeHistory(reader, imageId));
  }

  async module(imageId: number, operation: string, instance?: number): Promise<HistoryRow> {
    return found(await this.history(imageId), operation, instance);
  }

  apply(request: EditRequest, patch: ModulePatch): Promise<HistoryRow> {
    return this.#inTurn(async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const row = await this.#current(request);
        request.check?.(row);
        const after = changedState(row, patch);
        if (isState(row, after)) return row;
        const stored = await this.#write(request, row, after, null);
        if (stored) return stored;
      }
      throw changedAgainAndAgain();
    });
  }

  undo(request: EditRequest): Promise<HistoryRow> {
    return this.#inTurn(async () => {
      const { imageId, operation, instance } = request;
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        await this.#current(request);
        const edit = this.#journaled(() => this.#journal.latest(imageId, operation, instance));
        if (!edit)
          throw new AppError(
            'conflict',
            `Safelight has not edited ${operation} of image ${imageId}: there is nothing to undo.`,
          );
        const present = await this.#current({ ...request, instance: edit.priority });
        request.check?.(present);
        const before = isStoredAs(present, edit) ? takenBack(present, edit) : null;
        if (!before) throw changedSince(edit, present);
        const stored = await this.#write(request, present, before, edit.id);
        if (stored) return stored;
      }
      throw changedAgainAndAgain();
    });
  }

  list(imageId: number, page: { limit: number; offset: number }) {
    try {
      return this.#journal.list(imageId, page);
    } catch (error) {
      throw new AppError('db_error', `${this.#journal.file} cannot be read: ${reasonOf(error)}`, { cause: error });
    }
  }

  async settled(): Promise<void> {
    await this.#queue;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue;
    clearTimeout(this.#lookAgain ?? undefined);
    this.#journal.close();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(async () => {
      if (this.#isUnsettled) await this.#settleUnfinished();
      return work();
    });
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  /** The row that an edit starts from. A library that cannot be read now has a code of its own here (contract, PATCH rule 4). */
  async #current({ imageId, operation, instance }: EditRequest): Promise<HistoryRow> {
    try {
      return await this.module(imageId, operation, instance);
    } catch (error) {
      if (error instanceof AppError && error.code === 'module_not_found') throw error;
      throw new AppError('db_error', `The stored parameters of ${operation} cannot be read: ${reasonOf(error)}`, {
        cause: error,
      });
    }
  }

  /** The row as it is stored then, or null when it was not what the edit was made from any more. */
  async #write(
    { imageId, client }: EditRequest,
    row: HistoryRow,
    after: RowState,
    undoes: number | null,
  ): Promise<HistoryRow | null> {
    const { operation, priority, num, module } = row;
    const way = this.#options.chooseWay();
    const before: RowState = { enabled: row.enabled, params: row.params };
    const edit = { imageId, operation, priority, num, module, before, after, client, undoes };
    const id = this.#journaled(() => this.#journal.begin({ ...edit, route: way.route, time: Date.now() }));
    let failure: Error | null = null;
    let isOwnWrite = false;
    try {
      const result = await way.write({ imageId, row, after });
      if (result.status === 'changed') {
        this.#note(() => this.#journal.forget(id));
        return null;
      }
      isOwnWrite = way.route === 'direct';
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    // Whatever the way said: what the library holds now is what counts.
    const ending = await this.#settle({ id, ...edit }, isOwnWrite);
    if (ending.is === 'stored') {
      if (failure !== null) this.#log.warn({ err: failure }, `Edit ${id} is stored although writing it failed`);
      await this.#afterwards(imageId);
      return ending.row;
    }
    if (ending.is === 'unknown')
      throw new AppError(
        'db_write_error',
        `Whether the edit was stored cannot be told now: ${reasonOf(ending.reason)}${failure === null ? '' : ` (${reasonOf(failure)})`}`,
        { cause: failure ?? ending.reason },
      );
    throw (
      failure ??
      new AppError(
        'db_write_error',
        'The edit was written, but the library holds something else now: another program changed the module at the same moment. Look at it and try again.',
      )
    );
  }

  /** Without the journal nothing is written to the library: an edit must be undoable. */
  #journaled<T>(use: () => T): T {
    try {
      return use();
    } catch (error) {
      throw new AppError(
        'db_write_error',
        `The edit was not stored, as the journal of edits (${this.#journal.file}) does not work: ${
          storageTrouble(dirname(this.#journal.file), error) ?? reasonOf(error)
        }`,
        { cause: error },
      );
    }
  }

  /** Writes down how an edit ended. It has ended, so trouble here is no failure; it will be looked at again. */
  #note(use: () => void): void {
    try {
      use();
    } catch (error) {
      this.#isUnsettled = true;
      this.#lookAgainLater();
      this.#warnOnce(`${this.#journal.file} does not say yet how an edit ended: ${reasonOf(error)}`);
    }
  }

  async #afterwards(imageId: number): Promise<void> {
    try {
      await this.#options.setThumbnailsAside(imageId);
    } catch (error) {
      // The edit is stored; an old thumbnail in darktable is the lesser harm.
      this.#log.warn({ err: error }, `The old thumbnails of image ${imageId} are still in darktable's cache`);
    }
    this.#options.events.emit('preview.changed', { id: imageId });
  }

  /** What is tried every other second need not be said every other second. */
  #warnOnce(message: string): void {
    if (message !== this.#lastWarning) this.#log.warn(message);
    this.#lastWarning = message;
  }

  /** How an edit ended, by what the library holds, and a note of it in the journal. */
  async #settle(edit: Unsettled, afterOwnWrite = false): Promise<Ending> {
    const { id, imageId, operation, priority } = edit;
    let row: HistoryRow | undefined;
    try {
      const read = (reader: LibraryReader) => activeHistory(reader, imageId);
      const history = await readWholeHistory(this.#library, imageId, read, { afterOwnWrite });
      row = findModule(history, operation, priority);
    } catch (error) {
      this.#isUnsettled = true;
      this.#lookAgainLater();
      return { is: 'unknown', reason: error };
    }
    if (row && isStoredAs(row, edit)) {
      this.#note(() => this.#journal.stored(id));
      return { is: 'stored', row };
    }
    this.#note(() => this.#journal.forget(id));
    return { is: 'not stored' };
  }

  /** Edits in whose middle the last Safelight ended, or of which this one could not write down how they ended. */
  async #settleUnfinished(): Promise<void> {
    this.#isUnsettled = false;
    try {
      const unfinished = this.#journal.unfinished();
      if (unfinished.length > 0) recoverDirectWrite(this.#library.file);
      for (const edit of unfinished) {
        const ending = await this.#settle(edit);
        const which = `Safelight was interrupted while it edited ${edit.operation} of image ${edit.imageId}`;
        this.#warnOnce(
          `${which}: the edit ${ending.is === 'unknown' ? `cannot be looked at now (${reasonOf(ending.reason)})` : `was ${ending.is}`}.`,
        );
        if (ending.is !== 'stored') continue;
        await this.#afterwards(edit.imageId);
        await this.#options.askForPreview(edit.imageId);
      }
    } catch (error) {
      this.#isUnsettled = true;
      this.#warnOnce(`Interrupted edits could not be looked after: ${reasonOf(error)}`);
    }
    this.#lookAgainLater();
  }

  /** As long as something is unsettled nobody may be able to read the library, so nobody would ask for an edit either. */
  #lookAgainLater(): void {
    if (!this.#isUnsettled || this.#isClosed || this.#lookAgain) return;
    this.#lookAgain = setTimeout(() => {
      this.#lookAgain = null;
      void this.#inTurn(() => Promise.resolve());
    }, LOOK_AGAIN_MS).unref();
  }
}

type Unsettled = Pick<JournaledEdit, 'id' | 'imageId' | 'operation' | 'priority' | 'module' | 'before' | 'after'>;
type Ending = { is: 'stored'; row: HistoryRow } | { is: 'not stored' } | { is: 'unknown'; reason: unknown };

function found(history: readonly HistoryRow[], operation: string, instance?: number): HistoryRow {
  const row = findModule(history, operation, instance);
  if (row) return row;
  const which = instance === undefined ? operation : `${operation}, instance ${instance},`;
  throw new AppError('module_not_found', `${which} is not in the history of this image.`);
}

const changedAgainAndAgain = () =>
  new AppError('db_write_error', 'The module was changed by somebody else again and again. Try once more.');

function changedSince(edit: JournaledEdit, present: HistoryRow): AppError {
  const [left, holds] = bothStates(edit, present);
  return new AppError(
    'precondition_failed',
    `${edit.operation} was changed since Safelight's edit ${edit.id}. That edit left: ${left}. The library holds: ${holds} (entry ${entryEtag(present)}).`,
  );
}

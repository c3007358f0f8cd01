import { join } from 'node:path';
import type { ModulePatch } from '../contract/modules.ts';
import { AppError, reasonOf } from '../errors.ts';
import type { Events } from '../events.ts';
import { activeHistory, findModule, type HistoryRow } from '../library/history.ts';
import { isState, recoverInterruptedWrite, type RowState } from '../library/history-write.ts';
import type { Library } from '../library/library.ts';
import type { Log } from '../log.ts';
import { EditJournal, type JournaledEdit } from './edit-journal.ts';
import type { ChooseWay } from './edit-ways.ts';
import { changedState } from './module-change.ts';
import { entryEtag } from './module-entry.ts';

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
   * Throws `module_not_found`, `invalid_params_b64`, `invalid_body`, `params_required`, `db_error`, `db_write_error`.
   */
  apply(request: EditRequest, patch: ModulePatch): Promise<HistoryRow>;
  /** Takes the newest edit of a module back; taking that back in turn brings it again. Throws also `conflict`, `precondition_failed`. */
  undo(request: EditRequest): Promise<HistoryRow>;
  /** What Safelight changed of an image, newest first. */
  list(imageId: number, page: { limit: number; offset: number }): { items: JournaledEdit[]; total: number };
  close(): void;
}

export interface EditsOptions {
  dataDir: string;
  library: Library;
  chooseWay: ChooseWay;
  /** darktable must not go on showing old thumbnails; called after an edit was stored. */
  setThumbnailsAside: (imageId: number) => Promise<void>;
  events: Events;
  log: Log;
}

/** How often an edit is made anew because somebody else changed the row first. */
const ATTEMPTS = 5;

export function openEdits(options: EditsOptions): Edits {
  return new LibraryEdits(options);
}

class LibraryEdits implements Edits {
  readonly #library: Library;
  readonly #chooseWay: ChooseWay;
  readonly #setThumbnailsAside: EditsOptions['setThumbnailsAside'];
  readonly #log: Log;
  readonly #events: Events;
  readonly #journal: EditJournal;
  /** Edits go one after the other: the last one asked for. */
  #queue: Promise<unknown>;

  constructor({ dataDir, library, chooseWay, setThumbnailsAside, events, log }: EditsOptions) {
    this.#library = library;
    this.#chooseWay = chooseWay;
    this.#setThumbnailsAside = setThumbnailsAside;
    this.#events = events;
    this.#log = log;
    this.#journal = new EditJournal(join(dataDir, 'journal.db'), () => library.file);
    this.#queue = this.#settleUnfinished();
  }

  history(imageId: number): Promise<HistoryRow[]> {
    return this.#library.read((reader) => activeHistory(reader, imageId));
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
      throw new AppError('db_write_error', 'The module was changed by somebody else again and again. Try once more.');
    });
  }

  undo(request: EditRequest): Promise<HistoryRow> {
    return this.#inTurn(async () => {
      const row = await this.#current(request);
      const edit = this.#journal.latest(request.imageId, request.operation, request.instance);
      if (!edit)
        throw new AppError(
          'conflict',
          `Safelight has not edited ${request.operation} of image ${request.imageId}: there is nothing to undo.`,
        );
      const present =
        edit.priority === row.priority ? row : await this.module(request.imageId, request.operation, edit.priority);
      request.check?.(present);
      if (!isState(present, edit.after) || present.module !== edit.module) throw changedSince(edit, present);
      const stored = await this.#write(request, present, edit.before, edit.id);
      if (!stored) throw changedSince(edit, await this.#current(request));
      return stored;
    });
  }

  list(imageId: number, page: { limit: number; offset: number }) {
    return this.#journal.list(imageId, page);
  }

  close(): void {
    this.#journal.close();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
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

  /** The row as it was stored, or null when it was not what the edit was made from any more. */
  async #write(
    request: EditRequest,
    row: HistoryRow,
    after: RowState,
    undoes: number | null,
  ): Promise<HistoryRow | null> {
    const { imageId, client } = request;
    const before: RowState = { enabled: row.enabled, params: row.params };
    const way = this.#chooseWay();
    const id = this.#begin({
      ...{ imageId, operation: row.operation, priority: row.priority, num: row.num, module: row.module },
      ...{ before, after, client, route: way.route, time: Date.now(), undoes },
    });
    let written = false;
    try {
      const result = await way.write({ imageId, row, before, after });
      if (result.status === 'changed') return null;
      written = true;
    } finally {
      if (!written) await this.#settle(id, { imageId, operation: row.operation, priority: row.priority, after });
    }
    this.#journal.stored(id);
    await this.#afterwards(imageId);
    return { ...row, ...after };
  }

  #begin(edit: Parameters<EditJournal['begin']>[0]): number {
    try {
      return this.#journal.begin(edit);
    } catch (error) {
      throw new AppError(
        'db_write_error',
        `The edit was not stored, as the journal of edits cannot be written: ${reasonOf(error)}`,
        { cause: error },
      );
    }
  }

  async #afterwards(imageId: number): Promise<void> {
    try {
      await this.#setThumbnailsAside(imageId);
    } catch (error) {
      // The edit is stored; an old thumbnail in darktable is the lesser harm.
      this.#log.warn({ err: error }, `The old thumbnails of image ${imageId} are still in darktable's cache`);
    }
    this.#events.emit('preview.changed', { id: imageId });
  }

  /** Writes down how an edit ended of which that is not known: what the library holds decides. */
  async #settle(
    id: number,
    edit: Pick<JournaledEdit, 'imageId' | 'operation' | 'priority' | 'after'>,
  ): Promise<boolean | null> {
    try {
      const row = findModule(await this.history(edit.imageId), edit.operation, edit.priority);
      const isStored = row !== undefined && isState(row, edit.after);
      if (isStored) this.#journal.stored(id);
      else this.#journal.forget(id);
      return isStored;
    } catch {
      // Not to be told now; the next start looks again.
      return null;
    }
  }

  /** After a start: edits in whose middle the last Safelight ended. */
  async #settleUnfinished(): Promise<void> {
    const unfinished = this.#journal.unfinished();
    if (unfinished.length === 0) return;
    try {
      this.#chooseWay();
      recoverInterruptedWrite(this.#library.file);
    } catch (error) {
      this.#log.warn({ err: error }, 'An interrupted edit could not be looked after');
    }
    for (const edit of unfinished) {
      const isStored = await this.#settle(edit.id, edit);
      if (isStored) await this.#afterwards(edit.imageId);
      this.#log.warn(
        `The last Safelight ended while it edited ${edit.operation} of image ${edit.imageId}; the edit ${isStored === null ? 'cannot be looked at now' : isStored ? 'was stored' : 'was not stored'}.`,
      );
    }
  }
}

function found(history: readonly HistoryRow[], operation: string, instance?: number): HistoryRow {
  const row = findModule(history, operation, instance);
  if (row) return row;
  const which = instance === undefined ? operation : `${operation}, instance ${instance},`;
  throw new AppError('module_not_found', `${which} is not in the history of this image.`);
}

function changedSince(edit: JournaledEdit, present: HistoryRow): AppError {
  const said = ({ enabled, params }: RowState) =>
    `${enabled ? 'on' : 'off'}, ${Buffer.from(params).toString('base64')}`;
  return new AppError(
    'precondition_failed',
    `${edit.operation} was changed since Safelight's edit ${edit.id}. That edit left: ${said(edit.after)}. The library holds: ${said(present)} (entry ${entryEtag(present)}).`,
  );
}

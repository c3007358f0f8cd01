import type { ModulePatch } from '../../contract/modules.ts';
import { bridgePaths } from '../../darktable/bridge-files.ts';
import { AppError, queueError, reasonOf } from '../../platform/errors.ts';
import { activeHistory, findModule, type HistoryRow } from '../../library/history.ts';
import { isState, type RowState, type WriteResult, type WriteStep } from '../../library/history-write.ts';
import type { Library } from '../../library/library.ts';
import { readWholeHistory } from '../../library/whole-history.ts';
import type { Log } from '../../platform/log.ts';
import type { JournaledEdit } from '../journal/edit-journal.ts';
import type { Journal } from '../journal/journal.ts';
import type { Shared } from '../writing/shared.ts';
import { directWay, type ModuleWork } from './direct.ts';
import { pluginWay } from './plugin.ts';
import { noteEnding } from '../writing/note-ending.ts';
import { canEdit } from '../writing/which-way.ts';
import { waysOf, type ChooseWay } from '../writing/way.ts';
import { changedState } from './module-change.ts';
import { entryEtag } from './module-entry.ts';
import { bothStates } from './module-states.ts';
import type { WriteQueue } from '../writing/write-queue.ts';
import { isStoredAs, takenBack } from './stored-as.ts';

export interface EditRequest {
  imageId: number;
  operation: string;
  /** The number of the instance; if omitted, the one with the newest step. */
  instance?: number | undefined;
  /** The client's name. */
  client: string;
  /** Throws if the entry does not match If-Match. */
  check?: ((row: HistoryRow) => void) | undefined;
  /** Called with the edit's number in the journal once it is stored. */
  onStored?: ((edit: number) => void) | undefined;
}

export interface Edits {
  /** The active modules of an image, in the order of its history. */
  history(imageId: number): Promise<readonly HistoryRow[]>;
  /** The given instance of a module, or the one with the newest step. Throws `module_not_found`. */
  module(imageId: number, operation: string, instance?: number): Promise<HistoryRow>;
  /** Reads the modules before an edit. The result finds an instance, as `module` does; an unreadable history throws `db_error` (contract, PATCH rule 4). */
  editable(imageId: number, operation: string): Promise<(instance?: number) => HistoryRow>;
  /**
   * Changes a module, queues a new preview and returns the stored module. A patch that changes nothing writes nothing. Throws
   * `module_not_found`, `invalid_params_b64`, `invalid_body`, `params_required`, `db_error`, `db_write_error`, errors of `check`, and
   * `queue_error` when the edit is stored but no preview could be queued.
   */
  apply(request: EditRequest, patch: ModulePatch): Promise<HistoryRow>;
  /** Undoes the newest edit of a module; a second undo redoes it. Also throws `conflict` and `precondition_failed`. */
  undo(request: EditRequest): Promise<HistoryRow>;
  /** The edits of an image, newest first. Throws `db_error` when the journal cannot be read. */
  list(imageId: number, page: { limit: number; offset: number }): { items: JournaledEdit[]; total: number };
}

export interface EditsOptions extends Shared {
  /** Called after an edit was stored: darktable must not show old thumbnails. */
  setThumbnailsAside: (imageId: number) => Promise<void>;
  /** Queues a preview of the edited image. */
  askForPreview: (imageId: number) => Promise<void>;
  onStep?: ((step: EditStep) => void) | undefined;
}

/** For tests of power cuts: called after each step. */
export type EditStep = WriteStep | 'journaled' | 'written';

/** How often to repeat an edit because another program changed the row first. */
const ATTEMPTS = 5;

export class LibraryEdits implements Edits {
  readonly #options: EditsOptions;
  readonly #library: Library;
  readonly #log: Log;
  readonly #journal: Journal;
  readonly #writes: WriteQueue;
  readonly #chooseWay: ChooseWay<ModuleWork, WriteResult>;
  /** The history that was read last, and the library's stamp before that. */
  #known: { imageId: number; stamp: string; history: readonly HistoryRow[] } | null = null;

  constructor(options: EditsOptions) {
    this.#options = options;
    this.#library = options.library;
    this.#log = options.log;
    this.#journal = options.journal;
    this.#writes = options.writes;
    const { editsDir, heartbeat } = bridgePaths(options.dataDir);
    this.#chooseWay = waysOf(
      { library: options.library, heartbeat, can: canEdit },
      { direct: directWay(options), bridge: pluginWay({ ...options, editsDir }) },
    );
    this.#writes.onRecover('Interrupted edits', () => this.#settleUnfinished());
  }

  /** Who edits a module has read it before the edit's turn comes; while the library is unchanged, that still holds. */
  async history(imageId: number): Promise<readonly HistoryRow[]> {
    const known = this.#known;
    return known?.imageId === imageId && this.#library.hasImagesOf(known.stamp) ? known.history : this.#read(imageId);
  }

  async #read(imageId: number, options?: { afterOwnWrite: boolean }): Promise<readonly HistoryRow[]> {
    const stamp = this.#library.stamp();
    const history = await readWholeHistory(this.#library, imageId, (reader) => activeHistory(reader, imageId), options);
    if (stamp !== null) this.#known = { imageId, stamp, history };
    return history;
  }

  async module(imageId: number, operation: string, instance?: number): Promise<HistoryRow> {
    return found(await this.history(imageId), operation, instance);
  }

  async editable(imageId: number, operation: string): Promise<(instance?: number) => HistoryRow> {
    const history = await this.history(imageId).catch((error: unknown) => {
      throw new AppError('db_error', `The stored parameters of ${operation} cannot be read: ${reasonOf(error)}`, {
        cause: error,
      });
    });
    return moduleIn(history, operation);
  }

  async apply(request: EditRequest, patch: ModulePatch): Promise<HistoryRow> {
    const row = await this.#writes.inTurn(async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const present = (await this.editable(request.imageId, request.operation))(request.instance);
        request.check?.(present);
        const held = this.#journal.needed(({ edits }) => edits.held(request.imageId, present));
        const after = changedState(present, patch, held);
        if (isState(present, after)) return present;
        const stored = await this.#write(request, present, after, null);
        if (stored) return stored;
      }
      throw changedAgainAndAgain();
    });
    await this.#askForPreview(request.imageId);
    return row;
  }

  async undo(request: EditRequest): Promise<HistoryRow> {
    const row = await this.#writes.inTurn(async () => {
      const { imageId, operation, instance } = request;
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const moduleOf = await this.editable(imageId, operation);
        moduleOf(instance);
        const edit = this.#journal.needed(({ edits }) => edits.latest(imageId, operation, instance));
        if (!edit)
          throw new AppError(
            'conflict',
            `Safelight has not edited ${operation} of image ${imageId}: there is nothing to undo.`,
          );
        const present = moduleOf(edit.priority);
        request.check?.(present);
        const before = isStoredAs(present, edit) ? takenBack(present, edit) : null;
        if (!before) throw changedSince(edit, present);
        const stored = await this.#write(request, present, before, edit.id);
        if (stored) return stored;
      }
      throw changedAgainAndAgain();
    });
    await this.#askForPreview(request.imageId);
    return row;
  }

  list(imageId: number, page: { limit: number; offset: number }) {
    return this.#journal.read(({ edits }) => edits.list(imageId, page));
  }

  async #askForPreview(imageId: number): Promise<void> {
    try {
      await this.#options.askForPreview(imageId);
    } catch (error) {
      throw queueError(`The edit is stored, but no new preview could be queued: ${reasonOf(error)}`, error);
    }
  }

  /** The stored row, or null when the row had changed since it was read. */
  async #write(
    { imageId, client, onStored }: EditRequest,
    row: HistoryRow,
    after: RowState,
    undoes: number | null,
  ): Promise<HistoryRow | null> {
    const { operation, priority, num, module } = row;
    const { onStep } = this.#options;
    const way = this.#chooseWay();
    way.refuse();
    const { blendParams, blendVersion, ...rest } = row;
    const before: RowState = { enabled: rest.enabled, params: rest.params, ...(after.blendParams && { blendParams }) };
    const edit = {
      imageId,
      operation,
      priority,
      num,
      module,
      before,
      after,
      client,
      undoes,
      blendVersion: after.blendParams ? blendVersion : null,
    };
    const id = this.#journal.needed(({ edits }) => edits.begin({ ...edit, route: way.route, time: Date.now() }));
    onStep?.('journaled');
    let failure: Error | null = null;
    let isOwnWrite = false;
    try {
      const result = await way.write({ imageId, row, after });
      onStep?.('written');
      if (result.status === 'changed') {
        noteEnding(this.#options, () => this.#journal.edits.forget(id));
        return null;
      }
      isOwnWrite = way.route === 'direct';
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    // The library decides, whatever the route reported.
    const ending = await this.#settle({ id, ...edit }, isOwnWrite);
    if (ending.is === 'stored') {
      if (failure !== null) this.#log.warn({ err: failure, edit: id }, 'An edit is stored although writing it failed');
      await this.#afterwards(imageId);
      onStored?.(id);
      return ending.row;
    }
    if (ending.is === 'unknown')
      throw new AppError(
        'db_write_error',
        `Safelight cannot tell whether the edit was stored: ${reasonOf(ending.reason)}${failure === null ? '' : ` (${reasonOf(failure)})`}`,
        { cause: failure ?? ending.reason },
      );
    throw (
      failure ??
      new AppError(
        'db_write_error',
        'The edit was written, but another program changed the module at the same time. Check the module and try again.',
      )
    );
  }

  async #afterwards(imageId: number): Promise<void> {
    try {
      await this.#options.setThumbnailsAside(imageId);
    } catch (error) {
      // The edit is stored; an old thumbnail in darktable is acceptable.
      this.#log.warn({ err: error, imageId }, "Old thumbnails of an image could not be removed from darktable's cache");
    }
    this.#options.events.emit('preview.changed', { id: imageId, isOutdated: true });
  }

  /** Finds out from the library how an edit ended, and records it. */
  async #settle(edit: Unsettled, afterOwnWrite = false): Promise<Ending> {
    const { id, imageId, operation, priority } = edit;
    let row: HistoryRow | undefined;
    try {
      row = findModule(await this.#read(imageId, { afterOwnWrite }), operation, priority);
    } catch (error) {
      this.#writes.unsettled();
      return { is: 'unknown', reason: error };
    }
    if (row && isStoredAs(row, edit)) {
      noteEnding(this.#options, () => this.#journal.edits.stored(id));
      return { is: 'stored', row };
    }
    noteEnding(this.#options, () => this.#journal.edits.forget(id));
    return { is: 'not stored' };
  }

  /** Edits that were interrupted, or whose outcome could not be recorded. */
  async #settleUnfinished(): Promise<void> {
    for (const edit of this.#journal.edits.unfinished()) {
      const ending = await this.#settle(edit);
      const { imageId, operation } = edit;
      const reason = ending.is === 'unknown' ? { reason: reasonOf(ending.reason) } : {};
      this.#writes.warnOnce(
        { imageId, operation, outcome: ending.is, ...reason },
        'Safelight was interrupted in an edit',
      );
      if (ending.is !== 'stored') continue;
      await this.#afterwards(imageId);
      await this.#options.askForPreview(imageId);
    }
  }
}

type Unsettled = Pick<
  JournaledEdit,
  'id' | 'imageId' | 'operation' | 'priority' | 'module' | 'before' | 'after' | 'blendVersion'
>;
type Ending = { is: 'stored'; row: HistoryRow } | { is: 'not stored' } | { is: 'unknown'; reason: unknown };

/** Finds the instances of a module that the history has. Both throw `module_not_found`. */
export function moduleIn(history: readonly HistoryRow[], operation: string): (instance?: number) => HistoryRow {
  found(history, operation);
  return (instance) => found(history, operation, instance);
}

function found(history: readonly HistoryRow[], operation: string, instance?: number): HistoryRow {
  const row = findModule(history, operation, instance);
  if (row) return row;
  const which = instance === undefined ? operation : `${operation}, instance ${instance},`;
  throw new AppError('module_not_found', `${which} is not in the history of this image.`);
}

const changedAgainAndAgain = () =>
  new AppError('db_write_error', 'Another program keeps changing the module. Try again.');

function changedSince(edit: JournaledEdit, present: HistoryRow): AppError {
  const [left, holds] = bothStates(edit, present);
  return new AppError(
    'precondition_failed',
    `${edit.operation} was changed since Safelight's edit ${edit.id}. That edit left: ${left}. The library holds: ${holds} (entry ${entryEtag(present)}).`,
  );
}

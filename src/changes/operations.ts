import { join } from 'node:path';
import type { EditsResult } from '../contract/history.ts';
import type { ChangeResult } from '../contract/image-change.ts';
import type { PostponedChange } from '../contract/postponed.ts';
import { bridgePaths } from '../darktable/bridge-files.ts';
import type { JournaledEdit } from './journal/edit-journal.ts';
import { WriteQueue } from './writing/write-queue.ts';
import type { Library } from '../library/library.ts';
import { AppError } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { DirectOperations } from './writing/direct-operations.ts';
import type { HistoryChange } from './histories/plans.ts';
import { OperationJournal, type JournaledOperation } from './journal/operation-journal.ts';
import { imagesOf, refuseNothing, resultOf } from './writing/operation-results.ts';
import { takeBack } from './writing/operation-undo.ts';
import type { OperationStep } from './writing/operation-write.ts';
import { OperationWriter } from './writing/operation-writer.ts';
import { OperationsOnHistories, type HistoryDryRun } from './histories/histories.ts';
import { operationsOnImages, type OperationsOnImages } from './images/images.ts';
import { canChangeStyles, operationsOnStyles, type OperationsOnStyles } from './styles/styles.ts';
import { operationsOnTags, type OperationsOnTags } from './tags/tags.ts';
import type { UndoneChange } from './marks/marks.ts';
import { PluginOperations, type PluginOperationStep } from './writing/plugin-operations.ts';
import { undoPlan } from './writing/plugin-undo-plans.ts';
import { PostponedChanges } from './writing/postponed-changes.ts';
import type { PostponableChange } from './journal/postponed-journal.ts';
import { RunningChanges } from './writing/running-changes.ts';
import { UndoOfHistories } from './histories/undo-in-parts.ts';
import { settleUnfinished } from './writing/unfinished-operations.ts';
import { withJournal } from './journal/with-journal.ts';

/**
 * Changes of tags, styles, versions, groups and histories, and removals: by the plugin while darktable has the library open, else straight into
 * the library. Each throws `db_write_error` when nothing could be stored, and for tags and styles also when only a part could.
 */
export interface Operations extends OperationsOnTags, OperationsOnImages, OperationsOnStyles {
  /** Throws `invalid_body` and `module_not_found`, `not_found` and `conflict`, and what `check` throws, which runs right before. */
  changeHistories(
    imageIds: readonly number[],
    change: HistoryChange,
    client: string,
    check?: () => Promise<void>,
  ): Promise<ChangeResult>;
  /** What that would change; nothing is stored, and darktable may be open. Throws as that does. */
  wouldChangeHistories(
    imageIds: readonly number[],
    change: HistoryChange,
    dryRun?: HistoryDryRun,
  ): Promise<EditsResult>;
  /** Changes of histories that wait until darktable is closed. */
  postponed: Pick<PostponedChanges, 'list' | 'drop' | 'doNow' | 'wake' | 'ended'>;
  /** At once if darktable is closed, else then. Throws as `changeHistories` does. */
  postponeHistories(
    imageIds: readonly number[],
    change: PostponableChange,
    client: string,
  ): Promise<EditsResult | PostponedChange>;
  /** The operations and module edits among these changes, by id. */
  among(changeIds: readonly number[]): Map<number, JournaledOperation>;
  /** Adds module edits stored since to the changes. */
  takeInModuleEdits(): void;
  /** The module edit that this change stands for. */
  edit(changeId: number): JournaledEdit | null;
  changeOfEdit(editId: number): number | null;
  /** Also throws `conflict`. */
  undo(operation: JournaledOperation, client: string): Promise<UndoneChange>;
  /** Whether this change is being made. */
  isRunning(changeId: number): boolean;
  /** Stops one that is being made. What is done stays. Throws `conflict`. */
  cancel(changeId: number): Promise<ChangeResult>;
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface OperationsOptions {
  dataDir: string;
  library: Pick<Library, 'file' | 'read' | 'resting'>;
  /** Called after a change of tags was stored, since sidecars must follow. */
  onTagsChanged: () => void;
  /** Called after histories were changed: pictures and thumbnails of these images are old. */
  onHistoriesChanged: (imageIds: readonly number[]) => Promise<void>;
  /** Hears how far the plugin is. */
  events: Pick<Events, 'emit'>;
  log: Log;
  /** Whether nothing may be written now: postponed changes wait. Default: no. */
  isReadOnly?: (() => boolean) | undefined;
  /** How long darktable may take to start, and to continue without progress. */
  timeoutMs?: number | undefined;
  graceMs?: number | undefined;
  /** How often it is looked whether darktable was closed, while a change waits for that. */
  lookMs?: number | undefined;
  onStep?: ((step: OperationStep | PluginOperationStep) => void) | undefined;
}

/** Opens the journal and the queue of writes, which all parts share. */
export function openOperations(options: OperationsOptions): Operations {
  const { dataDir, library, events, onTagsChanged, onHistoriesChanged, timeoutMs, graceMs, onStep, log } = options;
  const { operationsDir, editsDir, heartbeat } = bridgePaths(dataDir);
  const journal = new OperationJournal(join(dataDir, 'journal.db'), () => library.file);
  const writes: WriteQueue = new WriteQueue({
    recover: () => settleUnfinished({ ...shared, direct, plugin, operationsDir, heartbeat, onTagsChanged }),
    name: 'Interrupted changes',
    log,
  });
  const shared = { library, journal, writes, onHistoriesChanged, onStep, log };
  const running = new RunningChanges(events);
  const direct = new DirectOperations({ ...shared, onTagsChanged });
  const plugin = new PluginOperations({ ...shared, operationsDir, editsDir, timeoutMs, graceMs });
  const writer = new OperationWriter({ ...shared, heartbeat, running, direct, plugin });
  const histories = new OperationsOnHistories({ library, writer });
  const postponed = new PostponedChanges({
    ...{ library, journal, histories, writes, events, log, lookMs: options.lookMs },
    state: () => writer.state(),
    isReadOnly: options.isReadOnly ?? (() => false),
  });
  postponed.wake();
  const undoOfHistories = new UndoOfHistories({ ...shared, running, plugin, writer });
  return {
    ...operationsOnTags({ library, writer }),
    ...operationsOnImages(writer),
    ...operationsOnStyles({ library, writer }),
    changeHistories: (imageIds, change, client, check) => histories.change(imageIds, change, { client, check }),
    wouldChangeHistories: (imageIds, change, dryRun) => histories.wouldChange(imageIds, change, dryRun),
    postponed,
    postponeHistories: (imageIds, change, client) => postponed.postpone(imageIds, change, client),
    among: (changeIds) => journal.among(changeIds),
    takeInModuleEdits: () => journal.takeInModuleEdits(),
    edit: (changeId) => journal.edit(changeId),
    changeOfEdit: (editId) => journal.changeOfEdit(editId),
    async undo(operation, client) {
      const { id, kind } = operation;
      if (running.isRunning(id))
        throw new AppError('conflict', `Change ${id} is being made. DELETE /api/v1/changes/${id} stops it.`);
      postponed.dropRestOf(id);
      return kind === 'history'
        ? undoOfHistories.undo(id, client)
        : undoOperation(operation, client, { journal, writer });
    },
    isRunning: (changeId) => running.isRunning(changeId),
    cancel: (changeId) => running.cancel(changeId),
    async settled() {
      await writes.ended();
      await postponed.ended();
    },
    async close() {
      postponed.shut();
      running.stopAll();
      await writes.close();
      await postponed.ended();
      journal.close();
    },
  };
}

/** Takes back what is not about histories, as a whole. */
async function undoOperation(
  operation: JournaledOperation,
  client: string,
  { journal, writer }: { journal: OperationJournal; writer: OperationWriter },
): Promise<UndoneChange> {
  const { id } = operation;
  const made = () => {
    const { rows, fields, undoneBy } = withJournal(journal, () => journal.made(id));
    if (undoneBy !== null)
      throw new AppError('conflict', `Change ${id} was taken back already, by change ${undoneBy}.`);
    return { rows, fields };
  };
  const written = await writer.write(
    { client, kind: operation.kind, undoes: id },
    {
      direct: (library) => takeBack(library, operation, made()),
      plugin: (reader) => undoPlan(reader, operation, made()),
      ...(operation.kind === 'style' && { can: canChangeStyles }),
    },
  );
  if (written.way === 'direct') {
    const changed = imagesOf(written.planned.fields);
    const result = { change: written.change, changed, unchanged: 0, failed: 0, failures: [] };
    return { result, left: written.planned.left };
  }
  refuseNothing(written);
  return { result: resultOf(written, []), left: [...written.plan.left] };
}

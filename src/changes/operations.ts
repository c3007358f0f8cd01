import type { EditsResult } from '../contract/history.ts';
import type { ChangeResult } from '../contract/image-change.ts';
import type { PostponedChange } from '../contract/postponed.ts';
import { bridgePaths } from '../darktable/bridge-files.ts';
import { AppError } from '../platform/errors.ts';
import { DirectOperations } from './writing/direct-operations.ts';
import type { HistoryChange } from './histories/plans.ts';
import type { Journal } from './journal/journal.ts';
import type { JournaledOperation } from './journal/operation-journal.ts';
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
import type { Shared } from './writing/shared.ts';
import { UndoOfHistories } from './histories/undo-in-parts.ts';
import { settleUnfinished } from './writing/unfinished-operations.ts';

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
  /** Also throws `conflict`. */
  undo(operation: JournaledOperation, client: string): Promise<UndoneChange>;
  /** Postponed changes go on with the next start. To be called before running changes are stopped. */
  shut(): void;
}

export interface OperationsOptions extends Shared {
  /** Called after a change of tags was stored, since sidecars must follow. */
  onTagsChanged: () => void;
  /** Called after histories were changed: pictures and thumbnails of these images are old. */
  onHistoriesChanged: (imageIds: readonly number[]) => Promise<void>;
  onStep?: ((step: OperationStep | PluginOperationStep) => void) | undefined;
}

export function openOperations(shared: OperationsOptions): Operations {
  const { dataDir, library, journal, writes, running } = shared;
  const { operationsDir, editsDir, heartbeat } = bridgePaths(dataDir);
  const direct = new DirectOperations(shared);
  const plugin = new PluginOperations({ ...shared, operationsDir, editsDir });
  const writer = new OperationWriter({ ...shared, heartbeat, direct, plugin });
  const histories = new OperationsOnHistories({ library, writer });
  const postponed = new PostponedChanges({ ...shared, histories, state: () => writer.state() });
  const undoOfHistories = new UndoOfHistories({ ...shared, plugin, writer });
  writes.onRecover('Interrupted operations', () =>
    settleUnfinished({ ...shared, direct, plugin, operationsDir, heartbeat }),
  );
  postponed.wake();
  return {
    ...operationsOnTags({ library, writer }),
    ...operationsOnImages(writer),
    ...operationsOnStyles({ library, writer }),
    changeHistories: (imageIds, change, client, check) => histories.change(imageIds, change, { client, check }),
    wouldChangeHistories: (imageIds, change, dryRun) => histories.wouldChange(imageIds, change, dryRun),
    postponed,
    postponeHistories: (imageIds, change, client) => postponed.postpone(imageIds, change, client),
    async undo(operation, client) {
      const { id, kind } = operation;
      if (running.isRunning(id))
        throw new AppError('conflict', `Change ${id} is being made. DELETE /api/v1/changes/${id} stops it.`);
      postponed.dropRestOf(id);
      return kind === 'history'
        ? undoOfHistories.undo(id, client)
        : undoOperation(operation, client, { journal, writer });
    },
    shut: () => postponed.shut(),
  };
}

/** Takes back what is not about histories, as a whole. */
async function undoOperation(
  operation: JournaledOperation,
  client: string,
  { journal, writer }: { journal: Journal; writer: OperationWriter },
): Promise<UndoneChange> {
  const { id } = operation;
  const made = () => {
    const { rows, fields, undoneBy } = journal.needed(({ operations }) => operations.made(id));
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

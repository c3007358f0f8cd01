import { AppError } from '../platform/errors.ts';
import type { UndoOfHistories } from './histories/undo-in-parts.ts';
import type { Journal } from './journal/journal.ts';
import type { JournaledOperation } from './journal/operation-journal.ts';
import type { UndoneChange } from './marks/marks.ts';
import type { Edits } from './modules/edits.ts';
import type { OnTagMoved } from './tags/tags.ts';
import { canChangeStyles } from './styles/styles.ts';
import { imagesOf, refuseNothing, resultOf } from './writing/operation-results.ts';
import { takeBack } from './writing/operation-undo.ts';
import type { OperationWriter } from './writing/operation-writer.ts';
import { undoPlan } from './writing/plugin-undo-plans.ts';
import type { PostponedChanges } from './writing/postponed-changes.ts';
import type { RunningChanges } from './writing/running-changes.ts';

export interface UndoOptions {
  journal: Journal;
  writer: OperationWriter;
  onTagMoved: OnTagMoved;
  running: Pick<RunningChanges, 'isRunning'>;
  postponed: Pick<PostponedChanges, 'dropRestOf'>;
  edits: Pick<Edits, 'list' | 'undo'>;
  histories: Pick<UndoOfHistories, 'undo'>;
}

/** Takes back what is no change of marks. Throws `not_found`, `conflict`, `db_write_error`. */
export function undoOperation(
  operation: JournaledOperation,
  client: string,
  options: UndoOptions,
): Promise<UndoneChange> {
  const { id, kind } = operation;
  if (kind === 'module') return undoEdit(id, client, options);
  if (options.running.isRunning(id))
    throw new AppError('conflict', `Change ${id} is being made. DELETE /api/v1/changes/${id} stops it.`);
  options.postponed.dropRestOf(id);
  return kind === 'history' ? options.histories.undo(id, client) : undoWhole(operation, client, options);
}

async function undoWhole(
  operation: JournaledOperation,
  client: string,
  { journal, writer, onTagMoved }: UndoOptions,
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
  if (written.way === 'plugin') refuseNothing(written);
  const { before, after } = operation.tag ?? {};
  if (operation.kind === 'tag' && after) onTagMoved(after, before ?? null);
  if (written.way === 'direct') {
    const changed = imagesOf(written.planned.fields);
    const result = { change: written.change, changed, unchanged: 0, failed: 0, failures: [] };
    return { result, left: written.planned.left };
  }
  return { result: resultOf(written, []), left: [...written.plan.left] };
}

async function undoEdit(id: number, client: string, { journal, edits }: UndoOptions): Promise<UndoneChange> {
  const edit = journal.operations.edit(id)!;
  const { imageId, operation, priority } = edit;
  const isSame = (one: typeof edit) => one.operation === operation && one.priority === priority;
  const latest = () => edits.list(imageId, { limit: -1, offset: 0 }).items.find(isSame);
  if (latest()?.id !== edit.id)
    throw new AppError('conflict', `${operation} of image ${imageId} was edited again since change ${id}.`);
  try {
    await edits.undo({ imageId, operation, instance: priority, client });
  } catch (error) {
    const code = error instanceof AppError ? error.code : null;
    if (code === 'precondition_failed' || code === 'module_not_found')
      throw new AppError('conflict', (error as AppError).message, { cause: error });
    // It is stored; only the request for its preview failed.
    if (code !== 'queue_error') throw error;
  }
  journal.operations.takeInModuleEdits();
  const change = journal.operations.changeOfEdit(latest()!.id);
  return { result: { change, changed: 1, unchanged: 0, failed: 0, failures: [] }, left: [] };
}

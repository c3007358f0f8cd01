import type { ChangeKind, ChangeResult } from '../contract/image-change.ts';
import type { Edits } from './modules/edits.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { JournaledChange, ListedField } from './journal/change-journal.ts';
import type { TagChange } from './writing/operation.ts';
import type { Operations } from './operations.ts';
import { noSuchChange, type Organising, type UndoneChange } from './marks/marks.ts';

/** A change of any kind, as lists show it. */
export type ListedChange = JournaledChange & {
  kind: ChangeKind;
  /** For a change of tags. */
  tag: TagChange | null;
  /** For a change of styles. */
  style: TagChange | null;
  fields: ListedField[];
};

/** All changes made through Safelight, in one list and with one undo. */
export interface Changes {
  /** Newest first. Throws `db_error` when the journal cannot be read. */
  list(page: { imageId?: number | undefined; limit: number; offset: number }): { items: ListedChange[]; total: number };
  /** `decision` for a change that does not exist. Throws `db_error`. */
  kindOf(id: number): ListedChange['kind'];
  /** Throws `not_found`, `conflict`, `db_write_error`. */
  undo(id: number, client: string): Promise<UndoneChange>;
  /** Stops a running change. What is done stays, and the result says how far it got. Throws `not_found`, `conflict`. */
  cancel(id: number): Promise<ChangeResult>;
}

export interface ChangesOptions {
  organising: Organising;
  operations: Operations;
  edits: Pick<Edits, 'list' | 'undo'>;
}

export function changesOf({ organising, operations, edits }: ChangesOptions): Changes {
  const operationOf = (id: number) => read(() => operations.among([id]).get(id));
  return {
    list(page) {
      read(() => operations.takeInModuleEdits());
      const { items, total } = organising.list(page);
      const known = read(() => operations.among(items.map(({ id }) => id)));
      return {
        items: items.map((change) => {
          const { kind = 'decision', tag = null } = known.get(change.id) ?? {};
          return { ...change, kind, tag: kind === 'tag' ? tag : null, style: kind === 'style' ? tag : null };
        }),
        total,
      };
    },
    kindOf: (id) => operationOf(id)?.kind ?? 'decision',
    cancel: (id) => (operations.isRunning(id) ? operations.cancel(id) : organising.cancel(id)),
    async undo(id, client) {
      const operation = operationOf(id);
      // Until its turn comes, an edit of a module may get a number that nobody has yet.
      if (!operation && !organising.has(id)) throw noSuchChange(id);
      if (!operation) return organising.undo(id, client);
      return operation.kind === 'module'
        ? undoEdit(id, client, { operations, edits })
        : operations.undo(operation, client);
    },
  };
}

async function undoEdit(
  id: number,
  client: string,
  { operations, edits }: Pick<ChangesOptions, 'operations' | 'edits'>,
): Promise<UndoneChange> {
  const edit = operations.edit(id)!;
  const { imageId, operation, priority } = edit;
  const isSame = (one: typeof edit) => one.operation === operation && one.priority === priority;
  const latest = () => edits.list(imageId, { limit: -1, offset: 0 }).items.find(isSame);
  if (latest()?.id !== edit.id)
    throw new AppError('conflict', `${operation} of image ${imageId} was edited again since change ${id}.`);
  try {
    await edits.undo({ imageId, operation, instance: priority, client });
  } catch (error) {
    // It is stored; only the request for its preview failed.
    const isElse = !(error instanceof AppError) || error.code !== 'queue_error';
    if (isElse && error instanceof AppError && ['precondition_failed', 'module_not_found'].includes(error.code))
      throw new AppError('conflict', error.message, { cause: error });
    if (isElse) throw error;
  }
  operations.takeInModuleEdits();
  const made = latest()!;
  const change = operations.changeOfEdit(made.id);
  return { result: { change, changed: 1, unchanged: 0, failed: 0, failures: [] }, left: [] };
}

function read<T>(use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw new AppError('db_error', `The journal of changes cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

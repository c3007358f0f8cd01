import { join } from 'node:path';
import type { ChangeKind, ChangeResult } from '../contract/image-change.ts';
import { bridgePaths } from '../darktable/bridge-files.ts';
import { AppError } from '../platform/errors.ts';
import { noSuchChange, type JournaledChange, type ListedField } from './journal/change-journal.ts';
import { Journal } from './journal/journal.ts';
import { JournalUpkeep } from './journal/journal-upkeep.ts';
import { LibraryMarks, type Marks, type MarkStep, type UndoneChange } from './marks/marks.ts';
import { chooseEditWay } from './modules/choose-edit-way.ts';
import { LibraryEdits, type Edits, type EditsOptions } from './modules/edits.ts';
import { openOperations, type Operations, type OperationsOptions } from './operations.ts';
import { recoverDirectWrite } from './writing/direct-write.ts';
import type { TagChange } from './writing/operation.ts';
import { RunningChanges } from './writing/running-changes.ts';
import type { Shared } from './writing/shared.ts';
import { SidecarQueue } from './writing/sidecar-queue.ts';
import { WriteQueue } from './writing/write-queue.ts';

/** A change of any kind, as lists show it. */
export type ListedChange = JournaledChange & {
  kind: ChangeKind;
  /** For a change of tags. */
  tag: TagChange | null;
  /** For a change of styles. */
  style: TagChange | null;
  fields: ListedField[];
};

/** All that alters the library: one queue, one journal, one list, one undo. */
export interface Changes {
  /** Stars, labels, tags, texts and places. */
  marks: Marks;
  /** Modules of single images. */
  modules: Edits;
  /** Tags, styles, versions, groups, removals and whole histories. */
  operations: Operations;
  /** Newest first. Throws `db_error` when the journal cannot be read. */
  list(page: { imageId?: number | undefined; limit: number; offset: number }): { items: ListedChange[]; total: number };
  /** `decision` for a change that does not exist. Throws `db_error`. */
  kindOf(id: number): ChangeKind;
  /** Undoing that restores it. Throws `not_found`, `conflict`, `db_write_error`. */
  undo(id: number, client: string): Promise<UndoneChange>;
  /** Stops a running change. What is done stays, and the result says how far it got. Throws `not_found`, `conflict`. */
  cancel(id: number): Promise<ChangeResult>;
  /** For what is written to the library and is no change: it takes its turn among them. */
  inTurn: WriteQueue['inTurn'];
  /** Sidecars that are due are written now, if they can be. */
  wakeSidecars(): void;
  /** Resolves when interrupted changes, those that waited, and sidecars are settled. For tests. */
  settled(): Promise<void>;
  /** Cancels what is being written through darktable and waits for the rest. */
  close(): Promise<void>;
}

type Given = Pick<Shared, 'dataDir' | 'library' | 'events' | 'log' | 'timeoutMs' | 'graceMs' | 'lookMs'>;

export interface ChangesOptions
  extends
    Given,
    Pick<EditsOptions, 'setThumbnailsAside' | 'askForPreview'>,
    Pick<OperationsOptions, 'onHistoriesChanged'> {
  isReadOnly?: Shared['isReadOnly'] | undefined;
  /** Default: see [Note: Two writers]. */
  chooseEditWay?: EditsOptions['chooseWay'] | undefined;
  /** The most that the journal may take. Default: no limit. */
  journalMegabytes?: (() => number) | undefined;
  /** How long a result waits for sidecars. Default: a second. */
  sidecarPatienceMs?: number | undefined;
  /** For tests of power cuts. */
  onStep?: ((step: MarkStep | Parameters<NonNullable<OperationsOptions['onStep']>>[0]) => void) | undefined;
}

/** The most fields of a change that a list shows. */
const LISTED_FIELDS = 100;

export function openChanges(options: ChangesOptions): Changes {
  const {
    dataDir,
    library,
    events,
    log,
    isReadOnly = () => false,
    journalMegabytes,
    sidecarPatienceMs,
    onStep,
  } = options;
  const journal = new Journal(join(dataDir, 'journal.db'), () => library.file);
  const writes = new WriteQueue(log, () => {
    const { edits, changes, operations: all } = journal;
    const isAny = [edits.unfinished(), changes.unfinished(), all.unfinished()].some((begun) => begun.length > 0);
    // Rejects that waited are written without being begun once more.
    if (isAny || changes.waitingRejects().size > 0) recoverDirectWrite(library.file);
  });
  const running = new RunningChanges(events);
  const shared = { ...options, journal, writes, running, isReadOnly };
  const sidecars = new SidecarQueue({ ...shared, onStep, patienceMs: sidecarPatienceMs });
  const marks = new LibraryMarks({ ...shared, sidecars });
  const operations = openOperations({ ...shared, onTagsChanged: () => sidecars.wake() });
  const chooseWay = options.chooseEditWay ?? chooseEditWay({ ...shared, ...bridgePaths(dataDir) });
  const edits = new LibraryEdits({ ...shared, chooseWay });
  const upkeep =
    journalMegabytes && new JournalUpkeep({ file: journal.file, megabytes: journalMegabytes, events, log });
  const operationOf = (id: number) => journal.read(({ operations: all }) => all.among([id]).get(id));
  const isThere = (id: number) => running.isRunning(id) || journal.needed(({ changes }) => changes.get(id)) !== null;
  return {
    marks,
    modules: edits,
    operations,
    list: (page) =>
      journal.read(({ changes, operations: all }) => {
        all.takeInModuleEdits();
        const { items, total } = changes.list(page);
        const known = all.among(items.map(({ id }) => id));
        return {
          items: items.map((change) => {
            const { kind = 'decision', tag = null } = known.get(change.id) ?? {};
            return {
              ...change,
              kind,
              tag: kind === 'tag' ? tag : null,
              style: kind === 'style' ? tag : null,
              fields: changes.fields(change.id, LISTED_FIELDS),
            };
          }),
          total,
        };
      }),
    kindOf: (id) => operationOf(id)?.kind ?? 'decision',
    async undo(id, client) {
      const operation = operationOf(id);
      // Until its turn comes, an edit of a module may get a number that nobody has yet.
      if (!operation && !isThere(id)) throw noSuchChange(id);
      if (!operation) return marks.undo(id, client);
      return operation.kind === 'module'
        ? undoEdit(id, client, { journal, edits })
        : operations.undo(operation, client);
    },
    async cancel(id) {
      if (!isThere(id)) throw noSuchChange(id);
      return running.cancel(id);
    },
    inTurn: (work) => writes.inTurn(work),
    wakeSidecars: () => sidecars.wake(),
    async settled() {
      await writes.ended();
      await Promise.all([marks.ended(), operations.postponed.ended()]);
      await sidecars.ended();
    },
    async close() {
      operations.shut();
      running.stopAll();
      await marks.close();
      await writes.close();
      await operations.postponed.ended();
      await sidecars.close();
      await upkeep?.close();
      journal.close();
    },
  };
}

async function undoEdit(
  id: number,
  client: string,
  { journal, edits }: { journal: Journal; edits: Pick<Edits, 'list' | 'undo'> },
): Promise<UndoneChange> {
  const edit = journal.operations.edit(id)!;
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
  journal.operations.takeInModuleEdits();
  const change = journal.operations.changeOfEdit(latest()!.id);
  return { result: { change, changed: 1, unchanged: 0, failed: 0, failures: [] }, left: [] };
}

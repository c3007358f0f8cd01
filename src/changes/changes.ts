import { join } from 'node:path';
import type { ChangeKind, ChangeResult } from '../contract/image-change.ts';
import { bridgePaths } from '../darktable/bridge-files.ts';
import { noSuchChange, type JournaledChange, type ListedField } from './journal/change-journal.ts';
import { Journal } from './journal/journal.ts';
import { JournalUpkeep } from './journal/journal-upkeep.ts';
import { LibraryMarks, type Marks, type MarkStep, type UndoneChange } from './marks/marks.ts';
import { ChangesOfHistories } from './histories/histories.ts';
import { UndoOfHistories } from './histories/undo-in-parts.ts';
import { changesOfImages, type ChangesOfImages } from './images/images.ts';
import { LibraryEdits, type Edits, type EditsOptions, type EditStep } from './modules/edits.ts';
import { changesOfStyles, type ChangesOfStyles } from './styles/styles.ts';
import { changesOfTags, type ChangesOfTags, type OnTagMoved } from './tags/tags.ts';
import { undoOperation } from './undo.ts';
import { DirectOperations } from './writing/direct-operations.ts';
import { recoverDirectWrite } from './writing/direct-write.ts';
import type { TagChange } from './writing/operation.ts';
import type { OperationStep } from './writing/operation-write.ts';
import { OperationWriter } from './writing/operation-writer.ts';
import { PluginOperations, type PluginOperationStep } from './writing/plugin-operations.ts';
import { PostponedChanges } from './writing/postponed-changes.ts';
import { RunningChanges } from './writing/running-changes.ts';
import type { Shared } from './writing/shared.ts';
import { SidecarQueue } from './writing/sidecar-queue.ts';
import { settleUnfinished } from './writing/unfinished-operations.ts';
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
  tags: ChangesOfTags;
  styles: ChangesOfStyles;
  /** Versions, groups and removals. */
  images: ChangesOfImages;
  histories: Pick<ChangesOfHistories, 'change' | 'wouldChange'>;
  /** Changes of histories that wait until darktable is closed. */
  postponed: Pick<PostponedChanges, 'postpone' | 'list' | 'drop' | 'doNow' | 'wake' | 'ended'>;
  /** Newest first. Throws `db_error` when the journal cannot be read. */
  list(page: { imageId?: number | undefined; limit: number; offset: number }): { items: ListedChange[]; total: number };
  /** `decision` for a change that does not exist. Throws `db_error`. */
  kindOf(id: number): ChangeKind;
  /** The change that an edit of a module is in the list. Throws `db_error`. */
  changeOfEdit(edit: number): number | null;
  /** Those of these changes that are there and not taken back. Throws `db_error`. */
  standing(ids: readonly number[]): ReadonlySet<number>;
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

export interface ChangesOptions extends Given, Pick<EditsOptions, 'setThumbnailsAside' | 'askForPreview'> {
  /** Called after histories were changed: pictures and thumbnails of these images are old. */
  onHistoriesChanged: (imageIds: readonly number[]) => Promise<void>;
  /** Whoever keeps something of a tag by its name. */
  onTagMoved?: OnTagMoved | undefined;
  isReadOnly?: Shared['isReadOnly'] | undefined;
  /** The most that the journal may take. Default: no limit. */
  journalMegabytes?: (() => number) | undefined;
  /** How long a result waits for sidecars. Default: a second. */
  sidecarPatienceMs?: number | undefined;
  /** For tests of power cuts. */
  onStep?: ((step: MarkStep | EditStep | OperationStep | PluginOperationStep) => void) | undefined;
}

/** The most fields of a change that a list shows. */
const LISTED_FIELDS = 100;

export function openChanges(options: ChangesOptions): Changes {
  const {
    dataDir,
    library,
    events,
    log,
    onTagMoved = () => undefined,
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
  const { operationsDir, editsDir, heartbeat } = bridgePaths(dataDir);
  const onTagsChanged = () => sidecars.wake();
  const direct = new DirectOperations({ ...shared, onTagsChanged });
  const plugin = new PluginOperations({ ...shared, operationsDir, editsDir });
  const writer = new OperationWriter({ ...shared, heartbeat, direct, plugin });
  const histories = new ChangesOfHistories({ library, writer });
  const postponed = new PostponedChanges({ ...shared, histories, state: () => writer.state() });
  const undoOfHistories = new UndoOfHistories({ ...shared, plugin, writer });
  writes.onRecover('Interrupted operations', () =>
    settleUnfinished({ ...shared, onTagsChanged, direct, plugin, operationsDir, heartbeat }),
  );
  const edits = new LibraryEdits(shared);
  const ofUndo = { ...shared, writer, onTagMoved, edits, postponed, histories: undoOfHistories };
  postponed.wake();
  const upkeep =
    journalMegabytes && new JournalUpkeep({ file: journal.file, megabytes: journalMegabytes, events, log });
  const operationOf = (id: number) => journal.read(({ operations: all }) => all.among([id]).get(id));
  const isThere = (id: number) => running.isRunning(id) || journal.needed(({ changes }) => changes.get(id)) !== null;
  return {
    marks,
    modules: edits,
    tags: changesOfTags({ library, writer, onTagMoved }),
    styles: changesOfStyles({ library, writer }),
    images: changesOfImages(writer),
    histories,
    postponed,
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
    changeOfEdit: (edit) =>
      journal.read(({ operations: all }) => {
        all.takeInModuleEdits();
        return all.changeOfEdit(edit);
      }),
    standing: (ids) =>
      journal.read(({ changes, operations: all }) => {
        all.takeInModuleEdits();
        return changes.standing(ids);
      }),
    async undo(id, client) {
      const operation = operationOf(id);
      // Until its turn comes, an edit of a module may get a number that nobody has yet.
      if (!operation && !isThere(id)) throw noSuchChange(id);
      const undone = await (operation ? undoOperation(operation, client, ofUndo) : marks.undo(id, client));
      events.emit('change.undone', { change: id });
      return undone;
    },
    async cancel(id) {
      if (!isThere(id)) throw noSuchChange(id);
      return running.cancel(id);
    },
    inTurn: (work) => writes.inTurn(work),
    wakeSidecars: () => sidecars.wake(),
    async settled() {
      await writes.ended();
      await Promise.all([marks.ended(), postponed.ended()]);
      await sidecars.ended();
    },
    async close() {
      postponed.shut();
      running.stopAll();
      await marks.close();
      await writes.close();
      await postponed.ended();
      await sidecars.close();
      await upkeep?.close();
      journal.close();
    },
  };
}

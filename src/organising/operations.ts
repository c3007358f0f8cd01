import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { EditsResult } from '../contract/history.ts';
import { MOST_FAILED, type ChangeResult } from '../contract/image-change.ts';
import { bridgePaths } from '../darktable/bridge-files.ts';
import { readHeartbeat, type Heartbeat } from '../darktable/bridge-heartbeat.ts';
import { darktableState, type DarktableState } from '../darktable/darktable-state.ts';
import { endLeftoverOperations } from '../darktable/operation-jobs.ts';
import { runningDarktable } from '../darktable/running.ts';
import { inWords } from '../edits/direct-way.ts';
import type { JournaledEdit } from '../edits/edit-journal.ts';
import { WriteQueue } from '../edits/write-queue.ts';
import { backupOfToday } from '../library/backup.ts';
import type { Library, LibraryReader } from '../library/library.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { CANCELLED } from './bridge-way.ts';
import type { ListedField } from './change-journal.ts';
import { canReach } from './choose-way.ts';
import { dataBeside, recoverDirectWrite } from './direct-way.ts';
import { dryRun } from './history-dry-run.ts';
import { historyChanger } from './history-operations.ts';
import { historiesBack, imageOf } from './history-undo.ts';
import type { HistoryChange } from './history-plans.ts';
import { duplicateImage, groupImages, removeImages, type Grouping, type ImageOperation } from './image-operations.ts';
import type { OperationKind, TagChange } from './operation.ts';
import { OperationJournal, type JournaledOperation } from './operation-journal.ts';
import { operationRoute } from './operation-route.ts';
import { changedSince, takeBack } from './operation-undo.ts';
import { writeOperation, type OperationStep } from './operation-write.ts';
import { PartSize } from './part-size.ts';
import { Outcome } from './planned.ts';
import { duplicatePlan, groupPlan, removePlan } from './plugin-image-plans.ts';
import { PluginPace } from './plugin-pace.ts';
import { notStored, PluginOperations, type PluginOperationStep, type PluginOutcome } from './plugin-operations.ts';
import type { PluginPlan } from './plugin-plan.ts';
import { historyWay, needsWhole, type PluginAbility } from './plugin-history-plans.ts';
import { historiesBackPlan } from './plugin-history-undo.ts';
import { createTagPlan, deleteTagPlan, mergeTagPlan, renameTagPlan } from './plugin-tag-plans.ts';
import { undoPlan } from './plugin-undo-plans.ts';
import { isReadyFor, rowsTakenBack, type RowChange } from './row-changes.ts';
import { RunningChanges, type ChangeBegun } from './running-changes.ts';
import {
  changeStyle,
  createStyle,
  deleteStyle,
  insertStyle,
  STYLES_ONLY_CLOSED,
  type NewStyle,
  type StyleOperation,
} from './style-operations.ts';
import { rowOf } from './style-content.ts';
import type { StyleContent } from './style-file.ts';
import { createTag, deleteTag, mergeTag, renameTag, type TagOperation } from './tag-operations.ts';
import { tagNamed } from './tag-plans.ts';
import { withJournal } from './with-journal.ts';

export interface ChangedTag {
  /** null: nothing was changed. */
  change: number | null;
  /** null: it was deleted. */
  tagId: number | null;
  /** How many images had it, or a tag below it that changed too. */
  images: number;
}

export interface ChangedStyle {
  /** null: nothing was changed. */
  change: number | null;
  /** null: it was deleted. */
  styleId: number | null;
  /** Its full name before. null: there was none. */
  before: string | null;
  /** Operations whose drawn mask the style does not have. */
  masksLeft: readonly string[];
}

/**
 * Changes of tags, versions and groups, and removals: by the plugin while darktable has the library open, else straight into the library. Each
 * throws `db_write_error` when nothing could be stored, and for tags also when only a part could.
 */
export interface Operations {
  createTag(name: string, client: string): Promise<ChangedTag>;
  /** These also throw `not_found`, `conflict` and `invalid_body`. */
  renameTag(id: number, name: string, client: string): Promise<ChangedTag>;
  mergeTag(id: number, intoId: number, client: string): Promise<ChangedTag>;
  deleteTag(id: number, client: string): Promise<ChangedTag>;
  /** Also throws `not_found`. */
  duplicate(imageId: number, client: string): Promise<{ change: number; imageId: number }>;
  /** Throws `invalid_body` for a leader that does not exist. */
  group(grouping: Grouping, client: string): Promise<ChangeResult>;
  remove(imageIds: readonly number[], client: string): Promise<ChangeResult>;
  /** Throws `invalid_body` and `module_not_found`, `not_found` and `conflict`. */
  changeHistories(imageIds: readonly number[], change: HistoryChange, client: string): Promise<ChangeResult>;
  /** What that would change; nothing is stored, and darktable may be open. Throws as that does. */
  wouldChangeHistories(imageIds: readonly number[], change: HistoryChange): Promise<EditsResult>;
  /** Only while darktable is closed. These throw `not_found` and `conflict`. */
  createStyle(style: NewStyle, client: string): Promise<ChangedStyle>;
  importStyle(style: StyleContent, client: string): Promise<ChangedStyle>;
  changeStyle(id: number, change: { name?: string; description?: string }, client: string): Promise<ChangedStyle>;
  deleteStyle(id: number, client: string): Promise<ChangedStyle>;
  /** The operations and module edits among these changes, by id. */
  among(changeIds: readonly number[]): Map<number, JournaledOperation>;
  /** Adds module edits stored since to the changes. */
  takeInModuleEdits(): void;
  /** The module edit that this change stands for. */
  edit(changeId: number): JournaledEdit | null;
  changeOfEdit(editId: number): number | null;
  /** Also throws `conflict`. */
  undo(operation: JournaledOperation, client: string): Promise<UndoneOperation>;
  /** Whether this change is being made. */
  isRunning(changeId: number): boolean;
  /** Stops one that is being made. What is done stays. Throws `conflict`. */
  cancel(changeId: number): Promise<ChangeResult>;
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface UndoneOperation {
  result: ChangeResult;
  left: ListedField[];
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
  /** How long darktable may take to start, and to continue without progress. */
  timeoutMs?: number | undefined;
  graceMs?: number | undefined;
  onStep?: ((step: OperationStep | PluginOperationStep) => void) | undefined;
}

export function openOperations(options: OperationsOptions): Operations {
  return new LibraryOperations(options);
}

interface Planned {
  kind: OperationKind;
  tag: TagChange | null;
  rows: readonly RowChange[];
  fields: readonly ListedField[];
}

/** The two ways of an operation. */
interface Ways<P extends Planned> {
  direct: (library: Database.Database) => P;
  plugin: PluginWay;
  /** What the plugin must be able to do; omitted: operations. */
  can?: Ability | undefined;
}
interface ImageWays {
  direct: (library: Database.Database) => ImageOperation;
  plugin: PluginWay;
  can?: Ability | undefined;
}
/** A sentence: why it can be done only while darktable is closed. */
type PluginWay = ((reader: LibraryReader) => PluginPlan) | string;

/** How long others have their turn between two parts of a change. */
const BREATH_MS = 5;

/** What can be taken back only while darktable is closed. */
const ONLY_CLOSED: Partial<Record<OperationKind, string>> = { style: STYLES_ONLY_CLOSED };

/** What a change did to histories, by image. */
type MadeOfImages = Map<number, { rows: RowChange[]; fields: ListedField[] }>;

type Ability = (heartbeat: Heartbeat) => boolean;
const canTakeWhole: Ability = ({ operated, histories }) => operated !== null && histories !== null;
const canChangeBy = (change: HistoryChange): Ability =>
  needsWhole(change) ? canTakeWhole : ({ operated }) => operated !== null;

interface InParts<P extends Planned> {
  begun: ChangeBegun;
  /** What the plugin must be able to do to make it. */
  can: Ability;
  /** Its images, asked for when its turn has come. */
  ids: () => readonly number[];
  operate: (library: Database.Database, ids: readonly number[]) => P;
  /** Records what became of the images of a part. */
  note: (outcome: Outcome, ids: readonly number[], planned: P) => void;
}

/** A change in parts. */
interface WholeChange {
  /** Its id once a part is stored. */
  id: number | null;
  /** Whether parts follow the one at hand. */
  hasMore: boolean;
  /** Called with its id. */
  begun: (id: number) => void;
}

type Written<P> = { way: 'direct'; change: number | null; planned: P } | ({ way: 'plugin' } & PluginOutcome);

class LibraryOperations implements Operations {
  readonly #options: OperationsOptions;
  readonly #journal: OperationJournal;
  readonly #writes: WriteQueue;
  readonly #plugin: PluginOperations;
  readonly #running: RunningChanges;
  readonly #pace = new PluginPace();
  /** Changes of histories that are being taken back. */
  readonly #undone = new Set<number>();
  readonly #paths: Pick<ReturnType<typeof bridgePaths>, 'operationsDir' | 'editsDir' | 'heartbeat'>;

  constructor(options: OperationsOptions) {
    const { dataDir, library, events, timeoutMs, graceMs, onStep, log } = options;
    this.#options = options;
    this.#paths = bridgePaths(dataDir);
    this.#journal = new OperationJournal(join(dataDir, 'journal.db'), () => library.file);
    this.#writes = new WriteQueue({ recover: () => this.#settleUnfinished(), name: 'Interrupted changes', log });
    this.#running = new RunningChanges(events);
    this.#plugin = new PluginOperations({
      ...{ library, journal: this.#journal, writes: this.#writes, timeoutMs, graceMs, onStep, log },
      ...{ operationsDir: this.#paths.operationsDir, editsDir: this.#paths.editsDir },
    });
  }

  createTag(name: string, client: string): Promise<ChangedTag> {
    return this.#changeTag(client, {
      direct: (library) => createTag(library, name),
      plugin: (reader) => createTagPlan(reader, name),
    });
  }

  renameTag(id: number, name: string, client: string): Promise<ChangedTag> {
    return this.#changeTag(client, {
      direct: (library) => renameTag(library, id, name),
      plugin: (reader) => renameTagPlan(reader, id, name),
    });
  }

  mergeTag(id: number, intoId: number, client: string): Promise<ChangedTag> {
    return this.#changeTag(client, {
      direct: (library) => mergeTag(library, id, intoId),
      plugin: (reader) => mergeTagPlan(reader, id, intoId),
    });
  }

  deleteTag(id: number, client: string): Promise<ChangedTag> {
    return this.#changeTag(client, {
      direct: (library) => deleteTag(library, id),
      plugin: (reader) => deleteTagPlan(reader, id),
    });
  }

  async duplicate(imageId: number, client: string): Promise<{ change: number; imageId: number }> {
    const written = await this.#write(
      { client, kind: 'duplicate', undoes: null },
      {
        direct: (library) => ({ kind: 'duplicate' as const, tag: null, ...duplicateImage(library, imageId) }),
        plugin: (reader) => duplicatePlan(reader, imageId),
      },
    );
    if (written.way === 'direct') return { change: written.change!, imageId: written.planned.imageId };
    const [made] = written.done.fields;
    if (written.change === null || !made) throw notStored(written.problem ?? 'darktable made no new version.');
    return { change: written.change, imageId: made.imageId };
  }

  group(grouping: Grouping, client: string): Promise<ChangeResult> {
    return this.#changeImages('group', grouping.ids, client, {
      direct: (library) => groupImages(library, grouping),
      plugin: (reader) => groupPlan(reader, grouping),
    });
  }

  remove(imageIds: readonly number[], client: string): Promise<ChangeResult> {
    return this.#changeImages('remove', imageIds, client, {
      direct: (library) => removeImages(library, imageIds),
      plugin: (reader) => removePlan(reader, imageIds),
    });
  }

  async changeHistories(imageIds: readonly number[], change: HistoryChange, client: string): Promise<ChangeResult> {
    const direct = historyChanger(change);
    const state = this.#state();
    const can = canChangeBy(change);
    if (operationRoute(state, null, can) === 'bridge')
      return this.#changeThroughPlugin(imageIds, change, client, {
        direct: (library) => direct(library, imageIds),
        plugin: historyWay(imageIds, change, this.#ability(state)),
        can,
      });
    return this.#inParts({
      begun: { client, kind: 'history', undoes: null },
      can,
      ids: () => imageIds,
      operate: (library, ids) => ({ kind: 'history', tag: null, ...direct(library, ids) }),
      note: (outcome, ids, { fields, failed }) => {
        const changed = new Set(idsOf(fields));
        for (const imageId of ids) {
          const reason = failed.get(imageId);
          if (changed.has(imageId)) outcome.stored(imageId);
          else if (reason !== undefined) outcome.failed(imageId, reason);
          else outcome.planned([{ imageId, edits: [] }]);
        }
      },
    });
  }

  wouldChangeHistories(imageIds: readonly number[], change: HistoryChange): Promise<EditsResult> {
    const state = this.#state();
    const plugin = canReach(state, canChangeBy(change)) ? { pace: this.#pace, ...this.#ability(state) } : null;
    return dryRun(this.#options.library, imageIds, change, plugin);
  }

  #state(): DarktableState {
    return darktableState(this.#options.library.file, this.#paths.heartbeat);
  }

  #ability({ heartbeat }: DarktableState): PluginAbility {
    return { taking: heartbeat?.histories ?? null, configDir: dirname(this.#options.library.file) };
  }

  /** The dry runs after it say how long it took. */
  async #changeThroughPlugin(
    imageIds: readonly number[],
    change: HistoryChange,
    client: string,
    { direct, plugin, can }: { direct: ImageWays['direct']; plugin: Exclude<PluginWay, string>; can: Ability },
  ): Promise<ChangeResult> {
    const began = { at: null as number | null };
    const result = await this.#changeImages('history', imageIds, client, {
      direct,
      can,
      plugin: (reader) => {
        began.at = performance.now();
        return plugin(reader);
      },
    });
    if (began.at !== null)
      this.#pace.took(this.#options.library.file, change, result.changed, performance.now() - began.at);
    return result;
  }

  createStyle(style: NewStyle, client: string): Promise<ChangedStyle> {
    return this.#changeStyle(client, (library) => createStyle(library, style));
  }

  importStyle({ items, ...style }: StyleContent, client: string): Promise<ChangedStyle> {
    return this.#changeStyle(client, (library) => insertStyle(library, style, items.map(rowOf)));
  }

  changeStyle(id: number, change: { name?: string; description?: string }, client: string): Promise<ChangedStyle> {
    return this.#changeStyle(client, (library) => changeStyle(library, id, change));
  }

  deleteStyle(id: number, client: string): Promise<ChangedStyle> {
    return this.#changeStyle(client, (library) => deleteStyle(library, id));
  }

  among(changeIds: readonly number[]): Map<number, JournaledOperation> {
    return this.#journal.among(changeIds);
  }

  takeInModuleEdits(): void {
    this.#journal.takeInModuleEdits();
  }

  edit(changeId: number): JournaledEdit | null {
    return this.#journal.edit(changeId);
  }

  changeOfEdit(editId: number): number | null {
    return this.#journal.changeOfEdit(editId);
  }

  async undo(operation: JournaledOperation, client: string): Promise<UndoneOperation> {
    const { id } = operation;
    if (this.#running.isRunning(id))
      throw new AppError('conflict', `Change ${id} is being made. DELETE /api/v1/changes/${id} stops it.`);
    if (operation.kind === 'history') return this.#undoHistories(id, client);
    const made = () => {
      const { rows, fields, undoneBy } = withJournal(this.#journal, () => this.#journal.made(id));
      if (undoneBy !== null)
        throw new AppError('conflict', `Change ${id} was taken back already, by change ${undoneBy}.`);
      return { rows, fields };
    };
    const written = await this.#write(
      { client, kind: operation.kind, undoes: id },
      {
        direct: (library) => takeBack(library, operation, made()),
        plugin: ONLY_CLOSED[operation.kind] ?? ((reader) => undoPlan(reader, operation, made())),
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

  /** In parts; one that was stopped half-way goes on when it is asked for again. */
  async #undoHistories(id: number, client: string): Promise<UndoneOperation> {
    if (this.#undone.has(id)) throw new AppError('conflict', `Change ${id} is being taken back.`);
    this.#undone.add(id);
    const left: ListedField[] = [];
    let made: MadeOfImages = new Map();
    try {
      const state = this.#state();
      if (operationRoute(state, null, canTakeWhole) === 'bridge')
        return await this.#undoThroughPlugin(id, client, this.#ability(state));
      const result = await this.#inParts({
        begun: { client, kind: 'history', undoes: id },
        can: canTakeWhole,
        ids: () => {
          made = this.#notTakenBack(id);
          return [...made.keys()];
        },
        operate: (library, ids) => {
          const part = ids.map((imageId) => made.get(imageId)!);
          const back = historiesBack(library, {
            rows: part.flatMap(({ rows }) => rows),
            fields: part.flatMap(({ fields }) => fields),
          });
          return { kind: 'history', tag: null, ...back };
        },
        note: (outcome, _ids, back) => {
          for (const imageId of idsOf(back.fields)) outcome.stored(imageId);
          left.push(...back.left);
        },
      });
      if (result.change === null && result.failed === 0) {
        this.#finishUndoOf(id);
        throw changedSince(id);
      }
      return { result, left };
    } finally {
      this.#undone.delete(id);
    }
  }

  /** What could not be taken back can be once more. */
  async #undoThroughPlugin(id: number, client: string, ability: PluginAbility): Promise<UndoneOperation> {
    const outcome = { is: null as PluginOutcome | null };
    const begun = { client, kind: 'history' as const, undoes: id };
    await this.#writes.inTurn(() =>
      this.#running.run(begun, async (running) => {
        const made = this.#notTakenBack(id);
        const planOf = (reader: LibraryReader) => historiesBackPlan(reader, made, ability);
        outcome.is = await this.#plugin.carryOut(planOf, { client, undoes: id, running, isUnfinished: true });
        return resultOf(outcome.is, []);
      }),
    );
    const { change, plan, done, reasons } = outcome.is!;
    const ids = idsOf(done.fields);
    await this.#options.onHistoriesChanged(ids);
    const failed = new Map([...plan.failed, ...reasons]);
    if (failed.size === 0 && change === null) {
      this.#finishUndoOf(id);
      throw changedSince(id);
    }
    if (failed.size === 0 && change !== null) this.#finishUndo(change);
    const asked = [...ids.filter((imageId) => !failed.has(imageId)), ...failed.keys()];
    return { result: counted(change, asked, done.fields, failed), left: [...plan.left] };
  }

  /** What a change of histories did, by image, as far as it was not taken back. Throws `conflict` when it was. */
  #notTakenBack(id: number): MadeOfImages {
    const { rows, fields, taken } = withJournal(this.#journal, () => ({
      ...this.#journal.made(id),
      taken: this.#journal.takenBack(id),
    }));
    const rest: MadeOfImages = new Map();
    for (const row of rows) {
      const imageId = imageOf(row);
      if (taken.has(imageId)) continue;
      const one = rest.get(imageId) ?? { rows: [], fields: [] };
      one.rows.push(row);
      rest.set(imageId, one);
    }
    for (const field of fields) rest.get(field.imageId)?.fields.push(field);
    if (rest.size > 0) return rest;
    const undoneBy = Math.max(...new Set(taken.values()));
    this.#finishUndoOf(id);
    throw new AppError('conflict', `Change ${id} was taken back already, by change ${undoneBy}.`);
  }

  /** There is nothing left to take back: it may have been killed before that was noted. */
  #finishUndoOf(id: number): void {
    for (const undo of new Set(this.#journal.takenBack(id).values())) this.#finishUndo(undo);
  }

  isRunning(changeId: number): boolean {
    return this.#running.isRunning(changeId);
  }

  cancel(changeId: number): Promise<ChangeResult> {
    return this.#running.cancel(changeId);
  }

  async settled(): Promise<void> {
    await this.#writes.ended();
  }

  async close(): Promise<void> {
    this.#running.stopAll();
    await this.#writes.close();
    this.#journal.close();
  }

  async #changeTag(client: string, { direct, plugin }: TagWays): Promise<ChangedTag> {
    const written = await this.#write(
      { client, kind: 'tag', undoes: null },
      {
        direct: (library) => ({ kind: 'tag' as const, ...direct(library) }),
        plugin,
      },
    );
    if (written.way === 'direct') {
      const { change, planned } = written;
      return { change, tagId: planned.tagId, images: imagesOf(planned.fields) };
    }
    refuseNothing(written);
    const { change, plan, done, problem } = written;
    if (problem !== null && change !== null)
      throw new AppError(
        'db_write_error',
        `Only a part was stored, as change ${change}: ${imagesOf(done.fields)} of ${plan.job.images.length} images. ${problem} Take it back with POST /api/v1/changes/${change}/undo, or merge the tags.`,
      );
    const { after } = plan.tag!;
    const tag = after === null ? undefined : await this.#options.library.read((reader) => tagNamed(reader, after));
    return { change, tagId: tag?.id ?? null, images: imagesOf(done.fields) };
  }

  async #changeStyle(client: string, operate: (library: Database.Database) => StyleOperation): Promise<ChangedStyle> {
    const written = await this.#write(
      { client, kind: 'style', undoes: null },
      {
        direct: (library) => ({ kind: 'style' as const, ...operate(library) }),
        plugin: STYLES_ONLY_CLOSED,
      },
    );
    if (written.way !== 'direct') throw new AppError('db_write_error', STYLES_ONLY_CLOSED);
    const { styleId, tag, masksLeft } = written.planned;
    return { change: written.change, styleId, before: tag.before, masksLeft };
  }

  async #changeImages(
    kind: OperationKind,
    ids: readonly number[],
    client: string,
    { direct, plugin, can }: ImageWays,
  ): Promise<ChangeResult> {
    const written = await this.#write(
      { client, kind, undoes: null },
      {
        direct: (library) => ({ kind, tag: null, ...direct(library) }),
        plugin,
        can,
      },
    );
    if (written.way === 'direct') {
      const { change, planned } = written;
      return counted(change, ids, planned.fields, planned.failed);
    }
    return resultOf(written, ids);
  }

  /**
   * Straight into the library, each part in a transaction of its own: other changes come in between, a cancel stops between two parts, and what is
   * done stays, as one change with one undo.
   */
  #inParts<P extends Planned>({ begun, can, ids: idsInTurn, operate, note }: InParts<P>): Promise<ChangeResult> {
    return this.#running.run(begun, async (running) => {
      const { client, undoes } = begun;
      const { signal } = running;
      const outcome = new Outcome();
      const size = new PartSize();
      const whole: WholeChange = { id: null, hasMore: false, begun: running.begun };
      let ids: readonly number[] = [];
      let done = 0;
      let isFirst = true;
      do {
        try {
          await this.#writes.inTurn(async () => {
            operationRoute(this.#state(), null, can);
            if (isFirst) {
              ids = idsInTurn();
              running.of = ids.length;
            }
            const part = ids.slice(done, done + size.images);
            whole.hasMore = done + part.length < ids.length;
            const begin = performance.now();
            const { planned } = await this.#writeDirect(client, undoes, (library) => operate(library, part), whole);
            size.took(part.length, performance.now() - begin);
            note(outcome, part, planned);
            done += part.length;
          });
        } catch (error) {
          // Reports what is stored and why the rest is not.
          if (isFirst || !(error instanceof AppError)) throw error;
          outcome.failAll(ids.slice(done), error.message);
          break;
        }
        isFirst = false;
        if (done < ids.length) {
          if (!signal.aborted) running.progress(done);
          // Requests that came meanwhile, such as one that cancels.
          await sleep(BREATH_MS);
        }
        if (signal.aborted) outcome.failAll(ids.slice(done), CANCELLED);
      } while (done < ids.length && !signal.aborted);
      if (undoes !== null && whole.id !== null && done === ids.length) this.#finishUndo(whole.id);
      return outcome.result(whole.id);
    });
  }

  #finishUndo(id: number): void {
    try {
      this.#journal.finished(id);
    } catch (error) {
      this.#options.log.warn(`${this.#journal.file} does not say yet that change ${id} is whole: ${reasonOf(error)}`);
    }
  }

  /** Does an operation the way that is possible now. */
  #write<P extends Planned>(begun: ChangeBegun, ways: Ways<P>): Promise<Written<P>> {
    return this.#writes.inTurn(async () => {
      const { client, undoes } = begun;
      const { direct, plugin, can } = ways;
      const route = operationRoute(this.#state(), typeof plugin === 'string' ? plugin : null, can);
      if (route === 'direct' || typeof plugin === 'string')
        return { way: 'direct', ...(await this.#writeDirect(client, undoes, direct)) };
      const outcome = { is: null as PluginOutcome | null };
      await this.#running.run(begun, async (running) => {
        outcome.is = await this.#plugin.carryOut(plugin, { client, undoes, running });
        return resultOf(outcome.is, []);
      });
      const { plan, done } = outcome.is!;
      if (plan.kind === 'history') await this.#options.onHistoriesChanged(idsOf(done.fields));
      return { way: 'plugin', ...outcome.is! };
    });
  }

  /** Writes an operation, or a part of the `whole`, reads it back and returns its id; null if there was nothing to do. */
  async #writeDirect<P extends Planned>(
    client: string,
    undoes: number | null,
    operate: (library: Database.Database) => P,
    whole: WholeChange | null = null,
  ): Promise<{ change: number | null; planned: P }> {
    const { library, onStep, onTagsChanged, onHistoriesChanged } = this.#options;
    const { file } = library;
    const guard = () => refuseWhileDarktableRuns(file);
    guard();
    const begun = { id: null as number | null, planned: null as P | null };
    let failure: unknown = null;
    const journal = (planned: P) => {
      const { kind, tag, rows, fields } = planned;
      begun.planned = planned;
      begun.id = withJournal(this.#journal, () => {
        if (typeof whole?.id !== 'number')
          return this.#journal.begin(
            { client, time: Date.now(), undoes, kind, tag, rows, fields },
            undoes !== null && whole?.hasMore,
          );
        this.#journal.addPart(whole.id, { rows, fields });
        return whole.id;
      });
      whole?.begun(begun.id);
    };
    try {
      await backupOfToday(file, library.resting);
      const planned = writeOperation({ file, data: dataBeside(file), operate, guard, journal, onStep });
      if (begun.id === null) return { change: null, planned };
    } catch (error) {
      failure = error;
    }
    const { id, planned } = begun;
    if (id === null || planned === null) throw this.#inWords(failure);
    const ending = await this.#settle(id, planned.rows, failure === null);
    if (ending !== 'stored') throw this.#inWords(failure ?? new Error(ending));
    if (whole) whole.id = id;
    onStep?.('settled');
    if (planned.kind === 'tag') onTagsChanged();
    if (planned.kind === 'history') await onHistoriesChanged(idsOf(planned.fields));
    return { change: id, planned };
  }

  #inWords(error: unknown): AppError {
    if (error instanceof AppError) return error;
    const words = inWords(error, dirname(this.#options.library.file));
    return new AppError('db_write_error', `The change was not stored: ${words}`, { cause: error });
  }

  /** Finds out from the library whether it was stored and records that in the journal. Otherwise returns the reason. */
  async #settle(id: number, rows: readonly RowChange[], afterOwnWrite: boolean): Promise<string> {
    const back = telling(rowsTakenBack(rows));
    let isStored: boolean;
    try {
      isStored = await this.#options.library.read((reader) => back.every((row) => isReadyFor(reader, row)), {
        afterOwnWrite,
      });
      // One transaction, all or nothing; a row that somebody changed since tells nothing. After a crash, the most rows tell.
      if (!isStored)
        isStored = await this.#options.library.read(
          (reader) => {
            const countReady = (all: readonly RowChange[]) => all.filter((row) => isReadyFor(reader, row)).length;
            const asBefore = countReady(telling(rows));
            return afterOwnWrite ? asBefore < telling(rows).length : countReady(back) > asBefore;
          },
          { afterOwnWrite },
        );
    } catch (error) {
      this.#writes.unsettled();
      return `whether it was stored cannot be told now (${reasonOf(error)})`;
    }
    try {
      if (isStored) this.#journal.stored(id);
      else this.#journal.forget(id);
    } catch (error) {
      this.#writes.unsettled();
      this.#options.log.warn(`${this.#journal.file} does not say yet how a change ended: ${reasonOf(error)}`);
    }
    return isStored ? 'stored' : 'another program changed the same at the same moment';
  }

  async #settleUnfinished(): Promise<void> {
    const unfinished = this.#journal.unfinished();
    const { file } = this.#options.library;
    const running = runningDarktable(file);
    const areEnded = endLeftoverOperations(
      this.#paths.operationsDir,
      running ? readHeartbeat(this.#paths.heartbeat) : null,
    );
    if (unfinished.length > 0 && !running) recoverDirectWrite(file);
    for (const id of unfinished) {
      const plan = this.#journal.plan(id);
      if (plan && !areEnded) {
        this.#writes.warnOnce(`Safelight was interrupted in change ${id}, at which darktable still is.`);
        this.#writes.unsettled();
        continue;
      }
      const ending = plan
        ? inWordsOf(await this.#plugin.settle(id, plan))
        : await this.#settle(id, this.#journal.inWork(id), false);
      this.#writes.warnOnce(
        `Safelight was interrupted in change ${id}: ${ending === 'stored' ? 'it was stored' : 'it was not stored'}.`,
      );
      if (ending === 'stored' && this.#journal.among([id]).get(id)?.kind === 'history')
        await this.#options.onHistoriesChanged(idsOf(this.#journal.made(id).fields));
    }
    if (unfinished.length > 0) this.#options.onTagsChanged();
  }
}

/** Rows of images, tags and styles represent all rows, which change together. */
const TELLING = ['main.images', 'data.tags', 'main.tagged_images', 'data.styles'];
function telling(rows: readonly RowChange[]): readonly RowChange[] {
  const found = rows.filter(({ table }) => TELLING.includes(table));
  return found.length > 0 ? found : rows;
}

const idsOf = (fields: readonly ListedField[]) => [...new Set(fields.map(({ imageId }) => imageId))];
const imagesOf = (fields: readonly ListedField[]) => idsOf(fields).length;

interface TagWays {
  direct: (library: Database.Database) => TagOperation;
  plugin: PluginWay;
}

/** How a change of the plugin ended, by the images that were asked for. */
function resultOf({ change, plan, done, reasons }: PluginOutcome, ids: readonly number[]): ChangeResult {
  const failed = new Map([...plan.failed, ...reasons]);
  return counted(change, ids.length > 0 ? ids : plan.job.images.map(({ imageId }) => imageId), done.fields, failed);
}

function counted(
  change: number | null,
  ids: readonly number[],
  fields: readonly ListedField[],
  failed: ReadonlyMap<number, string>,
): ChangeResult {
  const asked = new Set(ids);
  const failures = [...failed].filter(([id]) => asked.has(id)).map(([id, reason]) => ({ id, reason }));
  const lost = new Set(failures.map(({ id }) => id));
  const all = fields.map(({ imageId }) => imageId).filter((id) => asked.has(id) && !lost.has(id));
  const changed = new Set(all).size;
  return {
    ...{ change, changed, unchanged: ids.length - lost.size - changed, failed: lost.size },
    failures: failures.slice(0, MOST_FAILED),
  };
}

function refuseNothing({ change, problem }: PluginOutcome): void {
  if (change === null && problem !== null) throw notStored(problem);
}

const inWordsOf = (done: { rows: readonly RowChange[] } | string) =>
  typeof done !== 'string' && done.rows.length > 0 ? 'stored' : 'not stored';

/** See [Note: Two writers]. */
function refuseWhileDarktableRuns(library: string): void {
  const running = runningDarktable(library);
  if (!running) return;
  throw new AppError(
    'db_write_error',
    `Nothing was changed: darktable (process ${running.pid}) has this library open. Close darktable and try again, or do it in darktable.`,
  );
}

import type { WriteQueue } from '../writing/write-queue.ts';
import type { Library, LibraryReader } from '../../library/library.ts';
import { AppError } from '../../platform/errors.ts';
import type { ListedField } from '../journal/change-journal.ts';
import { abilityOf, canTakeWhole } from './ability.ts';
import { imageOf } from './direct.ts';
import { historiesBack } from './undo.ts';
import type { Journal } from '../journal/journal.ts';
import { counted, idsOf, resultOf } from '../writing/operation-results.ts';
import { routeFor } from '../writing/which-way.ts';
import { changedSince } from '../writing/operation-undo.ts';
import type { OperationWriter } from '../writing/operation-writer.ts';
import type { UndoneChange } from '../marks/marks.ts';
import type { PluginAbility } from './plugin.ts';
import { historiesBackPlan } from './plugin-undo.ts';
import type { PluginOperations, PluginOutcome } from '../writing/plugin-operations.ts';
import type { RowChange } from '../writing/row-changes.ts';
import type { RunningChanges } from '../writing/running-changes.ts';

export interface UndoOfHistoriesOptions {
  library: Pick<Library, 'file'>;
  journal: Journal;
  writes: Pick<WriteQueue, 'inTurn'>;
  running: Pick<RunningChanges, 'run'>;
  plugin: Pick<PluginOperations, 'carryOut'>;
  writer: OperationWriter;
  onHistoriesChanged: (imageIds: readonly number[]) => Promise<void>;
}

/** What a change did to histories, by image. */
type MadeOfImages = Map<number, { rows: RowChange[]; fields: ListedField[] }>;

/** Takes changes of histories back, image by image. */
export class UndoOfHistories {
  readonly #options: UndoOfHistoriesOptions;
  /** Changes of histories that are being taken back. */
  readonly #undone = new Set<number>();

  constructor(options: UndoOfHistoriesOptions) {
    this.#options = options;
  }

  /** In parts; one that was stopped half-way goes on when it is asked for again. */
  async undo(id: number, client: string): Promise<UndoneChange> {
    const { library, writer } = this.#options;
    if (this.#undone.has(id)) throw new AppError('conflict', `Change ${id} is being taken back.`);
    this.#undone.add(id);
    const left: ListedField[] = [];
    let made: MadeOfImages = new Map();
    try {
      const state = writer.state();
      if (routeFor(state, canTakeWhole) === 'bridge')
        return await this.#undoThroughPlugin(id, client, abilityOf(library, state));
      const result = await writer.inParts({
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
  async #undoThroughPlugin(id: number, client: string, ability: PluginAbility): Promise<UndoneChange> {
    const { writes, running: changes, plugin, writer, onHistoriesChanged } = this.#options;
    const outcome = { is: null as PluginOutcome | null };
    const begun = { client, kind: 'history' as const, undoes: id };
    await writes.inTurn(() =>
      changes.run(begun, async (running) => {
        const made = this.#notTakenBack(id);
        const planOf = (reader: LibraryReader) => historiesBackPlan(reader, made, ability);
        outcome.is = await plugin.carryOut(planOf, { client, undoes: id, running, isUnfinished: true });
        return resultOf(outcome.is, []);
      }),
    );
    const { change, plan, done, reasons } = outcome.is!;
    const ids = idsOf(done.fields);
    await onHistoriesChanged(ids);
    const failed = new Map([...plan.failed, ...reasons]);
    if (failed.size === 0 && change === null) {
      this.#finishUndoOf(id);
      throw changedSince(id);
    }
    if (failed.size === 0 && change !== null) writer.finishUndo(change);
    const asked = [...ids.filter((imageId) => !failed.has(imageId)), ...failed.keys()];
    return { result: counted(change, asked, done.fields, failed), left: [...plan.left] };
  }

  /** What a change of histories did, by image, as far as it was not taken back. Throws `conflict` when it was. */
  #notTakenBack(id: number): MadeOfImages {
    const { journal } = this.#options;
    const { rows, fields, taken } = journal.needed(() => ({
      ...journal.operations.made(id),
      taken: journal.operations.takenBack(id),
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
    const { journal, writer } = this.#options;
    for (const undo of new Set(journal.operations.takenBack(id).values())) writer.finishUndo(undo);
  }
}

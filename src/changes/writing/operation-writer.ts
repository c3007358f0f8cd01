import { setTimeout as sleep } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import type { ChangeResult } from '../../contract/image-change.ts';
import { darktableState, type DarktableState } from '../../darktable/darktable-state.ts';
import type { WriteQueue } from './write-queue.ts';
import type { Library, LibraryReader } from '../../library/library.ts';
import { AppError, reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { DirectOperations, PlannedOperation, WholeChange } from './direct-operations.ts';
import type { Journal } from '../journal/journal.ts';
import { idsOf, resultOf } from './operation-results.ts';
import { CANCELLED } from './through-plugin.ts';
import { canOperate, routeFor, type Ability } from './which-way.ts';
import { PartSize } from './part-size.ts';
import { Outcome } from './outcome.ts';
import type { PluginOperations, PluginOutcome } from './plugin-operations.ts';
import type { PluginPlan } from './plugin-plan.ts';
import type { ChangeBegun, RunningChanges } from './running-changes.ts';

export interface OperationWriterOptions {
  library: Pick<Library, 'file'>;
  /** The plugin's heartbeat. */
  heartbeat: string;
  journal: Journal;
  writes: Pick<WriteQueue, 'inTurn'>;
  running: Pick<RunningChanges, 'run'>;
  direct: Pick<DirectOperations, 'carryOut'>;
  plugin: Pick<PluginOperations, 'carryOut'>;
  /** Called after the plugin changed histories. */
  onHistoriesChanged: (imageIds: readonly number[]) => Promise<void>;
  log: Log;
}

/** The two ways of an operation. */
export interface OperationWays<P extends PlannedOperation> {
  direct: (library: Database.Database) => P;
  plugin: PluginWay;
  /** What the plugin must be able to do; omitted: operations. */
  can?: Ability | undefined;
  /** The images that were asked for, which a cancel counts; omitted: those of the plugin's plan. */
  ids?: readonly number[];
  /** How it ended through the plugin; omitted: by the images that were asked for. */
  result?: (outcome: PluginOutcome) => ChangeResult;
}
export type PluginWay = (reader: LibraryReader) => PluginPlan;

/** An operation on many images. */
export interface OperationInParts<P extends PlannedOperation> {
  begun: ChangeBegun;
  /** What the plugin must be able to do to make it. */
  can: Ability;
  /** Its images, asked for when its turn has come. */
  ids: () => readonly number[];
  operate: (library: Database.Database, ids: readonly number[]) => P;
  /** Records what became of the images of a part. */
  note: (outcome: Outcome, ids: readonly number[], planned: P) => void;
  /** The change that the parts belong to, asked for when its turn has come. null: a new one. Omitted: a new one, and what keeps the rest from being stored is told, not thrown. */
  goesOn?: () => number | null;
}

export type WrittenOperation<P> =
  { way: 'direct'; change: number | null; planned: P } | ({ way: 'plugin' } & PluginOutcome);

/** How long others have their turn between two parts of a change. */
const BREATH_MS = 5;

/** Does operations one after the other: by the plugin while darktable has the library open, else straight into the library. */
export class OperationWriter {
  readonly #options: OperationWriterOptions;

  constructor(options: OperationWriterOptions) {
    this.#options = options;
  }

  /** Of the darktable that may have the library open. */
  state(): DarktableState {
    return darktableState(this.#options.library.file, this.#options.heartbeat);
  }

  /** Does an operation the way that is possible now. */
  write<P extends PlannedOperation>(begun: ChangeBegun, ways: OperationWays<P>): Promise<WrittenOperation<P>> {
    const { writes, running: changes, direct, plugin, onHistoriesChanged } = this.#options;
    return writes.inTurn(async () => {
      await begun.check?.();
      const { client, undoes, postponed } = begun;
      const {
        plugin: planOf,
        can = canOperate,
        ids = [],
        result = (outcome: PluginOutcome) => resultOf(outcome, ids),
      } = ways;
      const route = routeFor(this.state(), can);
      if (route === 'direct')
        return {
          way: 'direct',
          ...(await direct.carryOut(client, undoes, ways.direct, {
            id: null,
            hasMore: false,
            begun: () => undefined,
            postponed: postponed ?? null,
          })),
        };
      const outcome = { is: null as PluginOutcome | null };
      await changes.run(begun, async (running) => {
        outcome.is = await plugin.carryOut(planOf, { client, undoes, running, postponed });
        return result(outcome.is);
      });
      const { plan, done } = outcome.is!;
      if (plan.kind === 'history') await onHistoriesChanged(idsOf(done.fields));
      return { way: 'plugin', ...outcome.is! };
    });
  }

  /**
   * Straight into the library, each part in a transaction of its own: other changes come in between, a cancel stops between two parts, and what is
   * done stays, as one change with one undo.
   */
  inParts<P extends PlannedOperation>({
    begun,
    can,
    ids: idsInTurn,
    operate,
    note,
    goesOn,
  }: OperationInParts<P>): Promise<ChangeResult> {
    const { writes, running: changes, direct } = this.#options;
    return changes.run(begun, async (running) => {
      const { client, undoes, postponed = null } = begun;
      const { signal } = running;
      const outcome = new Outcome();
      const size = new PartSize();
      const whole: WholeChange = { id: null, hasMore: false, begun: running.begun, postponed };
      let ids: readonly number[] = [];
      let done = 0;
      let isFirst = true;
      do {
        try {
          await writes.inTurn(async () => {
            routeFor(this.state(), can);
            if (isFirst) {
              await begun.check?.();
              ids = idsInTurn();
              running.of = ids.length;
              whole.id = goesOn?.() ?? null;
            }
            const part = ids.slice(done, done + size.images);
            whole.hasMore = done + part.length < ids.length;
            const begin = performance.now();
            const { planned } = await direct.carryOut(client, undoes, (library) => operate(library, part), whole);
            size.took(part.length, performance.now() - begin);
            note(outcome, part, planned);
            done += part.length;
          });
        } catch (error) {
          // Reports what is stored and why the rest is not.
          if (isFirst || goesOn || !(error instanceof AppError)) throw error;
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
      if (undoes !== null && whole.id !== null && done === ids.length) this.finishUndo(whole.id);
      return outcome.result(whole.id);
    });
  }

  /** Records that an undo in parts is whole. */
  finishUndo(id: number): void {
    const { journal, log } = this.#options;
    try {
      journal.operations.finished(id);
    } catch (error) {
      log.warn(
        { file: journal.file, change: id, reason: reasonOf(error) },
        'The journal does not say yet that a change is whole',
      );
    }
  }
}

import type { EditsResult } from '../../contract/history.ts';
import type { ChangeResult } from '../../contract/image-change.ts';
import type { DarktableState } from '../../darktable/darktable-state.ts';
import type { Library } from '../../library/library.ts';
import { reasonOf } from '../../platform/errors.ts';
import { canReach, routeFor, type Ability } from '../writing/which-way.ts';
import type { DryRunWatch } from '../writing/dry-run-watch.ts';
import { abilityOf, canChangeBy } from './ability.ts';
import { dryRun } from './dry-run.ts';
import { historyChanger } from './direct.ts';
import type { HistoryChange } from './plans.ts';
import { idsOf } from '../writing/operation-results.ts';
import type { OperationWriter, PluginWay } from '../writing/operation-writer.ts';
import { changeImages, type ImageWays } from '../images/images.ts';
import { historyWay, refuseTooMany } from './plugin.ts';
import { PluginPace } from '../writing/plugin-pace.ts';
import type { PostponableChange } from '../journal/postponed-journal.ts';
import type { ChangeBegun } from '../writing/running-changes.ts';

export interface ChangesOfHistoriesOptions {
  library: Pick<Library, 'file' | 'read'>;
  writer: OperationWriter;
}

export interface HistoryDryRun extends DryRunWatch {
  /** What it would be once darktable is closed. */
  isForClosed?: boolean;
}

interface InParts {
  client: string;
  ids: () => readonly number[];
  goesOn?: () => number | null;
  postponed?: number | undefined;
  check?: ChangeBegun['check'];
}

interface ThroughPlugin {
  direct: ImageWays['direct'];
  plugin: PluginWay;
  can: Ability;
  asked: Asked;
}

type Asked = Pick<ChangeBegun, 'client' | 'postponed' | 'check'>;

/** null: it would not be refused. */
function refusalOf(state: DarktableState, can: Ability, imageIds: readonly number[]): string | null {
  try {
    if (routeFor(state, can) === 'bridge') refuseTooMany(imageIds);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Changes of whole histories, and what they would do. */
export class ChangesOfHistories {
  readonly #options: ChangesOfHistoriesOptions;
  readonly #pace = new PluginPace();

  constructor(options: ChangesOfHistoriesOptions) {
    this.#options = options;
  }

  /**
   * Throws `invalid_body` and `module_not_found`, `not_found` and `conflict`, and what `check` throws, which runs right before. `postponed`: what is
   * done through darktable after all.
   */
  async change(
    imageIds: readonly number[],
    change: HistoryChange,
    client: string,
    more: Omit<Asked, 'client'> = {},
  ): Promise<ChangeResult> {
    const asked = { ...more, client };
    const state = this.#options.writer.state();
    const can = canChangeBy(change);
    if (routeFor(state, can) === 'bridge')
      return this.#changeThroughPlugin(imageIds, change, {
        asked,
        direct: (library) => historyChanger(change)(library, imageIds),
        plugin: historyWay(imageIds, change, abilityOf(this.#options.library, state)),
        can,
      });
    return this.#inParts(change, { ...asked, ids: () => imageIds });
  }

  /**
   * Straight into the library; what is left of a change that was postponed. Throws what keeps it from being done, such as a darktable that was opened:
   * what is done until then is in the journal.
   */
  changePostponed(
    postponed: number,
    change: PostponableChange,
    { client, ids, goesOn }: { client: string; ids: () => readonly number[]; goesOn: () => number | null },
  ): Promise<ChangeResult> {
    return this.#inParts(change, { client, ids, goesOn, postponed });
  }

  #inParts(
    change: HistoryChange,
    { client, ids: idsInTurn, goesOn, postponed, check }: InParts,
  ): Promise<ChangeResult> {
    const direct = historyChanger(change);
    return this.#options.writer.inParts({
      begun: { client, kind: 'history', undoes: null, check, ...(postponed !== undefined && { postponed }) },
      can: canChangeBy(change),
      ids: idsInTurn,
      ...(goesOn && { goesOn }),
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

  /** What that would change; nothing is stored, and darktable may be open. Throws as that does. */
  async wouldChange(
    imageIds: readonly number[],
    change: HistoryChange,
    { isForClosed = false, ...watch }: HistoryDryRun = {},
  ): Promise<EditsResult> {
    const { library, writer } = this.#options;
    if (isForClosed) return dryRun(library, imageIds, change, null, watch);
    const state = writer.state();
    const can = canChangeBy(change);
    const plugin = canReach(state, can) ? { pace: this.#pace, ...abilityOf(library, state) } : null;
    const result = await dryRun(library, imageIds, change, plugin, watch);
    const refusal = refusalOf(state, can, imageIds);
    return refusal === null ? result : { ...result, refused_now: refusal };
  }

  /** The dry runs after it say how long it took. */
  async #changeThroughPlugin(
    imageIds: readonly number[],
    change: HistoryChange,
    { asked, direct, plugin, can }: ThroughPlugin,
  ): Promise<ChangeResult> {
    const began = { at: null as number | null };
    const result = await changeImages(this.#options.writer, 'history', imageIds, asked, {
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
}

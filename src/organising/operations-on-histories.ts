import type { EditsResult } from '../contract/history.ts';
import type { ChangeResult } from '../contract/image-change.ts';
import type { Library } from '../library/library.ts';
import { canReach, type Ability } from './choose-way.ts';
import { abilityOf, canChangeBy } from './history-ability.ts';
import { dryRun } from './history-dry-run.ts';
import { historyChanger } from './history-operations.ts';
import type { HistoryChange } from './history-plans.ts';
import { idsOf } from './operation-results.ts';
import { operationRoute } from './operation-route.ts';
import type { OperationWriter, PluginWay } from './operation-writer.ts';
import { changeImages, type ImageWays } from './operations-on-images.ts';
import { historyWay } from './plugin-history-plans.ts';
import { PluginPace } from './plugin-pace.ts';

export interface OperationsOnHistoriesOptions {
  library: Pick<Library, 'file' | 'read'>;
  writer: OperationWriter;
}

/** Changes of whole histories, and what they would do. */
export class OperationsOnHistories {
  readonly #options: OperationsOnHistoriesOptions;
  readonly #pace = new PluginPace();

  constructor(options: OperationsOnHistoriesOptions) {
    this.#options = options;
  }

  async change(imageIds: readonly number[], change: HistoryChange, client: string): Promise<ChangeResult> {
    const direct = historyChanger(change);
    const state = this.#options.writer.state();
    const can = canChangeBy(change);
    if (operationRoute(state, can) === 'bridge')
      return this.#changeThroughPlugin(imageIds, change, client, {
        direct: (library) => direct(library, imageIds),
        plugin: historyWay(imageIds, change, abilityOf(this.#options.library, state)),
        can,
      });
    return this.#options.writer.inParts({
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

  wouldChange(imageIds: readonly number[], change: HistoryChange): Promise<EditsResult> {
    const { library, writer } = this.#options;
    const state = writer.state();
    const plugin = canReach(state, canChangeBy(change)) ? { pace: this.#pace, ...abilityOf(library, state) } : null;
    return dryRun(library, imageIds, change, plugin);
  }

  /** The dry runs after it say how long it took. */
  async #changeThroughPlugin(
    imageIds: readonly number[],
    change: HistoryChange,
    client: string,
    { direct, plugin, can }: { direct: ImageWays['direct']; plugin: PluginWay; can: Ability },
  ): Promise<ChangeResult> {
    const began = { at: null as number | null };
    const result = await changeImages(this.#options.writer, 'history', imageIds, client, {
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

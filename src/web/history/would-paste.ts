import { queryOptions } from '@tanstack/react-query';
import type { EditsResult, HistoryCopy } from '../../contract/history.ts';
import { MOST_IDS } from '../../contract/most-ids.ts';
import { wouldPutLook } from '../api/put-look.ts';
import type { Failure } from './failures.tsx';

/** What a paste would do to pictures. */
export interface WouldPaste {
  changed: number;
  unchanged: number;
  failed: number;
  /** The first of those that cannot take it. */
  failures: Failure[];
  /** How many would get modules that do nothing for them, having no raw data, and which these are. */
  withoutRawData: { count: number; operations: string[] };
  /** How long it would take through the open darktable; null: it would not go through one. */
  seconds: number | null;
  /** Why it would be refused now. */
  refusedNow: string | null;
}

/** Asks the service, which stores nothing. */
export const wouldPasteQuery = (copy: Omit<HistoryCopy, 'to' | 'when'>, to: readonly number[]) =>
  queryOptions({
    queryKey: ['history', 'would-paste', copy, to],
    queryFn: async ({ signal }) => {
      const all: WouldPaste = {
        ...{ changed: 0, unchanged: 0, failed: 0, failures: [] },
        withoutRawData: { count: 0, operations: [] },
        ...{ seconds: null, refusedNow: null },
      };
      for (let from = 0; from < to.length; from += MOST_IDS)
        add(all, await wouldPutLook({ is: 'copy', ...copy }, to.slice(from, from + MOST_IDS), 'now', signal));
      return all;
    },
    staleTime: 0,
  });

function add(all: WouldPaste, result: EditsResult): void {
  const { changed, unchanged, failed, failures, plans = [], seconds, refused_now: refusal } = result;
  all.changed += changed;
  all.unchanged += unchanged;
  all.failed += failed;
  all.failures.push(...failures);
  if (seconds !== undefined) all.seconds = (all.seconds ?? 0) + seconds;
  if (refusal !== undefined) all.refusedNow = refusal;
  for (const { images, without_raw_data: idle } of plans.filter((plan) => plan.without_raw_data.length > 0)) {
    all.withoutRawData.count += images.length;
    all.withoutRawData.operations = [...new Set([...all.withoutRawData.operations, ...idle])];
  }
}

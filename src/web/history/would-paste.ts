import { queryOptions } from '@tanstack/react-query';
import type { EditsResult, HistoryCopy } from '../../contract/history.ts';
import type { DryRunProgress } from '../../contract/image-change.ts';
import { MOST_IDS } from '../../contract/most-ids.ts';
import { watchEdits } from '../api/put-edits.ts';
import type { Failure } from './failures.tsx';

/** What a paste would do to pictures; while they are looked at, to those that were. */
export interface WouldPaste {
  looked: { done: number; of: number };
  changed: number;
  unchanged: number;
  failed: number;
  /** The first of those that cannot take it. */
  failures: readonly Failure[];
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
    queryFn: async ({ signal, client, queryKey }) => {
      let all: WouldPaste = {
        looked: { done: 0, of: to.length },
        changed: 0,
        unchanged: 0,
        failed: 0,
        failures: [],
        withoutRawData: { count: 0, operations: [] },
        seconds: null,
        refusedNow: null,
      };
      for (let from = 0; from < to.length; from += MOST_IDS) {
        const some = to.slice(from, from + MOST_IDS);
        const onProgress = (progress: DryRunProgress) =>
          client.setQueryData(queryKey, withCounts(all, progress, progress.done));
        all = withResult(all, await watchEdits({ is: 'copy', ...copy }, some, { signal, onProgress }), some.length);
        if (from + MOST_IDS < to.length) client.setQueryData(queryKey, all);
      }
      return all;
    },
    staleTime: 0,
  });

type Counts = Pick<WouldPaste, 'changed' | 'unchanged' | 'failed'>;

const withCounts = (all: WouldPaste, { changed, unchanged, failed }: Counts, looked: number): WouldPaste => ({
  ...all,
  looked: { done: all.looked.done + looked, of: all.looked.of },
  changed: all.changed + changed,
  unchanged: all.unchanged + unchanged,
  failed: all.failed + failed,
});

function withResult(all: WouldPaste, result: EditsResult, looked: number): WouldPaste {
  const { failures, plans = [], seconds, refused_now: refusal } = result;
  const idle = plans.filter((plan) => plan.without_raw_data.length > 0);
  const { count, operations } = all.withoutRawData;
  return {
    ...withCounts(all, result, looked),
    failures: [...all.failures, ...failures],
    withoutRawData: {
      count: idle.reduce((sum, { images }) => sum + images.length, count),
      operations: [...new Set([...operations, ...idle.flatMap((plan) => plan.without_raw_data)])],
    },
    seconds: seconds === undefined ? all.seconds : (all.seconds ?? 0) + seconds,
    refusedNow: refusal ?? all.refusedNow,
  };
}

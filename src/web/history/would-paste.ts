import { queryOptions } from '@tanstack/react-query';
import type { EditsResult, HistoryCopy } from '../../contract/history.ts';
import { MOST_IDS } from '../../contract/most-ids.ts';
import { send } from '../api/request.ts';
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
}

/** Asks the service, which stores nothing. */
export const wouldPasteQuery = (copy: Omit<HistoryCopy, 'to'>, to: readonly number[]) =>
  queryOptions({
    queryKey: ['history', 'would-paste', copy, to],
    queryFn: async ({ signal }) => {
      const all: WouldPaste = {
        ...{ changed: 0, unchanged: 0, failed: 0, failures: [] },
        withoutRawData: { count: 0, operations: [] },
      };
      for (let from = 0; from < to.length; from += MOST_IDS)
        add(all, await ask({ ...copy, to: to.slice(from, from + MOST_IDS) }, signal));
      return all;
    },
    staleTime: 0,
  });

async function ask(copy: HistoryCopy, signal: AbortSignal): Promise<EditsResult> {
  const answer = await send('/api/v1/images/history/copy?dry_run=1', {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(copy), signal },
  });
  return (await answer.json()) as EditsResult;
}

function add(all: WouldPaste, { changed, unchanged, failed, failures, plans = [] }: EditsResult): void {
  all.changed += changed;
  all.unchanged += unchanged;
  all.failed += failed;
  all.failures.push(...failures);
  for (const { images, without_raw_data: idle } of plans.filter((plan) => plan.without_raw_data.length > 0)) {
    all.withoutRawData.count += images.length;
    all.withoutRawData.operations = [...new Set([...all.withoutRawData.operations, ...idle])];
  }
}

import { createElement } from 'react';
import type { EditsResult } from '../../../contract/history.ts';
import { dropPostponed, makePostponedNow, type PostponedChange, postponedQuery } from '../../api/postponed.ts';
import { queryClient } from '../../api/query-client.ts';
import { lackingNow } from '../../api/rights.ts';
import type { EditsPasted } from '../../organising/change-words.ts';
import { editsPasted } from '../../organising/organise.ts';
import { tell } from '../../organising/telling.ts';
import { ownerNow } from '../../organising/waiting/whose.ts';
import { Failures } from '../failures.tsx';
import { historiesChanged } from '../histories-changed.ts';
import { t } from '../words.ts';
import { whatWaits } from './what-waits.ts';

/** Those whose end is told here, or by whoever has them made now. */
const told = new Set<number>();
/** Those that were taken off the list. */
const left = new Set<number>();

/** Tells how those have ended that this client asked for, each once. Those that went well leave the list. */
export function tellEnded(items: readonly PostponedChange[]): void {
  for (const item of items) {
    const { id, client, result } = item;
    if (result === null || client !== ownerNow()?.client) continue;
    if (!told.has(id)) {
      told.add(id);
      void whatWaits(item).then((what) => tellResult(what, result));
    }
    if (result.failed > 0 || left.has(id) || lackingNow('cache:refresh') !== null) continue;
    left.add(id);
    // Another tab may have read it as well.
    dropPostponed(id).catch(() => undefined);
  }
}

/** Has one made at once and tells how that ended. Where darktable was closed meanwhile, it is on the list as one that has ended, too. */
export async function makeNow(item: PostponedChange, what: EditsPasted): Promise<void> {
  told.add(item.id);
  try {
    tellResult(what, await makePostponedNow(item.id));
  } catch (error) {
    told.delete(item.id);
    tellEnded(queryClient.getQueryData(postponedQuery.queryKey)?.items ?? []);
    throw error;
  }
}

function tellResult(what: EditsPasted, { change, changed, failed, failures }: EditsResult): void {
  const description = failed > 0 && createElement(Failures, { count: failed, failures });
  if (change !== null) {
    historiesChanged([]);
    editsPasted(what, [change], { ids: [], count: changed, ...(description && { description }) });
  } else if (failed > 0) tell({ title: t('pasteFailed', { count: failed }), isFailure: true, description });
  else tell({ title: t('sameAlready') });
}

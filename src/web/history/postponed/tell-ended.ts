import { createElement } from 'react';
import { dropPostponed, type PostponedChange } from '../../api/postponed.ts';
import { lackingNow } from '../../api/rights.ts';
import { editsPasted } from '../../organising/organise.ts';
import { tell } from '../../organising/telling.ts';
import { ownerNow } from '../../organising/waiting/whose.ts';
import { Failures } from '../failures.tsx';
import { historiesChanged } from '../histories-changed.ts';
import { t } from '../words.ts';
import { whatWaits } from './what-waits.ts';

const told = new Set<number>();

/** Tells how those have ended that this client asked for, each once. Those that went well leave the list. */
export function tellEnded(items: readonly PostponedChange[]): void {
  for (const item of items) {
    const { id, client, result } = item;
    if (result === null || told.has(id) || client !== ownerNow()?.client) continue;
    told.add(id);
    const { change, changed, failed, failures } = result;
    const description = failed > 0 && createElement(Failures, { count: failed, failures });
    if (change !== null) {
      historiesChanged([]);
      void whatWaits(item).then((what) => {
        editsPasted(what, [change], { ids: [], count: changed, ...(description && { description }) });
      });
    } else if (failed > 0) tell({ title: t('pasteFailed', { count: failed }), isFailure: true, description });
    // Another tab may have read it as well.
    if (failed === 0 && lackingNow('cache:refresh') === null) dropPostponed(id).catch(() => undefined);
  }
}

import type { HistoryChange } from '../../changes/histories/plans.ts';
import { AppError } from '../../platform/errors.ts';
import { historyIfMatch } from '../requests/history-if-match.ts';
import type { Asked } from '../routing/route.ts';
import { sendChangedHistory, type HistorySource } from './history-answer.ts';

/** Changes the history of an image and answers with it. */
export async function changeHistory(
  services: HistorySource,
  { params, client, req, res }: Omit<Asked<'/:id'>, 'params'> & { params: { id: number; op?: string } },
  wanted: HistoryChange,
): Promise<void> {
  const { id } = params;
  const check = historyIfMatch(req, services, params, 'instance' in wanted ? wanted.instance : undefined);
  const { change, failures } = await services.changes.histories.change([id], wanted, client, { check });
  const [failure] = failures;
  if (failure) throw new AppError('conflict', failure.reason);
  await sendChangedHistory(res, services, { id, change });
}

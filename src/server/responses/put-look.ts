import type { Response } from 'express';
import type { z } from 'zod';
import type { Services } from '../../app/services.ts';
import type { WhenPut } from '../../contract/history.ts';
import type { PostponableChange } from '../../changes/journal/postponed-journal.ts';
import { principalOf } from '../middleware/guard.ts';
import { answerDryRun } from './dry-run-answer.ts';

interface WantedLook {
  ids: readonly number[];
  change: PostponableChange;
  when: z.output<typeof WhenPut>;
  isDryRun: boolean;
}

/** Puts a look on images and answers how that ended; 202 when it waits until darktable is closed. */
export async function putLook(
  res: Response,
  operations: Services['operations'],
  { ids, change, when, isDryRun }: WantedLook,
): Promise<void> {
  if (isDryRun) {
    const isForClosed = when === 'darktable_closed';
    await answerDryRun(res, (watch) => operations.wouldChangeHistories(ids, change, { isForClosed, ...watch }));
    return;
  }
  res.set('Cache-Control', 'no-store');
  const { clientId } = principalOf(res);
  if (when === 'now') {
    res.json(await operations.changeHistories(ids, change, clientId));
    return;
  }
  const result = await operations.postponeHistories(ids, change, clientId);
  res.status('state' in result ? 202 : 200).json(result);
}

import type { Response } from 'express';
import type { z } from 'zod';
import type { Services } from '../services.ts';
import type { WhenPut } from '../../contract/history.ts';
import type { PostponableChange } from '../../changes/journal/postponed-journal.ts';
import { principalOf } from '../middleware/guard.ts';
import { answerDryRun } from './dry-run-answer.ts';

interface WantedEdits {
  ids: readonly number[];
  change: PostponableChange;
  when: z.output<typeof WhenPut>;
  isDryRun: boolean;
}

/** Puts edits on images and tells how that ended; with 202 when it waits until darktable is closed. */
export async function putEdits(
  res: Response,
  { histories, postponed }: Services['changes'],
  { ids, change, when, isDryRun }: WantedEdits,
) {
  if (isDryRun) {
    const isForClosed = when === 'darktable_closed';
    return answerDryRun(res, (watch) => histories.wouldChange(ids, change, { isForClosed, ...watch }));
  }
  const { clientId } = principalOf(res);
  if (when === 'now') return histories.change(ids, change, clientId);
  const result = await postponed.postpone(ids, change, clientId);
  if ('state' in result) res.status(202);
  return result;
}

import type { Response } from 'express';
import type { Publication, PublicationPlan } from '../../../contract/publications.ts';
import { AppError } from '../../../platform/errors.ts';
import { principalOf } from '../../middleware/guard.ts';

/** In the place of a reason that may name an account, a key or a folder. */
export const HIDDEN_REASON = 'Whoever may change the settings is told why.';

const mayKnow = (res: Response) => principalOf(res).scopes.has('admin');
const hidden = (reason: string | null) => (reason === null ? null : HIDDEN_REASON);
const withoutReason = <Told extends { reason: string | null }>(told: Told): Told => ({
  ...told,
  reason: hidden(told.reason),
});

/** What a destination says is for those who have set it up. */
export function publicationFor(res: Response, publication: Publication): Publication {
  if (mayKnow(res)) return publication;
  const { progress } = publication;
  const runs = progress.runs.map((run) => ({ ...run, problem: hidden(run.problem) }));
  return { ...publication, library: null, progress: { ...progress, problem: hidden(progress.problem), runs } };
}

export function planFor(res: Response, plan: PublicationPlan): PublicationPlan {
  if (mayKnow(res)) return plan;
  return { ...plan, problem: hidden(plan.problem), steps: plan.steps.map(withoutReason) };
}

export const reasonsFor = <Told extends { reason: string | null }>(res: Response, told: Told[]): Told[] =>
  mayKnow(res) ? told : told.map(withoutReason);

/** A run is refused for the same reasons. */
export async function refusedFor<Result>(res: Response, act: Promise<Result>): Promise<Result> {
  return act.catch((error: unknown) => {
    if (mayKnow(res) || !(error instanceof AppError) || error.code !== 'conflict') throw error;
    throw new AppError('conflict', `The plan has a problem or is another by now. ${HIDDEN_REASON}`, { cause: error });
  });
}

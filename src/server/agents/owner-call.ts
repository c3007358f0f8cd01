import type { Express, Request, Response } from 'express';
import { apiOf, ApiError, type Api } from '../../agents/api.ts';
import { Refusal } from '../../agents/refusal.ts';
import type { Call } from '../../agents/tool.ts';
import { type ErrorCode, ERROR_CODES } from '../../contract/errors.ts';
import { AppError } from '../../platform/errors.ts';
import { principalOf } from '../middleware/guard.ts';
import type { Services } from '../services.ts';
import { inProcessApi } from './in-process-api.ts';

interface Asked {
  req: Request;
  res: Response;
}

/** The API with the rights of whoever asks. `client`: in whose name; default: their own. */
export function ownerApi({ origin }: Pick<Services, 'origin'>, { req, res }: Asked, client?: string): Api {
  const owner = principalOf(res);
  const speaker = { ...owner, clientId: client ?? owner.clientId };
  return apiOf(
    inProcessApi(
      () => req.app as Express,
      origin,
      () => speaker,
    ),
  );
}

/** A call of a tool that the owner has said yes to: with the owner's rights, in the agent's name. */
export const ownerCall = (services: Services, asked: Asked, client: string): Call => ({
  api: ownerApi(services, asked, client),
  desk: services.agents.desk,
  client,
  scopes: principalOf(asked.res).scopes,
  signal: new AbortController().signal,
  progress: () => undefined,
  origin: services.origin(),
  whyNoChanges: () => null,
});

/** What tools throw, as the API has it. */
export async function asAppErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) throw new AppError('conflict', error.message);
    if (error instanceof ApiError && Object.hasOwn(ERROR_CODES, error.code))
      throw new AppError(error.code as ErrorCode, error.detail);
    throw error;
  }
}

import type { Response } from 'express';
import { AppError } from '../../platform/errors.ts';
import { RequestRefused } from '../../renderer/resident/refusals.ts';
import { type Asker, Superseded } from '../../renderer/resident/requests.ts';
import { NotRendered } from '../../renderer/resident/resident-child.ts';
import { ResidentUnavailable } from '../../renderer/resident/resident-renderer.ts';
import { SourceFailure } from '../../renderer/resident/source-failure.ts';
import { principalOf } from '../middleware/guard.ts';

/**
 * What the resident darktable makes for this client, or null when the client has gone: what has not begun is dropped then. Throws the
 * contract's errors.
 */
export async function whileConnected<Made>(res: Response, make: (asker: Asker) => Promise<Made>): Promise<Made | null> {
  const gone = new AbortController();
  const leave = () => gone.abort(new Error('the client has gone'));
  res.once('close', leave);
  if (res.destroyed) leave();
  try {
    return await make({ client: principalOf(res).clientId, signal: gone.signal });
  } catch (error) {
    if (gone.signal.aborted) return null;
    throw inHttp(error);
  } finally {
    res.off('close', leave);
  }
}

const RETRY_SECONDS = 60;

function inHttp(error: unknown): unknown {
  if (error instanceof Superseded)
    return new AppError('superseded', 'A newer request of this viewer has replaced this one.', { cause: error });
  if (error instanceof ResidentUnavailable)
    return new AppError('renderer_unavailable', `Safelight cannot render pictures at once: ${error.message}.`, {
      cause: error,
      retryAfterSeconds: RETRY_SECONDS,
    });
  if (error instanceof SourceFailure || error instanceof NotRendered || error instanceof RequestRefused)
    return new AppError('not_rendered', `This picture could not be rendered: ${error.message}.`, { cause: error });
  return error;
}

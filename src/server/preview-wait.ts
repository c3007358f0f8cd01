import { setTimeout as sleep } from 'node:timers/promises';
import type { PreviewLevel } from '../contract/preview.ts';
import type { LibraryImage } from '../library/library.ts';
import type { Preview, Previews } from '../previews/previews.ts';

/** How long a PATCH waits for its preview, and how often it looks (contract, PATCH rule 9). */
export interface PreviewWaitTimes {
  timeoutMs: number;
  pollMs: number;
}
export const PREVIEW_WAIT: PreviewWaitTimes = { timeoutMs: 30_000, pollMs: 500 };

export type RenderedPreview = Pick<Preview, 'modifiedMs' | 'size'> | null;

const isSame = (one: RenderedPreview, other: RenderedPreview) =>
  one?.modifiedMs === other?.modifiedMs && one?.size === other?.size;

/**
 * Waits for a rendered preview of this size that is another than `before` and shows the present history. null when the time is over
 * or the client has gone away. Holds nothing while it waits: between two looks there is only a timer.
 */
export async function waitForPreview(
  {
    previews,
    image,
    level,
    before,
  }: { previews: Previews; image: LibraryImage; level: PreviewLevel; before: RenderedPreview },
  { timeoutMs, pollMs }: PreviewWaitTimes,
  gone: AbortSignal,
): Promise<Preview | null> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline && !gone.aborted) {
    await sleep(Math.min(pollMs, Math.max(1, deadline - performance.now())), undefined, { signal: gone }).catch(
      () => undefined,
    );
    const found = previews.cached(image, level);
    if (found && !found.stale && !isSame(found, before)) return found;
  }
  return null;
}

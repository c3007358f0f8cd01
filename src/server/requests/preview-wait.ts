import { setTimeout as sleep } from 'node:timers/promises';
import type { PreviewLevel } from '../../contract/preview.ts';
import type { ImageFacts } from '../../library/library.ts';
import type { Preview, Previews } from '../../previews/previews.ts';

/** How long a PATCH waits for its preview, and how often it looks (contract, PATCH rule 9). */
export interface PreviewWaitTimes {
  timeoutMs: number;
  pollMs: number;
}
export const PREVIEW_WAIT: PreviewWaitTimes = { timeoutMs: 30_000, pollMs: 500 };

/** What is waited for: a rendered preview of this very level that is another than `before` and shows the present history. */
export interface AwaitedPreview {
  previews: Pick<Previews, 'rendered'>;
  image: ImageFacts;
  level: PreviewLevel;
  before: Preview | null;
}

/** The awaited preview, or null when the time is over or the client has gone away. Between two looks there is only a timer. */
export async function waitForPreview(
  { previews, image, level, before }: AwaitedPreview,
  { timeoutMs, pollMs }: PreviewWaitTimes,
  gone: AbortSignal,
): Promise<Preview | null> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = previews.rendered(image, level);
    if (found && !found.stale && !isSame(found, before)) return found;
    const left = deadline - performance.now();
    if (left <= 0 || gone.aborted) return null;
    await sleep(Math.min(pollMs, left), undefined, { signal: gone }).catch(() => undefined);
  }
}

/** darktable's thumbnail that was set aside is another file, but the same picture. */
const isSame = (one: Preview, other: Preview | null) =>
  other !== null && one.modifiedMs === other.modifiedMs && one.size === other.size;

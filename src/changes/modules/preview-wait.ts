import { setTimeout as sleep } from 'node:timers/promises';
import type { ModulePatch } from '../../contract/modules.ts';
import type { PreviewLevel } from '../../contract/preview.ts';
import type { HistoryRow } from '../../library/history.ts';
import type { ImageFacts, Library } from '../../library/library.ts';
import { imageNotFound } from '../../platform/errors.ts';
import type { Preview, Previews } from '../../previews/previews.ts';
import type { Asker } from '../../renderer/resident/requests.ts';
import type { EditRequest, Edits } from './edits.ts';

/** How long a PATCH waits for its preview, and how often it looks (contract, PATCH rule 9). */
export interface PreviewWaitTimes {
  timeoutMs: number;
  pollMs: number;
}
export const PREVIEW_WAIT: PreviewWaitTimes = { timeoutMs: 30_000, pollMs: 500 };

export interface EditWithPreview {
  row: HistoryRow;
  /** The preview that shows the edit, or an older one after the time limit; null: there is none. */
  preview: Preview | null;
  /** Whether it shows the edit. */
  isFresh: boolean;
}

/**
 * Makes an edit and waits for a rendered preview; the picture file itself never shows an edit. Throws errors of `apply`. `gone` ends the
 * wait, not the edit.
 */
export async function applyAndAwaitPreview(
  {
    changes,
    library,
    previews,
    previewWait,
    renderer,
  }: {
    changes: { modules: Pick<Edits, 'apply'> };
    library: Library;
    previews: Previews;
    previewWait: PreviewWaitTimes;
    /** Makes it at once, where that is possible. Never rejects. */
    renderer: { previewNow(imageId: number, level: PreviewLevel, asker: Asker): Promise<void> };
  },
  request: EditRequest,
  patch: ModulePatch,
  { level, gone }: { level: PreviewLevel; gone: AbortSignal },
): Promise<EditWithPreview> {
  const old = await library.facts(request.imageId);
  if (!old) throw imageNotFound(request.imageId);
  const before = previews.rendered(old, level);
  const row = await changes.modules.apply(request, patch);
  // The state after the edit, which a fresh preview must match.
  const image = (await library.facts(request.imageId).catch(() => null)) ?? old;
  const made = renderer.previewNow(request.imageId, level, { client: request.client, signal: gone });
  const fresh = await waitForPreview({ previews, image, level, before, made }, previewWait, gone);
  if (fresh || gone.aborted) return { row, preview: fresh, isFresh: fresh !== null };
  // Falls back to the preview that a GET would return, with a warning.
  return { row, preview: previews.cached(image, level) ?? (await localJpeg(previews, image, level)), isFresh: false };
}

/** A rendered preview of exactly this level that differs from `before` and shows the current history. */
interface AwaitedPreview {
  previews: Pick<Previews, 'rendered'>;
  image: ImageFacts;
  level: PreviewLevel;
  before: Preview | null;
  /** Resolves when it may be there. */
  made: Promise<void>;
}

/** The awaited preview, or null after the time limit or when the client has disconnected. */
async function waitForPreview(
  { previews, image, level, before, made }: AwaitedPreview,
  { timeoutMs, pollMs }: PreviewWaitTimes,
  gone: AbortSignal,
): Promise<Preview | null> {
  const deadline = performance.now() + timeoutMs;
  const making = { hasEnded: false };
  const ended = made.then(() => void (making.hasEnded = true));
  for (;;) {
    const found = previews.rendered(image, level);
    if (found && !found.stale && !isSame(found, before)) return found;
    const left = deadline - performance.now();
    if (left <= 0 || gone.aborted) return null;
    const pause = sleep(Math.min(pollMs, left), undefined, { signal: gone }).catch(() => undefined);
    await (making.hasEnded ? pause : Promise.race([pause, ended]));
  }
}

/** A set-aside thumbnail of darktable is a different file, but the same picture. */
const isSame = (one: Preview, other: Preview | null) =>
  other !== null && one.modifiedMs === other.modifiedMs && one.size === other.size;

async function localJpeg(previews: Previews, image: ImageFacts, level: PreviewLevel): Promise<Preview | null> {
  const local = await previews.find(image, level, { fit: true });
  return local?.contentType === 'image/jpeg' ? local : null;
}

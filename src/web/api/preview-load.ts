import type { PreviewFailureCode, PreviewSource } from '../../contract/preview.ts';
import type { ImageRecord } from '../../contract/image-record.ts';
import { untilConnected } from './connection.ts';
import { livePollMs } from './live-state.ts';
import { previewUrl, type PreviewSize } from './preview-url.ts';
import { noteRefusal } from './query-client.ts';
import { reasonOf } from './reason.ts';
import { lackingNow } from './rights.ts';
import { ApiError, ConnectionError, send } from './request.ts';
import type { PreviewFailure } from './waiting.ts';

/** A picture in the browser's memory, and what the service said about it. */
export interface LoadedPreview {
  /** `blob:…`, good for as long as the picture is remembered. */
  url: string;
  blob: Blob;
  source: PreviewSource | null;
  /** Older than the last change of the image. */
  isStale: boolean;
}
export type PreviewOutcome = LoadedPreview | { failure: string };

const BACK_OFF = 1.5;
const LONGEST_WAIT_SECONDS = 60;
const DEFAULT_WAIT_SECONDS = 4;
/** Of what cannot be made it is seldom looked whether it can by now, where no news come by themselves. */
const PATIENCE_WITHOUT_NEWS = 4;

/** Bytes of pictures that are kept, so that scrolling back shows them at once. */
const REMEMBERED_BYTES = 96e6;
const remembered = new Map<string, LoadedPreview>();
let rememberedBytes = 0;

function remember(address: string, preview: LoadedPreview): void {
  remembered.set(address, preview);
  rememberedBytes += preview.blob.size;
  for (const [oldest, { url, blob }] of remembered) {
    if (rememberedBytes <= REMEMBERED_BYTES || oldest === address) break;
    remembered.delete(oldest);
    rememberedBytes -= blob.size;
    // An `<img>` that shows it already keeps its pixels.
    URL.revokeObjectURL(url);
  }
}

/** A picture that was loaded before, or null. */
export function knownPreview(
  image: Pick<ImageRecord, 'id' | 'preview_version'>,
  size: PreviewSize,
): LoadedPreview | null {
  const address = previewUrl(image, size);
  const known = remembered.get(address);
  if (!known) return null;
  // Looked at again: the last to be forgotten.
  remembered.delete(address);
  remembered.set(address, known);
  return known;
}

const retryNow = new Map<number, Set<() => void>>();

/** There are news of a preview of this image: whoever waits for it asks at once. */
export function previewChanged(id: number): void {
  for (const retry of retryNow.get(id) ?? []) retry();
}

/** Nobody knows of which images there were news. */
export function previewsChanged(): void {
  for (const id of [...retryNow.keys()]) previewChanged(id);
}

/**
 * Loads a preview. One that is still being made is asked for again after Retry-After, each time a little later, or when news of it
 * come; one that cannot be made when news come; while the service is away, this waits for it. Rejects when `signal` aborts.
 */
export async function loadPreview(
  image: Pick<ImageRecord, 'id' | 'preview_version'>,
  size: PreviewSize,
  {
    signal,
    onWaiting,
    whole = false,
  }: {
    signal: AbortSignal;
    /** There is none yet; `failure` says why none can be made. */
    onWaiting?: (failure: PreviewFailure | null) => void;
    whole?: boolean;
  },
): Promise<PreviewOutcome> {
  const known = whole ? null : knownPreview(image, size);
  if (known) return known;
  const whyNot = lackingNow('previews:read');
  if (whyNot !== null) return { failure: whyNot };
  for (let patience = 1; ;) {
    try {
      const answer = await send(previewUrl(image, size, { whole }), { signal });
      if (answer.status !== 202) {
        const blob = await answer.blob();
        const preview = {
          url: URL.createObjectURL(blob),
          blob,
          source: answer.headers.get('x-preview-source') as PreviewSource | null,
          isStale: answer.headers.has('x-preview-warning'),
        };
        if (!whole) remember(previewUrl(image, size), preview);
        return preview;
      }
      const failure = await failureIn(answer);
      onWaiting?.(failure);
      if (failure) {
        const pollMs = livePollMs();
        await rest(image.id, pollMs === false ? null : pollMs * PATIENCE_WITHOUT_NEWS, signal);
        signal.throwIfAborted();
        continue;
      }
      const hint = Number(answer.headers.get('retry-after')) || DEFAULT_WAIT_SECONDS;
      await rest(image.id, Math.min(LONGEST_WAIT_SECONDS, hint * patience) * 1000, signal);
      patience *= BACK_OFF;
    } catch (error) {
      if (error instanceof ConnectionError) await untilConnected(signal);
      else if (error instanceof ApiError && error.code === 'slow_down') {
        // As many as may wait for it do; this one is made when some of them are.
        onWaiting?.(null);
        await rest(image.id, LONGEST_WAIT_SECONDS * 1000, signal);
      } else if (error instanceof ApiError) {
        noteRefusal(error);
        return { failure: reasonOf(error) };
      } else throw error;
    }
    signal.throwIfAborted();
  }
}

async function failureIn(answer: Response): Promise<PreviewFailure | null> {
  const code = answer.headers.get('x-preview-failure') as PreviewFailureCode | null;
  return code && { code, reason: ((await answer.json()) as { message: string }).message };
}

/** Until the time is over (null: it never is), news of the image come, or nobody waits any more. */
function rest(id: number, ms: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      waiting.delete(done);
      if (waiting.size === 0) retryNow.delete(id);
      resolve();
    };
    const timer = ms === null ? undefined : setTimeout(done, ms);
    const waiting = retryNow.get(id) ?? new Set();
    retryNow.set(id, waiting.add(done));
    signal.addEventListener('abort', done);
  });
}

/** The photograph as the camera left it, without what darktable made of it. Throws ApiError `not_found` where there is none. */
export async function loadOriginal(id: number, signal: AbortSignal): Promise<string> {
  const answer = await send(`/api/v1/images/${id}/preview?size=xlarge&fit=1&original=1`, { signal });
  return URL.createObjectURL(await answer.blob());
}

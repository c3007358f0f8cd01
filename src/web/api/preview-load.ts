import type { PreviewFailureCode, PreviewSource } from '../../contract/preview.ts';
import type { ImageRecord } from '../../contract/image-record.ts';
import { untilConnected } from './connection.ts';
import { keptPicture } from './kept-pictures.ts';
import { livePollMs } from './live-state.ts';
import { previewUrl, type PreviewSize } from './preview-url.ts';
import { noteRefusal } from './query-client.ts';
import { reasonOf } from './reason.ts';
import { lackingNow } from './rights.ts';
import { ApiError, ConnectionError, send } from './request.ts';
import type { PreviewFailure } from './waiting.ts';

/** A picture in the browser's memory, and what the service said about it. */
export interface LoadedPreview {
  /** `blob:…`, valid while the picture is remembered. */
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
/** Previews that could not be made are polled less often by this factor when no events arrive. */
const PATIENCE_WITHOUT_NEWS = 4;

/** Bytes of pictures kept in memory, so that scrolling back shows them at once. */
const REMEMBERED_BYTES = 96e6;

/** The pictures that were loaded last, by their address. */
class Remembered {
  readonly #all = new Map<string, LoadedPreview>();
  #bytes = 0;

  add(address: string, preview: LoadedPreview): void {
    this.#all.set(address, preview);
    this.#bytes += preview.blob.size;
    for (const [oldest, { url, blob }] of this.#all) {
      if (this.#bytes <= REMEMBERED_BYTES || oldest === address) break;
      this.#all.delete(oldest);
      this.#bytes -= blob.size;
      // An `<img>` that already shows it keeps its pixels.
      URL.revokeObjectURL(url);
    }
  }

  get(address: string): LoadedPreview | null {
    const known = this.#all.get(address);
    if (!known) return null;
    // Used again, so it moves to the end of the line to be dropped.
    this.#all.delete(address);
    this.#all.set(address, known);
    return known;
  }
}
const remembered = new Remembered();

/** A picture that was loaded before, or null. */
export const knownPreview = (
  image: Pick<ImageRecord, 'id' | 'preview_version'>,
  size: PreviewSize,
): LoadedPreview | null => remembered.get(previewUrl(image, size));

const SIZES: readonly PreviewSize[] = ['5', 'xlarge', 'large', 'medium', 'small'];
/** The address of the sharpest picture that was loaded before, or null. */
export const sharpestKnown = (image: Pick<ImageRecord, 'id' | 'preview_version'>): string | null =>
  SIZES.map((size) => knownPreview(image, size)).find((preview) => preview !== null)?.url ?? null;

const retryNow = new Map<number, Set<() => void>>();

/** There is news about a preview of this image: waiting code asks again at once. */
export function previewChanged(id: number): void {
  for (const retry of retryNow.get(id) ?? []) retry();
}

/** For when it is unknown which images had news. */
export function previewsChanged(): void {
  for (const id of [...retryNow.keys()]) previewChanged(id);
}

/**
 * Loads a preview. While it is being made, it is requested again after Retry-After, each time a little later, or when
 * news about it arrives. One that cannot be made is requested again on news. While the service is away, this waits for
 * it. Rejects when `signal` aborts.
 */
export async function loadPreview(
  image: Pick<ImageRecord, 'id' | 'preview_version'>,
  size: PreviewSize,
  {
    signal,
    onWaiting,
    original = false,
  }: {
    signal: AbortSignal;
    /** There is none yet; `failure` says why none can be made. */
    onWaiting?: (failure: PreviewFailure | null) => void;
    /** Without edits. */
    original?: boolean;
  },
): Promise<PreviewOutcome> {
  const address = previewUrl(image, size, { original });
  const known = remembered.get(address);
  if (known) return known;
  const whyNot = lackingNow('previews:read');
  if (whyNot !== null) return { failure: whyNot };
  for (let patience = 1; ;) {
    try {
      const answer = (await keptPicture(address)) ?? (await send(address, { signal }));
      if (answer.status !== 202) {
        const blob = await answer.blob();
        const preview = {
          url: URL.createObjectURL(blob),
          blob,
          source: answer.headers.get('x-preview-source') as PreviewSource | null,
          isStale: answer.headers.has('x-preview-warning'),
        };
        remembered.add(address, preview);
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
      if (error instanceof ConnectionError) {
        if (!(await keptPicture(address))) await untilConnected(signal);
      } else if (error instanceof ApiError && error.code === 'slow_down') {
        // The maximum number of jobs is waiting; this one can be queued when some of them are done.
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

/** Waits until the time is over (null: no limit), news about the image arrives, or the signal aborts. */
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

/** The photograph as the camera made it, without darktable's edits. Throws ApiError `not_found` when there is none. */
export async function loadOriginal(id: number, signal: AbortSignal): Promise<string> {
  const answer = await send(`/api/v1/images/${id}/preview?size=xlarge&fit=1&original=1`, { signal });
  return URL.createObjectURL(await answer.blob());
}

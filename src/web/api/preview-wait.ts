import type { ImageRecord } from '../../contract/image-record.ts';
import { untilConnected } from './connection.ts';
import { previewUrl, type PreviewSize } from './preview-url.ts';
import { noteRefusal } from './query-client.ts';
import { ApiError, ConnectionError, send } from './request.ts';

const BACK_OFF = 1.5;
const LONGEST_WAIT_SECONDS = 60;

export type PreviewOutcome = { attempt: number } | { failure: string };

/**
 * An `<img>` that failed cannot say why. This asks: still being made (asked again after Retry-After, each time a
 * little later), the service away (waits for it), or there is none.
 */
export async function waitForPreview(
  image: ImageRecord,
  size: PreviewSize,
  { from, signal, onGenerating }: { from: number; signal: AbortSignal; onGenerating: () => void },
): Promise<PreviewOutcome> {
  for (let attempt = from + 1, patience = 1; ; attempt++) {
    try {
      const answer = await send(previewUrl(image, size, attempt), { signal });
      await answer.blob();
      if (answer.status !== 202) return { attempt };
      onGenerating();
      const hint = Number(answer.headers.get('retry-after')) || 4;
      await sleep(Math.min(LONGEST_WAIT_SECONDS, hint * patience) * 1000, signal);
      patience *= BACK_OFF;
    } catch (error) {
      if (error instanceof ConnectionError) await untilConnected(signal);
      else if (error instanceof ApiError) {
        noteRefusal(error);
        return { failure: error.message };
      } else throw error;
    }
    signal.throwIfAborted();
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

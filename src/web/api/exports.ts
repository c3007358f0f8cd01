import { Store, useStorePart } from '../stores/store.ts';
import { askFor } from './ask-darktable.ts';
import { reasonOf } from './reason.ts';
import { ConnectionError, send } from './request.ts';

export type ExportState = { is: 'none' } | { is: 'waiting' } | { is: 'ready' } | { is: 'failed'; reason: string };

const NONE: ExportState = { is: 'none' };
const states = new Store<ReadonlyMap<number, ExportState>>(new Map());
const stops = new Map<number, AbortController>();
const become = (id: number, state: ExportState): void => states.set(new Map([...states.snapshot(), [id, state]]));

export const useExport = (id: number): ExportState => useStorePart(states, (all) => all.get(id) ?? NONE);

export const exportUrl = (id: number) => `/api/v1/images/${id}/full`;

/** Queues a full-size export and polls until it is there, even while other pictures are viewed. */
export async function startExport(id: number): Promise<void> {
  const stop = new AbortController();
  stops.get(id)?.abort();
  stops.set(id, stop);
  become(id, { is: 'waiting' });
  try {
    await askFor('export', id, stop.signal);
    for (;;) {
      const answer = await send(exportUrl(id), { method: 'HEAD', signal: stop.signal }).catch((error: unknown) => {
        if (error instanceof ConnectionError) return null;
        throw error;
      });
      if (answer?.status === 200) break;
      const seconds = Number(answer?.headers.get('retry-after')) || 5;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      stop.signal.throwIfAborted();
    }
    become(id, { is: 'ready' });
  } catch (error) {
    if (stop.signal.aborted) return;
    become(id, { is: 'failed', reason: reasonOf(error) });
  }
}

/** The export stays queued; this page no longer waits for it. */
export function stopWaiting(id: number): void {
  stops.get(id)?.abort();
  become(id, NONE);
}

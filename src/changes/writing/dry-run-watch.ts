import type { DryRunProgress } from '../../contract/image-change.ts';
import type { Outcome } from './outcome.ts';

/** Who waits for a dry run. */
export interface DryRunWatch {
  /** Nobody does any more: it ends, and rejects. */
  signal?: AbortSignal | undefined;
  /** Hears how far it is. */
  onProgress?: ((progress: DryRunProgress) => void) | undefined;
}

const PROGRESS_MS = 250;

/** To be called after each part. Throws when nobody waits any more. */
export function partsTold({ signal, onProgress }: DryRunWatch, of: number): (done: number, outcome: Outcome) => void {
  let toldAt = -Infinity;
  return (done, outcome) => {
    signal?.throwIfAborted();
    if (!onProgress || performance.now() - toldAt < PROGRESS_MS) return;
    toldAt = performance.now();
    onProgress({ done, of, ...outcome.counts() });
  };
}

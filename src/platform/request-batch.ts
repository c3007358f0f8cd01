/**
 * Requests that arrive in one turn of the event loop are handled together, once all of them have been read. What is then read for
 * one of them, for example the stamp of the library, is as new as any of the others needs: all of them were sent before.
 */
let waiting: (() => void)[] = [];
let batch = 0;
let isRunning = false;

/** Runs `handle` with the other requests of this turn, in the order in which they came. */
export function handleInBatch(handle: () => void): void {
  if (waiting.push(handle) === 1) setImmediate(runBatch);
}

function runBatch(): void {
  const handlers = waiting;
  waiting = [];
  batch += 1;
  isRunning = true;
  try {
    for (const handle of handlers) handle();
  } finally {
    isRunning = false;
  }
}

/**
 * Reads once for all requests of a batch. What a request does later, after waiting for something, reads anew. `read` must not wait,
 * and nothing that runs in a batch without waiting may change what it reads.
 */
export function oncePerBatch<T>(read: () => T): () => T {
  let known: { batch: number; value: T } | null = null;
  return () => {
    if (!isRunning) return read();
    if (known?.batch !== batch) known = { batch, value: read() };
    return known.value;
  };
}

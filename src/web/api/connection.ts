/**
 * Whether the service answers at all. Every request reports here. While the service is gone, a small request every two
 * seconds checks for it, so that the page recovers by itself.
 */
type Listener = () => void;

const LOOK_EVERY_MS = 2000;
let lost = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<Listener>();

export const isConnectionLost = () => lost;

export function onConnectionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function connectionLost(): void {
  if (lost) return;
  change(true);
  lookAgain();
}

export function connectionFound(): void {
  if (!lost) return;
  clearTimeout(timer);
  change(false);
}

/** Resolves at once while the service answers, otherwise when it does again. */
export function untilConnected(signal: AbortSignal): Promise<void> {
  if (!lost || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = onConnectionChange(() => {
      stop();
      resolve();
    });
    signal.addEventListener('abort', () => {
      stop();
      resolve();
    });
  });
}

function change(to: boolean): void {
  lost = to;
  for (const listener of [...listeners]) listener();
}

function lookAgain(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    fetch('/health', { cache: 'no-store' }).then(
      (answer) => (answer.ok ? connectionFound() : lookAgain()),
      () => lookAgain(),
    );
  }, LOOK_EVERY_MS);
}

import { Store } from '../stores/store.ts';
import { below } from '../base.ts';

/**
 * Whether the service is gone. Every request reports here. While it is gone, a small request every two seconds checks for it, so that the page
 * recovers by itself.
 */
class Connection extends Store<boolean> {
  #timer: ReturnType<typeof setTimeout> | undefined;

  lost(): void {
    if (this.snapshot()) return;
    this.set(true);
    this.#lookAgain();
  }

  found(): void {
    if (!this.snapshot()) return;
    clearTimeout(this.#timer);
    this.set(false);
  }

  /** Resolves at once while the service answers, otherwise when it does again. */
  async untilFound(signal: AbortSignal): Promise<void> {
    if (!this.snapshot() || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        stop();
        resolve();
      };
      const stop = this.subscribe(end);
      signal.addEventListener('abort', end);
    });
  }

  #lookAgain(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      fetch(below('/health'), { cache: 'no-store' }).then(
        (answer) => (answer.ok ? this.found() : this.#lookAgain()),
        () => this.#lookAgain(),
      );
    }, LOOK_EVERY_MS);
  }
}
const LOOK_EVERY_MS = 2000;

const connection = new Connection(false);
export const isConnectionLost = connection.snapshot;
export const onConnectionChange = connection.subscribe;
export const connectionLost = (): void => connection.lost();
export const connectionFound = (): void => connection.found();
export const untilConnected = (signal: AbortSignal): Promise<void> => connection.untilFound(signal);

import type { Log } from '../platform/log.ts';

export interface ClosingStack {
  /** Returns the part. */
  add<Part extends { close(): unknown }>(part: Part): Part;
  /** Closes the parts, last one first. A failure is logged and does not stop the others. */
  close(): Promise<void>;
}

/** The open parts, to be closed in reverse order. */
export function closingStack(log: Log): ClosingStack {
  const stack = new AsyncDisposableStack();
  return {
    add(part) {
      stack.defer(async () => {
        try {
          await part.close();
        } catch (error) {
          log.error({ err: error }, 'A part did not close cleanly');
        }
      });
      return part;
    },
    close: () => stack.disposeAsync(),
  };
}

import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

export interface ClosingStack {
  /** Gives the part back. */
  add<Part extends { close(): unknown }>(part: Part): Part;
  /** Closes the parts, the last one first. One that fails is logged and keeps no other open. */
  close(): Promise<void>;
}

/** What was opened, for whoever has to close it again. */
export function closingStack(log: Log): ClosingStack {
  const stack = new AsyncDisposableStack();
  return {
    add(part) {
      stack.defer(async () => {
        try {
          await part.close();
        } catch (error) {
          log.error({ err: error }, `A part did not close cleanly: ${reasonOf(error)}`);
        }
      });
      return part;
    },
    close: () => stack.disposeAsync(),
  };
}

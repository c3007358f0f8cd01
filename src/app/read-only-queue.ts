import { readOnly } from '../platform/errors.ts';
import type { JobQueue } from '../queues/job-queue.ts';

/** The queue for requests. Throws `read_only` when there is a reason. */
export function refusedWhenReadOnly(queue: JobQueue, whyReadOnly: () => string | null): JobQueue {
  const refuse = () => {
    const why = whyReadOnly();
    if (why !== null) throw readOnly(why);
  };
  return {
    name: queue.name,
    file: queue.file,
    append: async (id) => {
      refuse();
      await queue.append(id);
    },
    appendMany: async (ids) => {
      refuse();
      return queue.appendMany(ids);
    },
    retryFailed: async () => {
      refuse();
      return queue.retryFailed();
    },
    retryFailure: async (id) => {
      refuse();
      return queue.retryFailure(id);
    },
    // These make no job that a client asked for.
    offer: (id) => queue.offer(id),
    endOffer: (id) => queue.endOffer(id),
    depth: () => queue.depth(),
    pending: () => queue.pending(),
    isTaken: (id) => queue.isTaken(id),
    failures: () => queue.failures(),
    forgetFailed: () => queue.forgetFailed(),
    forgetFailure: (id) => queue.forgetFailure(id),
    clear: () => queue.clear(),
    takeOver: (file) => queue.takeOver(file),
    close: () => queue.close(),
  };
}

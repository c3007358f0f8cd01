import { readOnly } from '../platform/errors.ts';
import type { JobQueue } from '../queues/job-queue.ts';

/** The queue for requests. Throws `read_only` in read-only mode. */
export function refusedWhenReadOnly(queue: JobQueue, isReadOnly: () => boolean): JobQueue {
  return {
    ...queue,
    append: async (id) => {
      if (isReadOnly()) throw readOnly();
      await queue.append(id);
    },
    appendMany: async (ids) => {
      if (isReadOnly()) throw readOnly();
      return queue.appendMany(ids);
    },
  };
}

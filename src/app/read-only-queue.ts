import { readOnly } from '../platform/errors.ts';
import type { JobQueue } from '../queues/job-queue.ts';

/** The queue as requests see it: in read-only mode it takes nothing. Throws `read_only` then. */
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

import { reasonOf } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import type { JobQueue } from '../queues/job-queue.ts';

export interface PicturesToRenew {
  /** Takes darktable's thumbnails of an image away: darktable never replaces one. */
  thumbnailsAside: (imageId: number) => Promise<void>;
  queue: Pick<JobQueue, 'appendMany'>;
  events: Pick<Events, 'emit'>;
  log: Log;
}

/** Asks for new pictures of images whose histories were changed. The change is stored: a failure here is only logged. */
export async function renewPictures(
  imageIds: readonly number[],
  { thumbnailsAside, queue, events, log }: PicturesToRenew,
): Promise<void> {
  const reason = (error: unknown) => ({ reason: reasonOf(error) });
  for (const id of imageIds) {
    await thumbnailsAside(id).catch((error: unknown) =>
      log.warn({ id, ...reason(error) }, 'darktable keeps old thumbnails of an image'),
    );
    events.emit('preview.changed', { id, isOutdated: true });
  }
  await queue
    .appendMany(imageIds)
    .catch((error: unknown) => log.warn(reason(error), 'New previews could not be queued'));
}

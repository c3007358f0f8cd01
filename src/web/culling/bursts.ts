import type { ImageRecord } from '../../contract/image-record.ts';

/** Frames at most this far apart belong to one burst. */
const BURST_MS = 2000;

export type Taken = Pick<ImageRecord, 'id' | 'group_id' | 'datetime_taken'>;

/** Whether two neighbors in a list belong to the same burst or the same darktable group. */
export function isOneBurst(one: Taken | undefined, other: Taken | undefined): boolean {
  if (!one || !other) return false;
  if (one.group_id !== null && one.group_id === other.group_id) return true;
  if (one.datetime_taken === null || other.datetime_taken === null) return false;
  return Math.abs(Date.parse(`${one.datetime_taken}Z`) - Date.parse(`${other.datetime_taken}Z`)) <= BURST_MS;
}

/** The first and last position of the burst around a picture; a single picture is both. */
export function burstAround(
  at: number,
  imageAt: (index: number) => Taken | undefined,
): { first: number; last: number } {
  let first = at;
  let last = at;
  while (isOneBurst(imageAt(first - 1), imageAt(first))) first--;
  while (isOneBurst(imageAt(last), imageAt(last + 1))) last++;
  return { first, last };
}

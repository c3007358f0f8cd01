import type { ReadRows, RowChange } from './row-changes.ts';

/**
 * [Note: What darktable converts] To show an image, darktable takes the steps of older modules to its own versions and stores them so. Nobody edited
 * anything then, and images.change_timestamp stays; whatever a person does to a development moves it, in microseconds (4.2.1 to 5.4.1). So a change of
 * histories is journaled with that time. While it is the same, steps of newer versions are those that the change made.
 */
export const CHANGED_AT = 'change_timestamp';

/** The change of a row without that time, which no undo has to find or to bring back. */
export function withoutTime(change: RowChange): RowChange {
  const { table, before, after } = change;
  if (table !== 'main.images' || before === null || after === null) return change;
  const { [CHANGED_AT]: _before, ...old } = before;
  const { [CHANGED_AT]: _after, ...now } = after;
  return { table, before: old, after: now };
}

/** Whether the time is all that an image's row changed. */
export function isTimeAlone(change: RowChange): boolean {
  const { before, after } = withoutTime(change);
  if (before === null || after === null) return false;
  return Object.keys(before).every((column) => before[column] === after[column]);
}

/** Whether nobody edited an image since a change; false if that cannot be told. `changes`: what the undo does. */
export function isUntouched(read: ReadRows, imageId: number, changes: readonly RowChange[]): boolean {
  const made = changes.find(({ table }) => table === 'main.images')?.before?.[CHANGED_AT];
  if (made === undefined) return false;
  const [image] = read(`SELECT ${CHANGED_AT} FROM main.images WHERE id = :imageId`, { imageId });
  return image?.[CHANGED_AT] === made;
}

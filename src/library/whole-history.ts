import { setTimeout as sleep } from 'node:timers/promises';
import type { LibraryReader } from './connection.ts';
import type { Library } from './library.ts';

/**
 * [Note: Half a history] darktable writes a history step by step, and each is a change of the file of its own: all rows deleted, a row
 * inserted, that row filled, the next one inserted. It does so not only when somebody edits: 4.2.1 and 5.4.1 write the history of
 * an image anew to show it, and show it at once when it was edited. It takes about a millisecond; but whoever looks between two
 * steps of a darktable that has to wait for the processor finds the file at rest and the first half of a history in it.
 * images.history_end, which stays as it was, tells.
 */
const halfHistorySql = `
SELECT 1 FROM images
WHERE id = :id AND (
  history_end > coalesce((SELECT max(num) + 1 FROM history WHERE imgid = :id), 0)
  OR EXISTS (SELECT 1 FROM history WHERE imgid = :id AND operation IS NULL))`;

/** How long a half history may be on its way. What lasts longer is how that library is. */
const PATIENCE_MS = 200;
const LOOK_AGAIN_MS = 10;

/** As `library.read`, and at a moment when the history of that image is whole. */
export async function readWholeHistory<T>(
  library: Pick<Library, 'read'>,
  imageId: number,
  fn: (reader: LibraryReader) => T,
  options?: { afterOwnWrite?: boolean },
): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let look = 1; ; look += 1) {
    const isLastLook = performance.now() >= deadline;
    const found = await library.read(
      (reader) => {
        const isHalf = !isLastLook && reader.get(halfHistorySql, { id: imageId }) !== undefined;
        return isHalf ? null : { value: fn(reader) };
      },
      look === 1 ? options : undefined,
    );
    if (found) return found.value;
    await sleep(LOOK_AGAIN_MS);
  }
}

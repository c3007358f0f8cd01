import { setTimeout as sleep } from 'node:timers/promises';
import type { LibraryReader } from './connection.ts';
import { developState, type DevelopState } from './develop-state.ts';
import type { Library } from './library.ts';

/**
 * [Note: Half a history] darktable writes a history in several commits: it deletes all rows, inserts a row, fills it,
 * inserts the next one. It does so not only for edits: 4.2.1 and 5.4.1 rewrite an image's history to show the image,
 * and show it at once after an edit. This takes about a millisecond. But between two steps of a darktable that has to
 * wait for the processor, a reader finds the file at rest with only the first half of a history in it.
 * images.history_end, which does not change, gives it away.
 */
export const halfHistorySql = `
SELECT 1 FROM images
WHERE id = :id AND (
  history_end > coalesce((SELECT max(num) + 1 FROM history WHERE imgid = :id), 0)
  OR EXISTS (SELECT 1 FROM history WHERE imgid = :id AND operation IS NULL))`;

/** How long a history may stay half written. A history that is incomplete for longer is simply stored that way. */
const PATIENCE_MS = 200;
const LOOK_AGAIN_MS = 10;

/** Like `library.read`, at a moment when the image's history is complete. */
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

const halfHistoriesSql = `SELECT 1 FROM json_each(:ids) AS asked WHERE EXISTS (${halfHistorySql.replaceAll(':id', 'asked.value')}) LIMIT 1`;

/** Like `library.read`, at a moment when the histories of the images that `fn` tells are complete. */
export async function readWholeHistories<T>(
  library: Pick<Library, 'read'>,
  fn: (reader: LibraryReader) => { value: T; imageIds: readonly number[] },
): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await library.read((reader) => {
      const { value, imageIds } = fn(reader);
      return { value, isHalf: reader.get(halfHistoriesSql, { ids: JSON.stringify(imageIds) }) !== undefined };
    });
    if (!found.isHalf || performance.now() >= deadline) return found.value;
    await sleep(LOOK_AGAIN_MS);
  }
}

/** The development of an image as it is stored, and where its picture can be read now; null: there is no such image. */
export async function readDevelopState(
  library: Pick<Library, 'read' | 'pictureFile'>,
  imageId: number,
): Promise<DevelopState | null> {
  const state = await readWholeHistory(library, imageId, (reader) => developState(reader, imageId));
  return state && { ...state, path: await library.pictureFile(state) };
}

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const fixture = path.join(import.meta.dirname, 'fixtures', 'darktable-5.4.1');

/** Where the photographs of the checked-in library lie, as far as it knows. Nothing is there. */
export const darktable5Photos = '/photos';

/**
 * Unpacks the library that a real darktable 5.4.1 (schema 57) made of the photo shoot into `folder`. Its records are those
 * of `photoShoot`, as ids 1 to 9 below `/photos`.
 */
export async function unpackDarktable5Library(folder: string): Promise<{ library: string; data: string }> {
  await mkdir(folder, { recursive: true });
  for (const name of ['library.db', 'data.db']) {
    await writeFile(path.join(folder, name), gunzipSync(await readFile(path.join(fixture, `${name}.gz`))));
  }
  return { library: path.join(folder, 'library.db'), data: path.join(folder, 'data.db') };
}

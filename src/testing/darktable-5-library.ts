import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const fixture = path.join(import.meta.dirname, 'fixtures', 'darktable-5.4.1');

/** The folder of the photographs according to the checked-in library. It does not exist. */
export const darktable5Photos = '/photos';

/**
 * Unpacks into `folder` the library that a real darktable 5.4.1 (schema 57) made of the photo shoot. Its records are those of
 * `photoShoot`, with ids 1 to 9 and paths below `/photos`.
 */
export async function unpackDarktable5Library(folder: string): Promise<{ library: string; data: string }> {
  await mkdir(folder, { recursive: true });
  for (const name of ['library.db', 'data.db']) {
    await writeFile(path.join(folder, name), gunzipSync(await readFile(path.join(fixture, `${name}.gz`))));
  }
  return { library: path.join(folder, 'library.db'), data: path.join(folder, 'data.db') };
}

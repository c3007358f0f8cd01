import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';

/**
 * The photographer's darktable settings, as far as they affect how a picture looks (see `likeUsers`), as one file: so workers make the same
 * pictures.
 */

/** Its files by path, in base64. */
const Bundle = z.record(
  z.string().regex(/^(darktablerc|data\.db|(color|watermarks)(\/[^/\\\0]{1,200}){1,5})$/),
  z.string(),
);

const FOLDERS = ['color', 'watermarks'];
const FILES = ['darktablerc', 'data.db'];
/** Profiles are small; whatever else lies there is left out. */
const MOST_FILE_BYTES = 16 * 1024 ** 2;
const MOST_BYTES = 256 * 1024 ** 2;

/** Files that cannot be read are left out. */
export async function packSettings(userConfig: string): Promise<Buffer> {
  const files: Record<string, string> = {};
  const add = async (path: string) => {
    const at = join(userConfig, path);
    const { size } = await stat(at);
    if (size <= MOST_FILE_BYTES) files[path] = (await readFile(at)).toString('base64');
  };
  for (const name of FILES) await add(name).catch(() => undefined);
  for (const folder of FOLDERS) {
    const found = await readdir(join(userConfig, folder), { withFileTypes: true, recursive: true }).catch(() => []);
    for (const entry of found) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name).slice(userConfig.length + 1);
      await add(path.split(sep).join('/')).catch(() => undefined);
    }
  }
  const sorted = Object.fromEntries(Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)));
  return gzipSync(JSON.stringify(sorted));
}

/** Changes when the settings do. */
export async function settingsStamp(userConfig: string): Promise<string> {
  const stamps: string[] = [];
  for (const name of [...FILES, ...FOLDERS, ...FOLDERS.map((folder) => join(folder, 'out'))]) {
    const at = await stat(join(userConfig, name)).catch(() => null);
    stamps.push(at ? `${at.ino} ${at.size} ${at.mtimeMs}` : '-');
  }
  return createHash('sha1').update(stamps.join('\n')).digest('hex');
}

/** Into a new folder. Throws when it is no such bundle. */
export async function unpackSettings(bundle: Uint8Array, folder: string): Promise<void> {
  const files = Bundle.parse(JSON.parse(gunzipSync(bundle, { maxOutputLength: MOST_BYTES }).toString('utf8')));
  for (const [path, content] of Object.entries(files)) {
    if (path.split('/').includes('..')) throw new Error(`a strange path: ${path}`);
    const file = join(folder, ...path.split('/'));
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, Buffer.from(content, 'base64'), { mode: 0o600 });
  }
}

import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../server/services.ts';

/** The newest exports in the export folder, with the names of their photographs. */
export async function recentExports({ library, exports }: Services, most: number) {
  const { folder } = exports();
  if ((await exports().check()) !== null) return [];
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d+\.jpg$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => ({ name, at: await lstat(join(folder, name)).catch(() => null) })),
  );
  const newest = found
    .flatMap(({ name, at }) => (at?.isFile() === true ? [{ name, modifiedMs: at.mtimeMs }] : []))
    .sort((one, other) => other.modifiedMs - one.modifiedMs)
    .slice(0, most);
  return Promise.all(
    newest.map(async ({ name }) => {
      const id = Number.parseInt(name, 10);
      const image = await library.facts(id).catch(() => null);
      return { id, filename: image?.filename ?? name, file: join(folder, name) };
    }),
  );
}

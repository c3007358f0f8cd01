import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** darktable's copy of a photograph, named after its full path (`_image_local_copy_full_path` in darktable's image.c). */
export const localCopy = (path: string, cacheDir: string): string =>
  join(cacheDir, `img-${createHash('md5').update(path).digest('hex')}${extname(path)}`);

/** The original, else the copy if there is one, as darktable chooses. */
export async function presentFile(
  { path, hasLocalCopy }: { path: string; hasLocalCopy: boolean },
  cacheDir: string | null,
): Promise<string> {
  if (!hasLocalCopy || cacheDir === null || (await exists(path))) return path;
  const copy = localCopy(path, cacheDir);
  return (await exists(copy)) ? copy : path;
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

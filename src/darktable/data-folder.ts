import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Installation } from './installation.ts';

/** darktable's `share/darktable`. null: not found; that of a flatpak is out of reach. */
export async function dataFolder(installation: Pick<Installation, 'kind' | 'app'> | null): Promise<string | null> {
  if (installation?.kind !== 'native') return null;
  const program = installation.app[0];
  const bin = dirname(await realpath(program).catch(() => program));
  // The second is that of macOS.
  for (const folder of ['share', 'Resources/share']) {
    const at = join(bin, '..', folder, 'darktable');
    if ((await stat(at).catch(() => null))?.isDirectory()) return at;
  }
  return null;
}

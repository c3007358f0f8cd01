import { cpSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation } from '../darktable/installation.ts';
import { installedDarktable } from './resident-stage.ts';

/** The installed darktable once more, below `folder`, to be updated: its library is a copy, all else are links. */
export function copyDarktable(folder: string): { installation: Installation; update: () => void } {
  const [usr, lib] = [join(folder, 'usr'), process.arch === 'x64' ? 'lib/x86_64-linux-gnu' : 'lib/aarch64-linux-gnu'];
  const [libraries, theirs] = [join(usr, lib, 'darktable'), join('/usr', lib, 'darktable')];
  for (const made of [libraries, join(usr, 'bin')]) mkdirSync(made, { recursive: true });
  for (const name of ['plugins', 'views']) symlinkSync(join(theirs, name), join(libraries, name));
  symlinkSync('/usr/share', join(usr, 'share'));
  const library = join(libraries, 'libdarktable.so');
  cpSync(join(theirs, 'libdarktable.so'), library);
  const program = join(usr, 'bin', 'darktable-cli');
  writeFileSync(program, '#!/bin/sh\nexec /usr/bin/darktable-cli "$@"\n', { mode: 0o755 });
  return {
    installation: { ...installedDarktable, cli: [program] },
    /** As a package manager does it. */
    update() {
      cpSync(library, `${library}.new`);
      renameSync(`${library}.new`, library);
    },
  };
}

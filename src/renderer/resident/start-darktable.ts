import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownFolders } from '../own-folders.ts';
import type { Libdarktable } from './libdarktable.ts';
import type { StartOptions } from './protocol.ts';

const SIGSEGV = 11;
const SIGKILL = 9n;
const PR_SET_PDEATHSIG = 1;

/**
 * Starts darktable in this process, without its window: its library is in memory, and its folders are ours. Throws when it cannot start.
 */
export function startDarktable(darktable: Libdarktable, { library, dataDir, workDir, usesOpenCl }: StartOptions): void {
  for (const name of ['config', 'cache', 'tmp']) mkdirSync(join(workDir, name), { recursive: true, mode: 0o700 });
  // The folder is ours alone. Left by a killed one, its process number may belong to somebody else now.
  rmSync(join(workDir, 'config', 'data.db.lock'), { force: true });
  // Even while darktable computes, this process ends with the server.
  if (process.platform === 'linux') darktable.prctl(PR_SET_PDEATHSIG, SIGKILL);
  const args = [
    'darktable',
    ...ownFolders(workDir),
    ...(usesOpenCl ? [] : ['--disable-opencl']),
    '--datadir',
    dataDir,
    '--moduledir',
    dirname(library),
    '--localedir',
    join(dataDir, '..', 'locale'),
    ...Object.entries({ ...CONF, ...(usesOpenCl ? { opencl: 'TRUE' } : {}) }).flatMap(([key, value]) => [
      '--conf',
      `${key}=${value}`,
    ]),
  ];
  const argv = darktable.allocate(8 * (args.length + 1));
  for (const [k, arg] of args.entries()) darktable.setPointer(argv + BigInt(8 * k), darktable.cString(arg));
  const code = darktable.dt_init(args.length, argv, 0, 1, 0n);
  if (code !== 0) throw new Error(`darktable did not start (${code})`);
  // darktable's own handler starts a debugger, which may never end.
  darktable.signal(SIGSEGV, 0n);
}

const CONF = {
  // It reads pictures where they are, and must leave nothing there.
  write_sidecar_files: 'never',
  // Pictures come in the colors of the display: sRGB.
  'ui_last/color/display_type': '1',
  cache_disk_backend: 'FALSE',
  cache_disk_backend_full: 'FALSE',
  // What the darkroom may do in haste.
  'plugins/darkroom/demosaic/quality': 'default',
};

import { open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Command, type Installation, nativeVersion } from '../../darktable/installation.ts';

/** The library of an installed darktable, which a process of ours can load. */
export interface FoundLibrary {
  file: string;
  dataDir: string;
  version: string;
  /** Changes when darktable is upgraded. */
  identity: string;
}

/** There is none; `why` is for people. */
export type NoLibrary = { why: string };

/** Where libraries lie beside bin/: Debian, Fedora and openSUSE, Arch and darktable's own builds. */
const FOLDERS: Partial<Record<NodeJS.Architecture, string[]>> = {
  x64: ['lib/x86_64-linux-gnu', 'lib64', 'lib'],
  arm64: ['lib/aarch64-linux-gnu', 'lib64', 'lib'],
};
const NOT_BESIDE = 'its program library was not found beside darktable-cli';
/** In the padding of an ELF header. */
const APPIMAGE = Buffer.from('AI\x02');
/** e_machine in an ELF header. */
const MACHINES: Partial<Record<NodeJS.Architecture, number>> = { x64: 62, arm64: 183 };

/** Cheap enough for every picture. `settleMs`: how long its files must have been left alone. */
export async function findLibrary(
  installation: Pick<Installation, 'kind' | 'cli'> | null,
  { platform = process.platform, settleMs = 0 }: { platform?: NodeJS.Platform; settleMs?: number } = {},
): Promise<FoundLibrary | NoLibrary> {
  if (!installation?.cli) return { why: 'darktable-cli is not installed' };
  const { kind, cli } = installation;
  if (kind !== 'native') return { why: `this darktable is in a sandbox (${kind})` };
  if (platform !== 'linux') return { why: 'this is only done on Linux so far' };
  const real = await realpath(cli[0]).catch(() => cli[0]);
  const start = await startOf(real);
  if (start.subarray(8, 11).equals(APPIMAGE)) return { why: 'this darktable is an AppImage' };
  // What a snap's program leads to lies beside the darktable of the distribution.
  if (basename(real) !== 'darktable-cli') return { why: NOT_BESIDE };
  const bin = dirname(real);
  for (const folder of FOLDERS[process.arch] ?? []) {
    const file = join(bin, '..', folder, 'darktable', 'libdarktable.so');
    const at = await stat(file).catch(() => null);
    if (at?.isFile() !== true) continue;
    if ((await startOf(file)).readUInt16LE(18) !== MACHINES[process.arch])
      return { why: `${file} is for another kind of processor` };
    if (await isBeingInstalled(file, settleMs)) return { why: 'darktable was installed or updated a moment ago' };
    const identity = `${file} ${at.ino} ${at.size} ${at.mtimeMs}`;
    const version = await versionOf(identity, cli);
    if (version === null) return { why: 'the version of darktable is unknown' };
    return { file, dataDir: join(bin, '..', 'share', 'darktable'), version, identity };
  }
  return { why: NOT_BESIDE };
}

/** That of the file as it is now: what was known of the installation may be minutes old. */
let known: { identity: string; version: Promise<string | null> } | null = null;

function versionOf(identity: string, cli: Command): Promise<string | null> {
  if (known?.identity !== identity) known = { identity, version: nativeVersion(cli) };
  return known.version;
}

/** An update replaces one file after the other: until they are left alone, its library and its modules may be of two versions. */
async function isBeingInstalled(file: string, settleMs: number): Promise<boolean> {
  const touched = await Promise.all([file, join(dirname(file), 'plugins')].map((at) => stat(at).catch(() => null)));
  // Not when it was made, but when it came to its place.
  const sinceMs = touched.map((at) => Date.now() - (at?.ctimeMs ?? 0));
  return sinceMs.some((ms) => ms >= 0 && ms < settleMs);
}

/** The first bytes of a file; zeros where there are none. */
async function startOf(file: string): Promise<Buffer> {
  const start = Buffer.alloc(20);
  const opened = await open(file).catch(() => null);
  try {
    await opened?.read(start, 0, start.length, 0);
  } finally {
    await opened?.close();
  }
  return start;
}

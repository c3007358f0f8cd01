import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inheritedEnvironment } from '../platform/environment.ts';
import { opensLibrary } from './release-facts.ts';

/** A program and its first arguments. */
export type Command = readonly [program: string, ...args: string[]];

/** A darktable on this computer. */
export interface Installation {
  kind: 'native' | 'flatpak';
  /** For example `4.2.1`; null when unknown. */
  version: string | null;
  /** The command that opens darktable's window. */
  app: Command;
  /** The command for darktable-cli; null when this darktable came without it. */
  cli: Command | null;
}

/** One that was found; `program` is what people choose it by. */
export type FoundDarktable = Installation & { program: string };

export interface InstallationOptions {
  environment: { home: string } & Partial<Record<'PATH' | 'PROGRAMFILES' | 'LOCALAPPDATA', string | undefined>>;
  platform: NodeJS.Platform;
  /** The library to open: one in a flatpak's own folder needs the flatpak. */
  library?: string | undefined;
  /** Its schema; null: not known. */
  schema?: number | null;
  /** The program that somebody has chosen. */
  chosen?: string | null;
}

const FLATPAK_ID = 'org.darktable.Darktable';

/** The darktable to use for a library, or null when none is installed. */
export const findDarktable = async (options: InstallationOptions): Promise<Installation | null> =>
  (await findDarktables(options))[0] ?? null;

/**
 * The darktables on this computer, the one to use first: the chosen one, then those that open the library, in the order of the PATH. Cheap enough for every picture: one is only asked for its version, which takes
 * some 50 ms, when its program has changed.
 */
export async function findDarktables(options: InstallationOptions): Promise<FoundDarktable[]> {
  const { library, schema = null, chosen = null } = options;
  const [natives, flatpaks] = await Promise.all([natively(options), flatpak(options)]);
  const isOfFlatpak = library?.includes(`${path.sep}.var${path.sep}app${path.sep}${FLATPAK_ID}${path.sep}`) === true;
  const found = isOfFlatpak ? [...flatpaks, ...natives] : [...natives, ...flatpaks];
  const rank = ({ program, version }: FoundDarktable) => {
    if (program === chosen) return 0;
    return schema === null || isOfFlatpak || (version !== null && opensLibrary(version, schema)) ? 1 : 2;
  };
  return found.toSorted((one, other) => rank(one) - rank(other));
}

async function natively({ environment, platform, chosen = null }: InstallationOptions): Promise<FoundDarktable[]> {
  const suffix = platform === 'win32' ? '.exe' : '';
  const programs = [
    ...(chosen === null || path.basename(chosen) === FLATPAK_ID ? [] : [chosen]),
    ...programFolders(environment, platform).map((folder) => path.join(folder, `darktable${suffix}`)),
  ];
  const found = new Map<string, FoundDarktable>();
  for (const program of programs) {
    if (!(await isProgram(program))) continue;
    const real = await realpath(program).catch(() => program);
    // Debian's /bin is /usr/bin.
    if (found.has(real)) continue;
    const beside = path.join(path.dirname(program), `darktable-cli${suffix}`);
    const cli: Command | null = (await isProgram(beside)) ? [beside] : null;
    const version = await knownVersion(cli?.[0] ?? program, () => nativeVersion(cli ?? [program]));
    found.set(real, { kind: 'native', version, app: [program], cli, program });
  }
  return [...found.values()];
}

/** The folders that may hold a program of that name: the PATH, then the folders used by the systems' own installers. */
function programFolders(environment: InstallationOptions['environment'], platform: NodeJS.Platform): string[] {
  const { home, PATH = '', PROGRAMFILES, LOCALAPPDATA } = environment;
  const listed = PATH.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  switch (platform) {
    case 'darwin':
      return [...listed, ...['/Applications', path.join(home, 'Applications')].map((at) => path.join(at, MAC_APP))];
    case 'win32':
      return [
        ...listed,
        ...[
          PROGRAMFILES ?? 'C:\\Program Files',
          ...(LOCALAPPDATA === undefined ? [] : [path.join(LOCALAPPDATA, 'Programs')]),
        ].map((at) => path.join(at, 'darktable', 'bin')),
      ];
    default:
      // A service started by the system has a shorter PATH than a person.
      return [...listed, path.join(home, '.local', 'bin'), '/usr/local/bin', '/usr/bin', '/opt/darktable/bin'];
  }
}

const MAC_APP = path.join('darktable.app', 'Contents', 'MacOS');

async function flatpak({ environment, platform }: InstallationOptions): Promise<FoundDarktable[]> {
  if (platform !== 'linux') return [];
  const folders = ['/var/lib/flatpak', path.join(environment.home, '.local', 'share', 'flatpak')];
  // A link that an update points elsewhere.
  const active = folders.map((folder) => path.join(folder, 'app', FLATPAK_ID, 'current', 'active'));
  const isThere = await Promise.all(folders.map((folder) => isFolder(path.join(folder, 'app', FLATPAK_ID))));
  const at = isThere.indexOf(true);
  if (at === -1) return [];
  const run = (command: string): Command => ['flatpak', 'run', `--command=${command}`, FLATPAK_ID];
  const real = await realpath(active[at]!).catch(() => active[at]!);
  const version = await knownVersion(real, () => versionOf(run('darktable-cli')));
  // Without an answer there is no flatpak program, or it may not be run.
  if (version === null) return [];
  const program = path.join(folders[at]!, 'exports', 'bin', FLATPAK_ID);
  return [{ kind: 'flatpak', version, app: run('darktable'), cli: run('darktable-cli'), program }];
}

/** A program may be a script or a launcher, behind which another darktable can come. */
const ASK_AGAIN_MS = 10 * 60_000;
/** One that hangs takes 20 s each time, and many ask: pictures, the page, the tray. */
const ASK_SILENT_AGAIN_MS = 60_000;
const versions = new Map<string, { stamp: string; untilMs: number; version: Promise<string | null> }>();

/** The version of what a path leads to, asked again when that has changed, and after a while: sooner when it did not tell. */
async function knownVersion(file: string, ask: () => Promise<string | null>): Promise<string | null> {
  const at = await stat(file).catch(() => null);
  const stamp = `${at?.ino} ${at?.size} ${at?.mtimeMs}`;
  const known = versions.get(file);
  if (known?.stamp === stamp && performance.now() < known.untilMs) return known.version;
  const asked = { stamp, untilMs: performance.now() + ASK_AGAIN_MS, version: ask() };
  versions.set(file, asked);
  const version = await asked.version;
  if (version === null) asked.untilMs = performance.now() + ASK_SILENT_AGAIN_MS;
  return version;
}

/**
 * Even for this, darktable-cli creates its folders for settings and cache (4.2.1). People who have never started
 * darktable must not find them.
 */
export async function nativeVersion(command: Command): Promise<string | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'safelight-version-')).catch(() => null);
  if (folder === null) return versionOf(command);
  try {
    return await versionOf(command, { ...inheritedEnvironment(), XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder });
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/**
 * `darktable-cli --version` prints `this is darktable-cli 4.2.1` (measured with 4.2.1), `darktable --version` `this is
 * darktable 4.2.1`.
 */
function versionOf([program, ...args]: Command, env = inheritedEnvironment()): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, [...args, '--version'], { env, timeout: 20_000, windowsHide: true }, (_error, stdout, stderr) => {
      resolve(/darktable(?:-cli)?\s+v?(\d+\.\d+[^\s]*)/.exec(`${stdout}${stderr}`)?.[1] ?? null);
    });
  });
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory();
  } catch {
    return false;
  }
}

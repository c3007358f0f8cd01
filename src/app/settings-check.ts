import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { bindProblem } from '../doctor/computer-checks.ts';
import type { FoundDarktable } from '../darktable/installation.ts';
import type { FilmRolls } from '../library/film-rolls.ts';
import { reasonOf } from '../platform/errors.ts';
import { isMissing, readOrdinaryFile } from '../platform/ordinary-file.ts';
import type { LibraryState } from '../library/library.ts';
import { readCredentials } from '../renderer/farm/credentials.ts';
import { identityOf } from './library-storage.ts';
import type { Listener } from './listener.ts';
import type { Complaints, SettingsCheck } from '../settings/settings-store.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';
import { folderComplaints } from './folder-checks.ts';
import { hostOf, type Configuration } from './configuration.ts';

export interface SettingsCheckOptions {
  dataDir: string;
  configuration: () => Configuration;
  cacheDir: () => string;
  listener: Pick<Listener, 'host' | 'port' | 'secure'>;
  configurationAfter: (settings: Readonly<SettingsValues>) => Configuration;
  hasAutostart: boolean;
  filmRolls: () => FilmRolls;
  isReadable: (file: string) => LibraryState;
  /** The darktables of this computer, the chosen one first. */
  darktables: (chosen: string) => Promise<readonly FoundDarktable[]>;
}

/** Checks new settings: the library opens, the folder is writable, the port is free, the credentials are some. */
export function settingsCheck(options: SettingsCheckOptions): SettingsCheck {
  const { listener, configurationAfter, hasAutostart, isReadable } = options;
  return async ({ after, keys }) => {
    const bad: Complaints = {};
    const wanted = configurationAfter(after);

    if (keys.has('library') && after.library !== null) {
      const file = folderOf(after.library) ? `${after.library.replace(/[\\/]+$/, '')}/library.db` : after.library;
      const state = isReadable(file);
      if (state.status === 'problem' && state.problem !== 'busy') bad.library = state.message;
    }
    if (keys.has('darktable') && after.darktable !== null) {
      const complaint = await darktableComplaint(after.darktable, options.darktables);
      if (complaint !== null) bad.darktable = complaint;
    }
    if (keys.has('darktableCache') && after.darktableCache !== null && !folderOf(after.darktableCache)) {
      bad.darktableCache = existsSync(after.darktableCache)
        ? `${after.darktableCache} is not a folder.`
        : `There is no folder ${after.darktableCache}.`;
    }
    const folders = await folderComplaints({ dataDir: options.dataDir, after, keys, rolls: options.filmRolls() });
    Object.assign(bad, { ...folders, ...bad });
    if (
      (keys.has('refreshQueue') || keys.has('exportQueue')) &&
      identityOf(wanted.refreshQueue) === identityOf(wanted.exportQueue)
    ) {
      bad[keys.has('exportQueue') ? 'exportQueue' : 'refreshQueue'] = 'The two queues must be two files.';
    }
    Object.assign(bad, { ...queuesInTheWay(after, keys, wanted), ...bad });
    if (keys.has('farmCredentials') && after.farmCredentials !== null) {
      try {
        readCredentials(after.farmCredentials);
      } catch (error) {
        bad.farmCredentials = reasonOf(error);
      }
    }
    if (keys.has('domainCommand') && after.domainCommand !== null) {
      const complaint = programComplaint(after.domainCommand);
      if (complaint !== null) bad.domainCommand = complaint;
    }
    if (keys.has('tunnelKey') && after.tunnelKey !== null) {
      const complaint = keyComplaint(after.tunnelKey);
      if (complaint !== null) bad.tunnelKey = complaint;
    }
    if (keys.has('autostart') && !hasAutostart) {
      bad.autostart = 'This computer cannot start Safelight at login.';
    }
    if (keys.has('port') || keys.has('host') || keys.has('lan')) {
      const complaint = await listenComplaint(listener, {
        host: wantedHost(options, after, keys),
        port: keys.has('port') ? after.port : listener.port(),
      });
      if (complaint !== null) bad[keys.has('port') ? 'port' : keys.has('host') ? 'host' : 'lan'] = complaint;
    }
    if (after.https && (keys.has('https') || keys.has('httpsPort'))) {
      const complaint = await secureComplaint(listener, wantedHost(options, after, keys), after);
      if (complaint !== null) bad[keys.has('httpsPort') ? 'httpsPort' : 'https'] = complaint;
    }
    return bad;
  };
}

/** Nothing else is ever started. */
async function darktableComplaint(
  program: string,
  darktables: SettingsCheckOptions['darktables'],
): Promise<string | null> {
  if (!/darktable[^/\\]*$/i.test(program)) return `${program} is not called darktable.`;
  const [chosen] = await darktables(program);
  if (chosen?.program !== program) return `There is no program ${program}.`;
  return chosen.version === null ? `${program} does not answer as a darktable does.` : null;
}

/** A queue is a file: no folder can be in its place, nor below it. It need not exist, as it is made with the first job. */
function queuesInTheWay(
  after: Readonly<SettingsValues>,
  keys: ReadonlySet<string>,
  { refreshQueue, exportQueue }: Pick<Configuration, 'refreshQueue' | 'exportQueue'>,
): Complaints {
  const bad: Complaints = {};
  const queues = [
    ['refreshQueue', refreshQueue],
    ['exportQueue', exportQueue],
  ] as const;
  const folders = [
    ...queues.map(([setting, file]) => [setting, dirname(file)] as const),
    ['exportDir', after.exportDir] as const,
  ];
  for (const [queue, file] of queues)
    for (const [setting, folder] of folders) {
      const isInTheWay = folder !== null && `${identityOf(folder)}${sep}`.startsWith(`${identityOf(file)}${sep}`);
      const changed = ([setting, queue] as const).find((key) => keys.has(key));
      if (setting !== queue && isInTheWay && changed) bad[changed] = `${file} is a queue, so it cannot be a folder.`;
    }
  return bad;
}

/** The address from the command line applies until one of these changes. */
function wantedHost(
  { configurationAfter }: SettingsCheckOptions,
  after: Readonly<SettingsValues>,
  keys: ReadonlySet<string>,
) {
  const { host } = configurationAfter(after);
  return keys.has('host') || keys.has('lan') ? hostOf(after) : host;
}

async function listenComplaint(
  listener: SettingsCheckOptions['listener'],
  { host, port }: { host: string; port: number },
): Promise<string | null> {
  // Our own port cannot be tried on another address while we use it; the address itself can.
  const trouble = await bindProblem(host, port === listener.port() ? 0 : port);
  return trouble === null ? null : `Safelight cannot listen on ${host}:${port}: ${trouble}.`;
}

async function secureComplaint(
  listener: SettingsCheckOptions['listener'],
  host: string,
  { port, httpsPort }: Pick<SettingsValues, 'port' | 'httpsPort'>,
): Promise<string | null> {
  if (httpsPort !== 0 && [port, listener.port()].includes(httpsPort))
    return `Port ${httpsPort} is the one of plain HTTP. Choose another one for HTTPS.`;
  if (httpsPort === listener.secure()?.port) return null;
  const trouble = await bindProblem(host, httpsPort);
  return trouble === null ? null : `Safelight cannot listen on ${host}:${httpsPort}: ${trouble}.`;
}

/** Whoever may change settings from afar is to start nothing of this computer but what its user has made for this. */
function programComplaint(file: string): string | null {
  try {
    const at = statSync(file);
    if (!at.isFile()) return `${file} is not a program.`;
    accessSync(file, constants.X_OK);
    const isOwn = process.platform === 'win32' || (at.uid === process.getuid?.() && (at.mode & 0o022) === 0);
    if (!isOwn)
      return `${file} is not yours alone. Make a script of your own that calls it, which nobody else can change.`;
    return null;
  } catch (error) {
    return isMissing(error) ? `There is no program ${file}.` : `${file} cannot be started. Run "chmod +x ${file}".`;
  }
}

/** ssh says only that it has no key. */
function keyComplaint(file: string): string | null {
  try {
    const text = readOrdinaryFile(file, 'latin1');
    return text.includes('PRIVATE KEY')
      ? null
      : `${file} is no private key. The one ending in .pub goes to the other computer.`;
  } catch (error) {
    return isMissing(error) ? `There is no file ${file}.` : `${file} cannot be read: ${reasonOf(error)}`;
  }
}

const folderOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

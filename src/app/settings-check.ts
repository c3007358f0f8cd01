import { existsSync, statSync } from 'node:fs';
import { bindProblem } from '../doctor/checks.ts';
import type { FilmRolls } from '../library/film-rolls.ts';
import type { LibraryState } from '../library/library.ts';
import { identityOf } from './library-storage.ts';
import type { Complaints, SettingsCheck } from '../settings/settings-store.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';
import { folderComplaints } from './folder-checks.ts';
import { hostOf, type Configuration } from './configuration.ts';

export interface SettingsCheckOptions {
  dataDir: string;
  configuration: () => Configuration;
  cacheDir: () => string;
  listener: { host: () => string; port: () => number };
  configurationAfter: (settings: Readonly<SettingsValues>) => Configuration;
  hasAutostart: boolean;
  filmRolls: () => FilmRolls;
  isReadable: (file: string) => LibraryState;
}

/** Whether what people ask for can be: does that library open, can that folder be written, is that port free? */
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
    if (keys.has('autostart') && !hasAutostart) {
      bad.autostart = 'This computer offers no way to start Safelight at login.';
    }
    if (keys.has('port') || keys.has('host') || keys.has('lan')) {
      const complaint = await listenComplaint(listener, {
        host: wantedHost(options, after, keys),
        port: keys.has('port') ? after.port : listener.port(),
      });
      if (complaint !== null) bad[keys.has('port') ? 'port' : keys.has('host') ? 'host' : 'lan'] = complaint;
    }
    return bad;
  };
}

/** The command line's address counts until one of these is changed. */
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
  // Our own port on another address cannot be tried while we have it; whether the address is ours can.
  const trouble = await bindProblem(host, port === listener.port() ? 0 : port);
  return trouble === null ? null : `Safelight cannot listen on ${host}:${port}: ${trouble}.`;
}

const folderOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

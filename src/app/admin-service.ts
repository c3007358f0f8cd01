import { X509Certificate } from 'node:crypto';
import type { BackupRestored } from '../contract/admin.ts';
import type { RemoteAccess } from '../contract/remote-access.ts';
import { PublicSettings, type SettingName, type SettingsAnswer } from '../contract/settings.ts';
import { removeLocks } from '../darktable/remove-locks.ts';
import { whyNoFacts } from '../darktable/release-facts.ts';
import { diagnose, type DiagnosisInput } from '../doctor/doctor.ts';
import { backupsOf } from '../library/backups.ts';
import { readOnly } from '../platform/errors.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { version } from '../platform/package-files.ts';
import type { Updates } from '../updates/updates.ts';
import type { Settings } from '../settings/settings-store.ts';
import { backupTold } from './backup-told.ts';
import { GIVEN_NAMES, type GivenOptions } from './configuration.ts';
import type { Listener } from './listener.ts';
import type { PluginService } from './plugin-service.ts';
import { backupToRestore, restoreLibrary } from './restore-library.ts';
import type { AdminService, HttpsService } from '../server/services.ts';
import type { ShownLibrary } from './shown-library.ts';

export interface AdminServiceOptions {
  dataDir: string;
  home: string;
  platform: NodeJS.Platform;
  settings: Settings;
  given: GivenOptions;
  /** Settings that were changed and take effect at the next start. */
  restartNeeded: ReadonlySet<SettingName>;
  shown: ShownLibrary;
  listener: () => Listener;
  lanUrls: () => string[];
  https: () => HttpsService;
  remoteAccess: () => RemoteAccess;
  plugin: PluginService;
  /** Of the darktable that is used; null: there is none. */
  program: () => Promise<string | null>;
  isAutostarting: () => Promise<boolean | null>;
  trayHost: DiagnosisInput['trayHost'];
  updates: Pick<Updates, 'status'>;
  /** Does something while the library is closed and requests wait. */
  whileClosed: (work: () => Promise<void>) => Promise<void>;
  events: Pick<Events, 'emit'>;
  log: Log;
}

/** The routes of the scope `admin`. */
export function adminService(options: AdminServiceOptions): AdminService {
  const { dataDir, settings, given, shown, listener, plugin, events, log } = options;
  const currentSettings = async (): Promise<SettingsAnswer> => {
    const { library, exports, cacheDir } = shown.services();
    const { refreshQueue, exportQueue } = shown.configuration();
    const { folder, problem, notice } = exports();
    return {
      settings: PublicSettings.parse(settings.get()),
      command_line: GIVEN_NAMES.filter((name) => given[name] !== undefined),
      restart_needed: [...options.restartNeeded],
      in_use: {
        url: listener().url(),
        lan_urls: options.lanUrls(),
        data_dir: dataDir,
        library: library.file,
        is_sample: library.isSample,
        darktable_cache: cacheDir(),
        darktable: await options.program(),
        refresh_queue: refreshQueue,
        export_queue: exportQueue,
        export_dir: folder,
        export_dir_notice: problem ?? notice,
        autostart: await options.isAutostarting(),
      },
      notice: settings.notice,
    };
  };
  return {
    settings: currentSettings,
    isLanAllowed: () => settings.get().lan,
    isPaused: () => settings.get().queuesPaused,
    async changeSettings(patch) {
      await settings.update(patch);
      return currentSettings();
    },
    bridge: plugin,
    async backups() {
      return (await backupsOf(shown.services().library.file)).map(backupTold);
    },
    async restoreBackup(name, { isLibraryAlone }) {
      if (settings.get().readOnly) throw readOnly();
      const { library, cacheDir } = shown.services();
      const { file } = library;
      const backup = await backupToRestore(file, name, isLibraryAlone);
      let restored: BackupRestored | null = null;
      await options.whileClosed(async () => {
        restored = await restoreLibrary({ dataDir, file, backup, cacheDir: cacheDir(), log });
      });
      events.emit('library.switched', { file, message: restored!.message });
      return restored!;
    },
    unlock: () => ({ message: removeLocks(shown.services().library.file) }),
    diagnostics() {
      const { library, queues, exports, cacheDir, resident, farm } = shown.services();
      return diagnose({
        version,
        platform: options.platform,
        home: options.home,
        dataDir,
        settingsNotice: settings.notice,
        chosenDarktable: settings.get().darktable,
        whyNoFacts,
        library: { state: library.state(), isSample: library.isSample },
        cacheDir: cacheDir(),
        refreshQueue: queues.refresh,
        exportQueue: queues.exports,
        exportDir: exports().folder,
        exports: exports(),
        host: listener().host(),
        port: listener().port(),
        serverUrl: listener().url(),
        bridge: plugin,
        resident: () => resident.way(),
        trayHost: options.trayHost,
        farm: farm.state(),
        https: httpsFacts(options.https()),
        remoteAccess: options.remoteAccess(),
        updates: options.updates.status(),
      });
    },
    lanUrls: options.lanUrls,
  };
}

const httpsFacts = (https: HttpsService) => {
  const der = https.authorityDer();
  return { status: https.status(), authorityPem: der && new X509Certificate(der).toString() };
};

import { existsSync } from 'node:fs';
import { platform as currentPlatform } from 'node:os';
import { dirname, join } from 'node:path';
import { openPluginService, type PluginService } from './plugin-service.ts';
import { openListener } from './listener.ts';
import { watchForLibraries } from './library-watcher.ts';
import { openLibraryServices, type LibraryServices } from './library-services.ts';
import { forgetQueueFolder } from './queue-folders.ts';
import { filmRollTrouble } from './chosen-folders.ts';
import { isSomethingElse } from './folder-checks.ts';
import {
  cacheOf,
  GIVEN_NAMES,
  isOpenToLan,
  lanUrls,
  ownNames,
  configurationOf,
  type Configuration,
} from './configuration.ts';
import { recentExports } from './recent-exports.ts';
import { settingsCheck } from './settings-check.ts';
import { settingsFollower } from './settings-follower.ts';
import { logStart, offerRendering } from './startup-log.ts';
import { openAuth } from '../auth/auth.ts';
import { PublicSettings, type SettingsAnswer } from '../contract/settings.ts';
import { diagnose, type DiagnosisInput } from '../doctor/doctor.ts';
import type { Environment } from '../platform/environment.ts';
import { readOnly, reasonOf } from '../platform/errors.ts';
import { Events } from '../platform/events.ts';
import { openLibrary } from '../library/library.ts';
import { backupsOf } from '../library/backups.ts';
import { installSample } from '../library/sample-library.ts';
import { silentLog, type Log } from '../platform/log.ts';
import { assetsDir, version, webDir } from '../platform/package-files.ts';
import type { JobQueue } from '../queues/job-queue.ts';
import { openEventStream } from '../server/responses/event-stream.ts';
import { httpService } from '../server/http-app.ts';
import type { AdminService, Services } from './services.ts';
import { PREVIEW_WAIT, type PreviewWaitTimes } from '../server/requests/preview-wait.ts';
import { openClients } from '../settings/clients.ts';
import { closeToOthers } from '../settings/data-dir-privacy.ts';
import { claimDataDir } from '../settings/instance.ts';
import { openSettings, type Settings } from '../settings/settings-store.ts';

/** Start at login, as this computer does it: asked each time, for the desktop has settings of its own for it. */
export interface Autostart {
  isOn(): Promise<boolean>;
  /** Throws an Error for people. */
  set(on: boolean): Promise<void>;
}

/** What the command line and the environment may say; what they leave open comes from the settings, then the defaults. */
export interface AppOptions {
  dataDir: string;
  library?: string | undefined;
  darktableCache?: string | undefined;
  port?: number | undefined;
  host?: string | undefined;
  environment: Environment;
  log: Log;
  /** Shorter in tests. */
  previewWait?: PreviewWaitTimes | undefined;
  /** How often a Safelight that shows the sample looks whether darktable has a library by now. */
  lookForLibraryMs?: number | undefined;
  /** null: this computer has no way of doing it. */
  autostart?: Autostart | null | undefined;
  /** Has the desktop a place for a tray icon? null: there is no desktop, or nobody asks. */
  trayHost?: DiagnosisInput['trayHost'] | undefined;
}

export interface App {
  /** Where it answers at the moment, such as http://127.0.0.1:4380. */
  readonly url: string;
  /** As they are at the moment: another library brings others. */
  readonly parts: Services;
  readonly settings: Settings;
  readonly events: Events;
  readonly bridge: PluginService;
  readonly admin: AdminService;
  /** A link that signs a browser in, once, within a minute. */
  signInLink(): string;
  /** The newest exports, the newest first. */
  recentExports(most?: number): Promise<{ id: number; filename: string; file: string }[]>;
  stop(): Promise<void>;
}

/**
 * Builds every part, hands each what it needs, and listens. Throws DataDirError when the data folder is taken or cannot
 * be written, ListenError when the port cannot be had; a library in trouble is no reason not to start.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { dataDir, environment, log, autostart, trayHost = () => Promise.resolve(null) } = options;
  const instance = claimDataDir(dataDir, log);
  const closers: (() => unknown)[] = [() => instance.release()];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        log.error({ err: error }, 'A part did not close cleanly');
      }
    }
  };
  try {
    closeToOthers(dataDir, log);
    const events = new Events();
    const platform = currentPlatform();
    const settings = openSettings({ dataDir, log, events });
    // What the command line said holds until somebody changes that very setting.
    const given = {
      library: options.library ?? environment.SAFELIGHT_LIBRARY,
      darktableCache: options.darktableCache ?? environment.SAFELIGHT_DARKTABLE_CACHE,
      port: options.port,
      host: options.host,
    };
    const { SAFELIGHT_LIBRARY: _library, SAFELIGHT_DARKTABLE_CACHE: _cache, ...ownEnvironment } = environment;
    const configurationSources = () => ({
      dataDir,
      settings: settings.get(),
      given,
      environment: ownEnvironment,
      platform,
    });
    const fileOf = async ({ library }: Configuration) =>
      library?.file ?? (await installSample({ assetsDir, dataDir })).library;

    let configuration = configurationOf(configurationSources());
    const usual = configurationOf({
      ...configurationSources(),
      settings: { ...settings.get(), refreshQueue: null, exportQueue: null },
    });
    for (const key of ['refreshQueue', 'exportQueue'] as const) {
      const chosen = configuration[key];
      // Whoever works a queue off takes it away: such a file must not go that way. Nor is anything written beside photographs.
      const trouble = isSomethingElse(chosen)
        ? `${chosen} is no queue: it holds more than numbers of images.`
        : chosen !== usual[key] && (await filmRollTrouble(configurationSources(), dirname(chosen)));
      if (!trouble) continue;
      log.error(`${trouble} ${usual[key]} is used instead.`);
      configuration = { ...configuration, [key]: usual[key] };
    }
    let cacheDir = '';
    const openServices = async (wanted: Configuration): Promise<LibraryServices> => {
      const file = await fileOf(wanted);
      cacheDir = cacheOf(configurationSources(), file);
      return openLibraryServices({
        ...wanted,
        dataDir,
        file,
        isSample: wanted.library === null,
        cacheDir: () => cacheDir,
        settings: () => settings.get(),
        bridgeRevision: () => pluginService?.revision() ?? null,
        installation: () => pluginService?.installation() ?? Promise.resolve(null),
        events,
        log,
      });
    };
    // Opened after the library, and asked by its renderer.
    let pluginService: PluginService | null = null;
    let current = await openServices(configuration);
    closers.push(() => current.close());

    const clients = openClients({ settings, log });
    closers.push(() => clients.close());
    const auth = openAuth({ dataDir, clients, settings, log });
    closers.push(() => auth.close());

    const notePause = (queuesPaused: boolean) =>
      settings
        .update({ queuesPaused })
        .catch((error: unknown) => log.warn(`The pause could not be noted: ${reasonOf(error)}`));
    const bridge = openPluginService({
      dataDir,
      assetsDir,
      environment: ownEnvironment,
      platform,
      settings: () => settings.get(),
      subject: () => ({
        ...configuration,
        exports: current.exports(),
        library: current.library.file,
        isSample: current.library.isSample,
      }),
      jobs: () => (settings.get().renderer === 'darktable-cli' ? ['edits'] : ['edits', 'refresh', 'export']),
      work: () => ({
        refresh: current.queues.refresh.depth(),
        export: current.queues.exports.depth(),
        renderer: current.renderer.state(),
      }),
      onPaused: (queuesPaused) => {
        events.emit('queues.paused', { paused: queuesPaused });
        void notePause(queuesPaused);
      },
      events,
      log,
    });
    pluginService = bridge;
    bridge.upgrade();
    closers.push(() => bridge.close());
    // The file that both sides see counts: darktable's panel may have been used while Safelight was closed.
    if (settings.get().queuesPaused !== bridge.isPaused()) await notePause(bridge.isPaused());

    const eventStream = openEventStream(events);
    closers.push(() => eventStream.close());
    const names = ownNames();
    const isReadOnly = () => settings.get().readOnly;

    const isAutostarting = async () => (await autostart?.isOn().catch(() => null)) ?? null;
    const currentSettings = async (): Promise<SettingsAnswer> => ({
      settings: publicSettings(settings),
      command_line: GIVEN_NAMES.filter((name) => given[name] !== undefined),
      restart_needed: [...restartNeeded],
      in_use: {
        url: listener.url(),
        lan_urls: lanUrls(listener.host(), listener.port()),
        data_dir: dataDir,
        library: current.library.file,
        is_sample: current.library.isSample,
        darktable_cache: cacheDir,
        refresh_queue: configuration.refreshQueue,
        export_queue: configuration.exportQueue,
        export_dir: current.exports().folder,
        export_dir_notice: current.exports().problem ?? current.exports().notice,
        autostart: await isAutostarting(),
      },
      notice: settings.notice,
    });

    const admin: AdminService = {
      settings: currentSettings,
      isLanAllowed: () => settings.get().lan,
      isPaused: () => settings.get().queuesPaused,
      async changeSettings(patch) {
        await settings.update(patch);
        return currentSettings();
      },
      bridge,
      backups: async () =>
        (await backupsOf(current.library.file)).map(({ file, day, size, modifiedMs }) => ({
          file,
          day,
          size,
          modified: Math.round(modifiedMs),
        })),
      diagnostics: () =>
        diagnose({
          version,
          platform,
          home: environment.home,
          dataDir,
          settingsNotice: settings.notice,
          library: { state: current.library.state(), isSample: current.library.isSample },
          cacheDir,
          refreshQueue: current.queues.refresh,
          exportQueue: current.queues.exports,
          exportDir: current.exports().folder,
          exports: current.exports(),
          host: listener.host(),
          port: listener.port(),
          serverUrl: listener.url(),
          bridge,
          trayHost,
        }),
      lanUrls: () => lanUrls(listener.host(), listener.port()),
    };

    const servicesOf = ({
      queues,
      exports,
      index,
      library,
      previews,
      failedPreviews,
      exportBatches,
      edits,
    }: LibraryServices): Services => ({
      library,
      index,
      previews,
      failedPreviews,
      rendering: () => bridge.rendering(),
      queues: {
        ...queues,
        refresh: refusing(queues.refresh, isReadOnly),
        exports: refusing(queues.exports, isReadOnly),
      },
      exportBatches,
      edits,
      auth,
      clients,
      events,
      eventStream,
      admin,
      isReadOnly,
      log,
      version,
      exports,
      exportDir: () => exports().folder,
      origin: () => listener.url(),
      allowedOrigins: () => settings.get().allowedOrigins,
      allowedHosts: () =>
        isOpenToLan(listener.host()) ? [...names, ...settings.get().allowedHosts] : settings.get().allowedHosts,
      previewWait: options.previewWait ?? PREVIEW_WAIT,
      webDir: existsSync(join(webDir, 'index.html')) ? webDir : null,
    });
    let parts = servicesOf(current);

    const listener = await openListener({
      host: configuration.host,
      port: configuration.port,
      listener: httpService(parts),
      isLasting: (url) => url.startsWith('/api/v1/admin/') || url.startsWith('/api/v1/events'),
      onMoved: (url) => {
        instance.announce(url);
        events.emit('server.moved', { url });
      },
      onClosing: (server) => eventStream.endAll(server),
      log,
    });
    closers.push(() => listener.close());
    instance.announce(listener.url());
    logStart(parts, admin);
    void offerRendering(bridge, log);

    const restartNeeded = new Set<string>();

    /** Shows another library, or the same one with other queues. Requests wait meanwhile. */
    const reopenLibrary = (change: (configuration: Configuration) => Configuration) =>
      listener.closedFor(async () => {
        const former = configuration;
        const wanted = change(configuration);
        await current.close();
        configuration = wanted;
        try {
          current = await openServices(wanted);
        } catch (error) {
          log.error({ err: error }, 'The change could not be made; Safelight goes on as before');
          configuration = former;
          current = await openServices(former);
          throw error;
        } finally {
          parts = servicesOf(current);
          listener.serve(httpService(parts));
        }
        for (const [queue, file] of [
          [current.queues.refresh, former.refreshQueue],
          [current.queues.exports, former.exportQueue],
        ] as const) {
          await queue
            .takeOver(file)
            .catch((error: unknown) => log.error(`Jobs that waited in ${file} stay there: ${reasonOf(error)}`));
        }
        bridge.tell();
      });

    settings.addCheck(
      settingsCheck({
        dataDir,
        configuration: () => configuration,
        cacheDir: () => cacheDir,
        listener: { host: () => listener.host(), port: () => listener.port() },
        configurationAfter: (after) => configurationOf({ ...configurationSources(), settings: after }),
        hasAutostart: autostart !== null && autostart !== undefined,
        filmRolls: () => current.filmRolls,
        isReadable: (file) => {
          const looked = openLibrary({ file, isSample: false, log: silentLog(), events: new Events() });
          const state = looked.state();
          looked.close();
          return state;
        },
      }),
    );
    /** The desktop's word counts, whoever changed it there. */
    const noteAutostart = async () => {
      const isOn = await isAutostarting();
      if (isOn !== null && isOn !== settings.get().autostart) settings.change({ autostart: isOn });
    };
    await noteAutostart();
    const follow = settingsFollower({
      given,
      wanted: () => configurationOf(configurationSources()),
      shown: () => current.library,
      reopenLibrary,
      onQueueChosen: (file) => forgetQueueFolder(dataDir, file),
      onCacheMoved: () => (cacheDir = cacheOf(configurationSources(), current.library.file)),
      onExportsMoved: async (exportDir) => {
        configuration = { ...configuration, exportDir };
        await current.moveExports(exportDir);
      },
      setAutostart: autostart
        ? async (on) => {
            await autostart
              .set(on)
              .catch((error: unknown) => log.error(`Start at login could not be changed: ${reasonOf(error)}`));
            await noteAutostart();
          }
        : null,
      listener,
      bridge,
      events,
      log,
    });
    settings.addFollower(async (change) => {
      const late = await follow(change);
      for (const name of change.keys) restartNeeded.delete(name);
      for (const name of late) restartNeeded.add(name);
      return late;
    });

    const watcher = watchForLibraries({
      dataDir,
      shown: () => current.library,
      wanted: () => configurationOf(configurationSources()).library,
      show: (library) => reopenLibrary((now) => (library ? { ...now, library } : now)),
      everyMs: options.lookForLibraryMs ?? 3_000,
      events,
      log,
    });
    closers.push(() => watcher.close());

    return {
      get url() {
        return listener.url();
      },
      get parts() {
        return parts;
      },
      settings,
      events,
      bridge,
      admin,
      signInLink: () => `${listener.url()}/sign-in?code=${auth.oneTimeCodes.issue()}`,
      recentExports: (most = 10) => recentExports(parts, most),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const publicSettings = (settings: Settings): PublicSettings => PublicSettings.parse(settings.get());

/** A queue that takes nothing while nobody may ask for anything. */
function refusing(queue: JobQueue, isReadOnly: () => boolean): JobQueue {
  return {
    ...queue,
    append: async (id) => {
      if (isReadOnly()) throw readOnly();
      await queue.append(id);
    },
    appendMany: async (ids) => {
      if (isReadOnly()) throw readOnly();
      return queue.appendMany(ids);
    },
  };
}

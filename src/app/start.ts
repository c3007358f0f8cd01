import { existsSync } from 'node:fs';
import { platform as currentPlatform } from 'node:os';
import { join } from 'node:path';
import { openAuth } from '../auth/auth.ts';
import type { SettingName } from '../contract/settings.ts';
import { findDarktables } from '../darktable/installation.ts';
import type { DiagnosisInput } from '../doctor/doctor.ts';
import { openLibrary, type Library } from '../library/library.ts';
import { schemaIn } from '../library/library-state.ts';
import { installSample } from '../library/sample-library.ts';
import type { Environment } from '../platform/environment.ts';
import { reasonOf } from '../platform/errors.ts';
import { Events } from '../platform/events.ts';
import { silentLog, type Log } from '../platform/log.ts';
import { assetsDir, version, webDir } from '../platform/package-files.ts';
import { rendererNow } from '../renderer/renderer-settings.ts';
import { httpApp } from '../server/http-app.ts';
import { PREVIEW_WAIT, type PreviewWaitTimes } from '../changes/modules/preview-wait.ts';
import { openEventStream } from '../server/responses/event-stream.ts';
import { openClients } from '../settings/clients.ts';
import type { SecretCost } from '../settings/secret-hash.ts';
import { openUpdates } from '../updates/updates.ts';
import type { FetchedUpdate } from '../updates/install-update.ts';
import { closeToOthers } from '../settings/data-dir-privacy.ts';
import { claimDataDir } from '../settings/instance.ts';
import { openSettings, type Settings } from '../settings/settings-store.ts';
import { adminService } from './admin-service.ts';
import { type Autostart, followAutostart } from './autostart.ts';
import { closingStack, type ClosingStack } from './closing-stack.ts';
import { cacheOf, configurationOf, isOpenToLan, ownNames, type Configuration } from './configuration.ts';
import { openLibraryServices } from './library-services.ts';
import { watchForLibraries } from './library-watcher.ts';
import { openListener, type Listener } from './listener.ts';
import { openPluginService, type PluginService } from './plugin-service.ts';
import { forgetQueueFolder } from './queue-folders.ts';
import { whyReadOnly } from './read-only.ts';
import { refusedWhenReadOnly } from './read-only-queue.ts';
import { recentExports } from './recent-exports.ts';
import type { AdminService, Services } from '../server/services.ts';
import { settingsCheck } from './settings-check.ts';
import { settingsFollower } from './settings-follower.ts';
import { openShownLibrary } from './shown-library.ts';
import { logStart, offerRendering } from './startup-log.ts';
import { withUsableQueues } from './usable-queues.ts';

/** Options of the command line and the environment. Others come from the settings, then the defaults. */
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
  /** Next to nothing in tests, which register thousands of clients. */
  secretCost?: SecretCost | undefined;
  /** How often to look for darktable's library while the sample is shown. */
  lookForLibraryMs?: number | undefined;
  /** null: not supported on this computer. */
  autostart?: Autostart | null | undefined;
  /** Whether the desktop can show a tray icon; null: there is no desktop, or not checked. */
  trayHost?: DiagnosisInput['trayHost'] | undefined;
  /** Puts a newer version in the place of this process. */
  handOver?: ((update: FetchedUpdate) => void) | undefined;
}

export interface App {
  /** The current address, such as http://127.0.0.1:4380. */
  readonly url: string;
  /** The current services; another library has others. */
  readonly services: Services;
  readonly settings: Settings;
  readonly events: Events;
  readonly plugin: PluginService;
  readonly admin: AdminService;
  /** A link that signs a browser in. Works once, within a minute. */
  signInLink(): string;
  /** The latest exports, newest first. */
  recentExports(most?: number): Promise<{ id: number; filename: string; file: string }[]>;
  stop(): Promise<void>;
}

/**
 * Opens all parts and listens. Throws DataDirError when the data folder is in use or not writable, and ListenError when the port is not
 * available. Starts even when the library cannot be read.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const closing = closingStack(options.log);
  try {
    return await openParts(options, closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** Bottom-up: data folder, settings, library, authentication, plugin, HTTP, and the followers of changes. */
async function openParts(options: AppOptions, closing: ClosingStack): Promise<App> {
  const { dataDir, environment, log, trayHost = () => Promise.resolve(null) } = options;
  const platform = currentPlatform();
  const events = new Events();
  // Used by parts that are opened earlier, but only once everything runs.
  const later: { listener?: Listener; plugin?: PluginService } = {};
  const listening = () => later.listener!;

  const instance = claimDataDir(dataDir, log);
  closing.add({ close: () => instance.release() });
  closeToOthers(dataDir, log);

  const settings = openSettings({ dataDir, log, events });
  // An option of the command line applies until its setting is changed.
  const given = {
    library: options.library ?? environment.SAFELIGHT_LIBRARY,
    darktableCache: options.darktableCache ?? environment.SAFELIGHT_DARKTABLE_CACHE,
    port: options.port,
    host: options.host,
  };
  const { SAFELIGHT_LIBRARY: _library, SAFELIGHT_DARKTABLE_CACHE: _cache, ...ownEnvironment } = environment;
  const sources = () => ({ dataDir, settings: settings.get(), given, environment: ownEnvironment, platform });

  const installations = (library: Library, chosen = settings.get().darktable) =>
    findDarktables({
      environment: ownEnvironment,
      platform,
      library: library.file,
      schema: schemaIn(library.state()),
      chosen,
    });
  const shown = closing.add(
    await openShownLibrary({
      configuration: await withUsableQueues(sources(), log),
      async open(wanted) {
        const file = wanted.library?.file ?? (await installSample({ assetsDir, dataDir })).library;
        return openLibraryServices({
          ...wanted,
          dataDir,
          file,
          isSample: wanted.library === null,
          cacheDir: cacheOf(sources(), file),
          settings: () => settings.get(),
          bridgeRevision: () => later.plugin?.revision() ?? null,
          installation: async (library) => (await installations(library))[0] ?? null,
          userData: environment.XDG_DATA_HOME ?? join(environment.home, '.local', 'share'),
          events,
          log,
        });
      },
      log,
    }),
  );
  const library = () => shown.services().library;

  const clients = closing.add(openClients({ settings, log, secretCost: options.secretCost }));
  const auth = closing.add(openAuth({ dataDir, clients, settings, log }));

  const notePause = (queuesPaused: boolean) =>
    settings
      .update({ queuesPaused })
      .catch((error: unknown) => log.warn(`The pause could not be stored: ${reasonOf(error)}`));
  const plugin = closing.add(
    openPluginService({
      dataDir,
      assetsDir,
      environment: ownEnvironment,
      platform,
      settings: () => settings.get(),
      subject: () => ({
        ...shown.configuration(),
        exports: shown.services().exports(),
        library: library().file,
        isSample: library().isSample,
      }),
      installations: () => installations(library()),
      jobs: (heartbeat) => [
        'edits',
        ...(['refresh', 'export'] as const).filter(
          (kind) =>
            rendererNow(settings.get().renderer, heartbeat) !== 'darktable-cli' && !shown.services().farm.does(kind),
        ),
      ],
      work: () => {
        const { queues, renderer, farm } = shown.services();
        return {
          refresh: queues.refresh.depth(),
          export: queues.exports.depth(),
          workers: farm.atWork('refresh'),
          renderer: renderer.state(),
        };
      },
      onPaused: (queuesPaused) => {
        events.emit('queues.paused', { paused: queuesPaused });
        void notePause(queuesPaused);
      },
      events,
      log,
    }),
  );
  later.plugin = plugin;
  plugin.upgrade();
  // The pause file decides: the panel in darktable may have changed it while Safelight was closed.
  if (settings.get().queuesPaused !== plugin.isPaused()) await notePause(plugin.isPaused());

  const autostart = followAutostart(options.autostart ?? null, settings, log);
  const updates = closing.add(
    openUpdates({
      settings: () => settings.get(),
      events,
      log,
      handOver: options.handOver ?? null,
      isLasting: true,
    }),
  );
  const restartNeeded = new Set<SettingName>();
  const admin = adminService({
    dataDir,
    home: environment.home,
    platform,
    settings,
    given,
    restartNeeded,
    shown,
    plugin,
    trayHost,
    updates,
    listener: listening,
    program: async () => (await installations(library()))[0]?.program ?? null,
    isAutostarting: () => autostart.isOn(),
    whileClosed: (work) => reopening(() => shown.whileClosed(work)),
    events,
    log,
  });

  const eventStream = closing.add(openEventStream(events));
  const names = ownNames();
  const whyReadOnlyNow = () => whyReadOnly(settings.get(), shown.services().library.state());
  const servicesNow = (): Services => {
    const parts = shown.services();
    return {
      ...parts,
      auth,
      clients,
      events,
      eventStream,
      admin,
      updates,
      whyReadOnly: whyReadOnlyNow,
      log,
      version,
      rendering: () => plugin.rendering(),
      queues: {
        ...parts.queues,
        refresh: refusedWhenReadOnly(parts.queues.refresh, whyReadOnlyNow),
        exports: refusedWhenReadOnly(parts.queues.exports, whyReadOnlyNow),
      },
      origin: () => listening().url(),
      allowedOrigins: () => settings.get().allowedOrigins,
      allowedHosts: () =>
        isOpenToLan(listening().host()) ? [...names, ...settings.get().allowedHosts] : settings.get().allowedHosts,
      previewWait: options.previewWait ?? PREVIEW_WAIT,
      webDir: existsSync(join(webDir, 'index.html')) ? webDir : null,
    };
  };
  let services = servicesNow();

  const { host, port } = shown.configuration();
  const listener = closing.add(
    await openListener({
      host,
      port,
      handler: httpApp(services),
      isLasting: (url) => url.startsWith('/api/v1/admin/') || url.startsWith('/api/v1/events'),
      onMoved: (url) => {
        instance.announce(url);
        events.emit('server.moved', { url });
      },
      onClosing: (server) => eventStream.endAll(server),
      log,
    }),
  );
  later.listener = listener;
  instance.announce(listener.url());
  logStart(services, admin);
  void offerRendering(plugin, log);

  /** Requests wait meanwhile. */
  const reopening = (reopen: () => Promise<void>) =>
    listening().closedFor(async () => {
      try {
        await reopen();
      } finally {
        services = servicesNow();
        listening().serve(httpApp(services));
      }
      plugin.tell();
    });
  const reopenLibrary = (change: (configuration: Configuration) => Configuration) =>
    reopening(() => shown.reopen(change));

  settings.addCheck(
    settingsCheck({
      dataDir,
      configuration: () => shown.configuration(),
      cacheDir: () => shown.services().cacheDir(),
      listener,
      configurationAfter: (after) => configurationOf({ ...sources(), settings: after }),
      hasAutostart: autostart.isPossible,
      darktables: (chosen) => installations(library(), chosen),
      filmRolls: () => shown.services().filmRolls,
      isReadable: (file) => {
        const looked = openLibrary({ file, isSample: false, log: silentLog(), events: new Events() });
        const state = looked.state();
        looked.close();
        return state;
      },
    }),
  );
  await autostart.read();
  const follow = settingsFollower({
    given,
    wanted: () => configurationOf(sources()),
    shown: library,
    reopenLibrary,
    onQueueChosen: (file) => forgetQueueFolder(dataDir, file),
    onCacheMoved: () => shown.services().moveCache(cacheOf(sources(), library().file)),
    onExportsMoved: (exportDir) => shown.moveExports(exportDir),
    onUpdatesChosen: () => updates.follow(),
    setAutostart: (on) => autostart.set(on),
    listener,
    plugin,
    events,
    log,
  });
  settings.addFollower(async (change) => {
    const late = await follow(change);
    for (const name of change.keys) restartNeeded.delete(name);
    for (const name of late) restartNeeded.add(name);
    return late;
  });
  closing.add(
    watchForLibraries({
      dataDir,
      shown: library,
      wanted: () => configurationOf(sources()).library,
      show: (wanted) => reopenLibrary((now) => (wanted ? { ...now, library: wanted } : now)),
      everyMs: options.lookForLibraryMs ?? 3_000,
      events,
      log,
    }),
  );

  return {
    get url() {
      return listener.url();
    },
    get services() {
      return services;
    },
    settings,
    events,
    plugin,
    admin,
    signInLink: () => `${listener.url()}/sign-in?code=${auth.oneTimeCodes.issue()}`,
    recentExports: (most = 10) => recentExports(services, most),
    stop: () => closing.close(),
  };
}

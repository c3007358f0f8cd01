import { join } from 'node:path';
import { openDesk } from '../agents/desk/open-desk.ts';
import { Jobs } from '../agents/jobs.ts';
import { openAuth } from '../auth/auth.ts';
import { PREVIEW_WAIT, type PreviewWaitTimes } from '../changes/modules/preview-wait.ts';
import type { SettingName } from '../contract/settings.ts';
import type { DiagnosisInput } from '../doctor/doctor.ts';
import type { FilmRolls } from '../library/film-rolls.ts';
import { openLibrary } from '../library/library.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import type { AdminService, Services } from '../server/services.ts';
import { openClients } from '../settings/clients.ts';
import { MOST_RECIPES, Recipe } from '../contract/recipes.ts';
import { MOST_SEARCHES, SavedSearch } from '../contract/saved-searches.ts';
import { PictureDecoder } from '../previews/picture-decoder.ts';
import { openDestinations } from '../publishing/destinations/destinations.ts';
import { openWebhooks } from '../webhooks/webhooks.ts';
import { version } from '../platform/package-files.ts';
import { openNamedList } from '../settings/named-list.ts';
import type { SecretCost } from '../settings/secret-hash.ts';
import type { Settings } from '../settings/settings-store.ts';
import type { FetchedUpdate } from '../updates/install-update.ts';
import { openUpdates } from '../updates/updates.ts';
import { adminService } from './admin-service.ts';
import { agentRights } from './agent-rights.ts';
import { type Autostart, followAutostart } from './autostart.ts';
import { type BasisOptions, openBasis } from './open-basis.ts';
import { closingStack, type ClosingStack } from './closing-stack.ts';
import { cacheOf, configurationOf, type Configuration } from './configuration.ts';
import { watchForLibraries } from './library-watcher.ts';
import { openPlugin } from './open-plugin.ts';
import type { PluginService } from './plugin-service.ts';
import { forgetQueueFolder } from './queue-folders.ts';
import { recentExports } from './recent-exports.ts';
import { openServing, type Serving } from './open-serving.ts';
import { settingsCheck } from './settings-check.ts';
import { settingsFollower } from './settings-follower.ts';
import { showLibrary } from './show-library.ts';
import type { ShownLibrary } from './shown-library.ts';
import { logStart, offerRendering } from './startup-log.ts';

export interface AppOptions extends BasisOptions {
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
  /** What a host of an agent starts, with absolute paths. */
  mcpCommand?: readonly string[] | undefined;
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
  const { log } = options;
  const basis = openBasis(options, closing);
  const { instance, settings, events, given, sources, installations } = basis;
  // Used by parts that are opened earlier, but only once everything runs.
  const later: { serving?: Serving; plugin?: PluginService } = {};

  const inDataDir = (name: string) => ({ file: join(options.dataDir, name), log });
  const recipes = openNamedList({ ...inDataDir('recipes.json'), schema: Recipe, what: 'recipe', most: MOST_RECIPES });
  const toBeShown = Promise.withResolvers<ShownLibrary>();
  // A run that goes on at the start waits until the library is there.
  const rolls: FilmRolls = {
    relationOf: async (folder) => (await toBeShown.promise).services().filmRolls.relationOf(folder),
  };
  const destinations = openDestinations({ ...inDataDir('destinations.json'), rolls });
  const shown = closing.add(
    await showLibrary(basis, {
      bridgeRevision: () => later.plugin?.revision() ?? null,
      recipeOf: (id) => recipes.find(id),
      openDestination: (id) => destinations.open(id),
      damagedFile: (what) => (what === 'recipe' ? recipes : destinations).damagedFile(),
    }),
  );
  toBeShown.resolve(shown);
  const library = () => shown.services().library;
  const clients = closing.add(openClients({ settings, log, secretCost: options.secretCost }));
  const auth = closing.add(openAuth({ dataDir: options.dataDir, clients, settings, log }));
  const searches = openNamedList({
    ...inDataDir('searches.json'),
    schema: SavedSearch,
    what: 'saved search',
    most: MOST_SEARCHES,
  });
  const desk = closing.add(
    openDesk({
      ...inDataDir('agents.db'),
      rights: () => agentRights(settings.get()),
      library: () => library().file,
      onChange: (asking) => events.emit('agents.changed', { asking }),
    }),
  );
  const webhooks = closing.add(openWebhooks({ ...inDataDir('webhooks.db'), version, events }));
  const pictures = closing.add(new PictureDecoder());
  const plugin = (later.plugin = closing.add(await openPlugin(basis, shown)));

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
    dataDir: options.dataDir,
    home: options.environment.home,
    platform: basis.platform,
    settings,
    given,
    restartNeeded,
    shown,
    plugin,
    trayHost: options.trayHost ?? (() => Promise.resolve(null)),
    updates,
    listener: () => later.serving!.listener,
    program: async () => (await installations(library()))[0]?.program ?? null,
    isAutostarting: () => autostart.isOn(),
    whileClosed: (work) => later.serving!.reopening(() => shown.whileClosed(work)),
    events,
    log,
  });

  const previewWait = options.previewWait ?? PREVIEW_WAIT;
  const serving = (later.serving = await openServing(
    {
      settings,
      shown,
      plugin,
      instance,
      auth,
      clients,
      searches,
      recipes,
      destinations,
      agents: { desk, jobs: new Jobs(), pictures, command: options.mcpCommand ?? ['safelight', 'mcp'] },
      webhooks,
      events,
      admin,
      updates,
      previewWait,
      log,
    },
    closing,
  ));
  const { listener } = serving;
  logStart(serving.services, admin);
  void offerRendering(plugin, log);

  const reopenLibrary = (change: (configuration: Configuration) => Configuration) =>
    serving.reopening(() => shown.reopen(change));
  settings.addCheck(
    settingsCheck({
      dataDir: options.dataDir,
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
    onQueueChosen: (file) => forgetQueueFolder(options.dataDir, file),
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
      dataDir: options.dataDir,
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
      return serving.services;
    },
    settings,
    events,
    plugin,
    admin,
    signInLink: () => `${listener.url()}/sign-in?code=${auth.oneTimeCodes.issue()}`,
    recentExports: (most = 10) => recentExports(serving.services, most),
    stop: () => closing.close(),
  };
}

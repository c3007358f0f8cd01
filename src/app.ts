import { existsSync } from 'node:fs';
import { platform as currentPlatform } from 'node:os';
import { dirname, join } from 'node:path';
import { openBridgeDesk, type BridgeDesk } from './app/bridge-desk.ts';
import { openDoor } from './app/door.ts';
import { openLookout } from './app/library-lookout.ts';
import { openLibraryWorld, type LibraryWorld } from './app/library-world.ts';
import { forgetQueueFolder } from './app/queue-folders.ts';
import { filmRollTrouble } from './app/chosen-folders.ts';
import { isSomethingElse } from './app/folder-checks.ts';
import { cacheOf, GIVEN_NAMES, isOpenToLan, lanUrls, ownNames, placesOf, type Places } from './app/places.ts';
import { recentExports } from './app/recent-exports.ts';
import { settingsCheck } from './app/settings-check.ts';
import { settingsFollower } from './app/settings-follower.ts';
import { logStart, offerRendering } from './app/start-words.ts';
import { openAuth } from './auth/auth.ts';
import { PublicSettings, type SettingsAnswer } from './contract/settings.ts';
import { diagnose, type Patient } from './doctor/doctor.ts';
import type { Environment } from './environment.ts';
import { readOnly, reasonOf } from './errors.ts';
import { Events } from './events.ts';
import { openLibrary } from './library/library.ts';
import { backupsOf } from './library/backups.ts';
import { installSample } from './library/sample-library.ts';
import { silentLog, type Log } from './log.ts';
import { assetsDir, version, webDir } from './package-files.ts';
import type { JobQueue } from './queues/job-queue.ts';
import { openEventStream } from './server/event-stream.ts';
import { httpService } from './server/http-app.ts';
import type { AdminDesk, Parts } from './server/parts.ts';
import { PREVIEW_WAIT, type PreviewWaitTimes } from './server/preview-wait.ts';
import { openClients } from './settings/clients.ts';
import { closeToOthers } from './settings/data-dir-privacy.ts';
import { claimDataDir } from './settings/instance.ts';
import { openSettings, type Settings } from './settings/settings-store.ts';

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
  trayPlace?: Patient['trayPlace'] | undefined;
}

export interface App {
  /** Where it answers at the moment, such as http://127.0.0.1:4380. */
  readonly url: string;
  /** As they are at the moment: another library brings others. */
  readonly parts: Parts;
  readonly settings: Settings;
  readonly events: Events;
  readonly bridge: BridgeDesk;
  readonly admin: AdminDesk;
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
  const { dataDir, environment, log, autostart, trayPlace = () => Promise.resolve(null) } = options;
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
    const placeOptions = () => ({ dataDir, settings: settings.get(), given, environment: ownEnvironment, platform });
    const fileOf = async ({ library }: Places) =>
      library?.file ?? (await installSample({ assetsDir, dataDir })).library;

    let places = placesOf(placeOptions());
    const usual = placesOf({
      ...placeOptions(),
      settings: { ...settings.get(), refreshQueue: null, exportQueue: null },
    });
    for (const key of ['refreshQueue', 'exportQueue'] as const) {
      const chosen = places[key];
      // Whoever works a queue off takes it away: such a file must not go that way. Nor is anything written beside photographs.
      const trouble = isSomethingElse(chosen)
        ? `${chosen} is no queue: it holds more than numbers of images.`
        : chosen !== usual[key] && (await filmRollTrouble(placeOptions(), dirname(chosen)));
      if (!trouble) continue;
      log.error(`${trouble} ${usual[key]} is used instead.`);
      places = { ...places, [key]: usual[key] };
    }
    let cacheDir = '';
    const openWorld = async (wanted: Places): Promise<LibraryWorld> => {
      const file = await fileOf(wanted);
      cacheDir = cacheOf(placeOptions(), file);
      return openLibraryWorld({
        ...wanted,
        dataDir,
        file,
        isSample: wanted.library === null,
        cacheDir: () => cacheDir,
        settings: () => settings.get(),
        bridgeRevision: () => desk?.revision() ?? null,
        installation: () => desk?.installation() ?? Promise.resolve(null),
        events,
        log,
      });
    };
    // Opened after the library, and asked by its renderer.
    let desk: BridgeDesk | null = null;
    let world = await openWorld(places);
    closers.push(() => world.close());

    const clients = openClients({ settings, log });
    closers.push(() => clients.close());
    const auth = openAuth({ dataDir, clients, settings, log });
    closers.push(() => auth.close());

    const notePause = (queuesPaused: boolean) =>
      settings
        .update({ queuesPaused })
        .catch((error: unknown) => log.warn(`The pause could not be noted: ${reasonOf(error)}`));
    const bridge = openBridgeDesk({
      dataDir,
      assetsDir,
      environment: ownEnvironment,
      platform,
      settings: () => settings.get(),
      subject: () => ({
        ...places,
        exports: world.exports(),
        library: world.library.file,
        isSample: world.library.isSample,
      }),
      jobs: () => (settings.get().renderer === 'darktable-cli' ? ['edits'] : ['edits', 'refresh', 'export']),
      work: () => ({
        refresh: world.queues.refresh.depth(),
        export: world.queues.exports.depth(),
        renderer: world.renderer.state(),
      }),
      onPaused: (queuesPaused) => {
        events.emit('queues.paused', { paused: queuesPaused });
        void notePause(queuesPaused);
      },
      events,
      log,
    });
    desk = bridge;
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
        url: door.url(),
        lan_urls: lanUrls(door.host(), door.port()),
        data_dir: dataDir,
        library: world.library.file,
        is_sample: world.library.isSample,
        darktable_cache: cacheDir,
        refresh_queue: places.refreshQueue,
        export_queue: places.exportQueue,
        export_dir: world.exports().folder,
        export_dir_notice: world.exports().problem ?? world.exports().notice,
        autostart: await isAutostarting(),
      },
      notice: settings.notice,
    });

    const admin: AdminDesk = {
      settings: currentSettings,
      isLanAllowed: () => settings.get().lan,
      isPaused: () => settings.get().queuesPaused,
      async changeSettings(patch) {
        await settings.update(patch);
        return currentSettings();
      },
      bridge,
      backups: async () =>
        (await backupsOf(world.library.file)).map(({ file, day, size, modifiedMs }) => ({
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
          library: { state: world.library.state(), isSample: world.library.isSample },
          cacheDir,
          refreshQueue: world.queues.refresh,
          exportQueue: world.queues.exports,
          exportDir: world.exports().folder,
          exports: world.exports(),
          host: door.host(),
          port: door.port(),
          serverUrl: door.url(),
          bridge,
          trayPlace,
        }),
      lanUrls: () => lanUrls(door.host(), door.port()),
    };

    const partsOf = ({
      queues,
      exports,
      index,
      library,
      previews,
      failedPreviews,
      exportBatches,
      edits,
    }: LibraryWorld): Parts => ({
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
      origin: () => door.url(),
      allowedOrigins: () => settings.get().allowedOrigins,
      allowedHosts: () =>
        isOpenToLan(door.host()) ? [...names, ...settings.get().allowedHosts] : settings.get().allowedHosts,
      previewWait: options.previewWait ?? PREVIEW_WAIT,
      webDir: existsSync(join(webDir, 'index.html')) ? webDir : null,
    });
    let parts = partsOf(world);

    const door = await openDoor({
      host: places.host,
      port: places.port,
      listener: httpService(parts),
      isLasting: (url) => url.startsWith('/api/v1/admin/') || url.startsWith('/api/v1/events'),
      onMoved: (url) => {
        instance.announce(url);
        events.emit('server.moved', { url });
      },
      onClosing: (server) => eventStream.endAll(server),
      log,
    });
    closers.push(() => door.close());
    instance.announce(door.url());
    logStart(parts, admin);
    void offerRendering(bridge, log);

    const restartNeeded = new Set<string>();

    /** Shows another library, or the same one with other queues. Requests wait meanwhile. */
    const changeWorld = (change: (places: Places) => Places) =>
      door.closedFor(async () => {
        const former = places;
        const wanted = change(places);
        await world.close();
        places = wanted;
        try {
          world = await openWorld(wanted);
        } catch (error) {
          log.error({ err: error }, 'The change could not be made; Safelight goes on as before');
          places = former;
          world = await openWorld(former);
          throw error;
        } finally {
          parts = partsOf(world);
          door.serve(httpService(parts));
        }
        for (const [queue, file] of [
          [world.queues.refresh, former.refreshQueue],
          [world.queues.exports, former.exportQueue],
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
        places: () => places,
        cacheDir: () => cacheDir,
        door: { host: () => door.host(), port: () => door.port() },
        placesAfter: (after) => placesOf({ ...placeOptions(), settings: after }),
        hasAutostart: autostart !== null && autostart !== undefined,
        filmRolls: () => world.filmRolls,
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
      wanted: () => placesOf(placeOptions()),
      shown: () => world.library,
      changeWorld,
      onQueueChosen: (file) => forgetQueueFolder(dataDir, file),
      onCacheMoved: () => (cacheDir = cacheOf(placeOptions(), world.library.file)),
      onExportsMoved: async (exportDir) => {
        places = { ...places, exportDir };
        await world.moveExports(exportDir);
      },
      setAutostart: autostart
        ? async (on) => {
            await autostart
              .set(on)
              .catch((error: unknown) => log.error(`Start at login could not be changed: ${reasonOf(error)}`));
            await noteAutostart();
          }
        : null,
      door,
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

    const lookout = openLookout({
      dataDir,
      shown: () => world.library,
      wanted: () => placesOf(placeOptions()).library,
      show: (library) => changeWorld((now) => (library ? { ...now, library } : now)),
      everyMs: options.lookForLibraryMs ?? 3_000,
      events,
      log,
    });
    closers.push(() => lookout.close());

    return {
      get url() {
        return door.url();
      },
      get parts() {
        return parts;
      },
      settings,
      events,
      bridge,
      admin,
      signInLink: () => `${door.url()}/sign-in?code=${auth.oneTimeCodes.issue()}`,
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

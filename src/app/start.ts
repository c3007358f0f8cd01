import { join } from 'node:path';
import { openDesk } from '../agents/desk/open-desk.ts';
import { Jobs } from '../agents/jobs.ts';
import { openAuth } from '../auth/auth.ts';
import { PREVIEW_WAIT, type PreviewWaitTimes } from '../changes/modules/preview-wait.ts';
import type { SettingName } from '../contract/settings.ts';
import type { DiagnosisInput } from '../doctor/doctor.ts';
import type { Events } from '../platform/events.ts';
import type { AdminService, Services } from '../server/services.ts';
import { openClients } from '../settings/clients.ts';
import { PictureDecoder } from '../previews/picture-decoder.ts';
import { openWebhooks } from '../webhooks/webhooks.ts';
import { version } from '../platform/package-files.ts';
import type { SecretCost } from '../settings/secret-hash.ts';
import type { Settings } from '../settings/settings-store.ts';
import type { FetchedUpdate } from '../updates/install-update.ts';
import { openUpdates } from '../updates/updates.ts';
import { adminService } from './admin-service.ts';
import { agentRights } from './agent-rights.ts';
import { type Autostart, followAutostart } from './autostart.ts';
import { type BasisOptions, openBasis } from './open-basis.ts';
import { followChanges } from './follow-changes.ts';
import { openLists } from './open-lists.ts';
import { closingStack, type ClosingStack } from './closing-stack.ts';
import { openPlugin } from './open-plugin.ts';
import type { PluginService } from './plugin-service.ts';
import { recentExports } from './recent-exports.ts';
import { openServing, type Serving } from './open-serving.ts';
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

/** Bottom-up: data folder, settings, library, authentication, plugin, HTTP, and what follows changes. */
async function openParts(options: AppOptions, closing: ClosingStack): Promise<App> {
  const { dataDir, log } = options;
  const basis = openBasis(options, closing);
  const { instance, settings, events, given, installations } = basis;
  // Used by parts that are opened earlier, but only once everything runs.
  const later: { serving?: Serving; plugin?: PluginService } = {};

  const toBeShown = Promise.withResolvers<ShownLibrary>();
  // A run that goes on at the start waits until the library is there.
  const { publishingTargets, ...lists } = openLists(basis, {
    relationOf: async (folder) => (await toBeShown.promise).services().filmRolls.relationOf(folder),
  });
  const shown = closing.add(
    await showLibrary(basis, { bridgeRevision: () => later.plugin?.revision() ?? null, publishingTargets }),
  );
  toBeShown.resolve(shown);
  const library = () => shown.services().library;
  const clients = closing.add(openClients({ settings, log, secretCost: options.secretCost }));
  const auth = closing.add(openAuth({ dataDir, clients, settings, log }));
  const desk = closing.add(
    openDesk({
      file: join(dataDir, 'agents.db'),
      rights: () => agentRights(settings.get()),
      library: () => library().file,
      standing: (changes) => shown.services().changes.standing(changes),
      onChange: (asking) => events.emit('agents.changed', { asking }),
      log,
    }),
  );
  events.on('change.undone', () => desk.undone());
  const webhooks = closing.add(openWebhooks({ file: join(dataDir, 'webhooks.db'), version, events, log }));
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
    dataDir,
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
    lanUrls: () => later.serving!.lanUrls(),
    https: () => later.serving!.https,
    remoteAccess: () => later.serving!.services.remoteAccess.status(),
    program: async () => (await installations(library()))[0]?.program ?? null,
    isAutostarting: () => autostart.isOn(),
    whileClosed: (work) => later.serving!.reopening(() => shown.whileClosed(work)),
    events,
    log,
  });

  const serving = (later.serving = await openServing(
    {
      dataDir,
      path: options.environment.PATH ?? '',
      settings,
      shown,
      plugin,
      instance,
      auth,
      clients,
      ...lists,
      agents: { desk, jobs: new Jobs(), pictures, command: options.mcpCommand ?? ['safelight', 'mcp'] },
      webhooks,
      events,
      admin,
      updates,
      previewWait: options.previewWait ?? PREVIEW_WAIT,
      log,
    },
    closing,
  ));
  logStart(serving.services, admin);
  void offerRendering(plugin, log);
  const { lookForLibraryMs } = options;
  await followChanges(basis, { shown, serving, plugin, updates, autostart, restartNeeded, lookForLibraryMs }, closing);

  return {
    get url() {
      return serving.listener.url();
    },
    get services() {
      return serving.services;
    },
    settings,
    events,
    plugin,
    admin,
    signInLink: () => `${serving.listener.url()}/sign-in?code=${auth.oneTimeCodes.issue()}`,
    recentExports: (most = 10) => recentExports(serving.services, most),
    stop: () => closing.close(),
  };
}

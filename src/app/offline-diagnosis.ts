import { dirname, join } from 'node:path';
import type { Diagnostics } from '../contract/admin.ts';
import { findDarktables } from '../darktable/installation.ts';
import { diagnose, type DiagnosisInput } from '../doctor/doctor.ts';
import type { Environment } from '../platform/environment.ts';
import { Events } from '../platform/events.ts';
import { openLibrary } from '../library/library.ts';
import { schemaIn } from '../library/library-state.ts';
import { silentLog } from '../platform/log.ts';
import { openQueues } from '../queues/queues.ts';
import { assetsDir, version } from '../platform/package-files.ts';
import { peekExportFolder } from '../exports/export-folder.ts';
import { runningServer } from '../settings/running-server.ts';
import { peekSettings } from '../settings/settings-store.ts';
import { PictureDecoder } from '../previews/picture-decoder.ts';
import { bridgeRoundTrip, readBridgeStatus } from './plugin-status.ts';
import { ResidentRenderer } from '../renderer/resident/resident-renderer.ts';
import { followedSettings } from './followed-settings.ts';
import { cacheOf, configurationOf, type GivenOptions } from './configuration.ts';

/** The plugin's configuration while the server is not running: the settings of the next start. */
export function bridgeFactsFromOutside(options: Omit<ExamineOptions, 'trayHost'>) {
  const { dataDir, given, environment, platform } = options;
  const { values: settings, isChosen } = peekSettings(dataDir);
  const sources = { dataDir, settings, given, environment, platform };
  const { library, exportDir, ...configuration } = configurationOf(sources);
  const exports = peekExportFolder(dataDir, exportDir);
  const file = library?.file ?? join(dataDir, 'sample', 'library.db');
  const work = () => {
    const log = silentLog();
    const { refreshQueue: refreshFile, exportQueue: exportFile } = configuration;
    const queues = openQueues({ refreshFile, exportFile, events: new Events(), log });
    const [refresh, exports] = [queues.refresh.depth(), queues.exports.depth()];
    queues.close();
    return { refresh, export: exports, workers: 0, renderer: null };
  };
  const isSample = library === null;
  const installations = async () => {
    const opened = openLibrary({ file, isSample, log: silentLog(), events: new Events() });
    const schema = schemaIn(opened.state());
    opened.close();
    return findDarktables({ environment, platform, library: file, schema, chosen: settings.darktable });
  };
  const subject = { ...configuration, exports, library: file, isSample };
  const followed = followedSettings({ get: () => settings, isChosen });
  return { settings, followed, subject, cacheDir: cacheOf(sources, file), installations, work };
}

export interface ExamineOptions {
  dataDir: string;
  given: GivenOptions;
  environment: Environment;
  platform: NodeJS.Platform;
  trayHost: DiagnosisInput['trayHost'];
}

/** Runs all checks while the server is not running. Changes nothing. */
export async function examineFromOutside(options: ExamineOptions): Promise<Diagnostics> {
  const { dataDir, given, environment, platform, trayHost } = options;
  const { values: settings, notice, isChosen } = peekSettings(dataDir);
  const configurationSources = { dataDir, settings, given, environment, platform };
  const configuration = configurationOf(configurationSources);
  const isSample = configuration.library === null;
  const file = configuration.library?.file ?? join(dataDir, 'sample', 'library.db');
  const events = new Events();
  const log = silentLog();
  const library = openLibrary({ file, isSample, log, events });
  const queues = openQueues({
    refreshFile: configuration.refreshQueue,
    exportFile: configuration.exportQueue,
    events,
    log,
  });
  const installations = () =>
    findDarktables({
      environment,
      platform,
      library: library.file,
      schema: schemaIn(library.state()),
      chosen: settings.darktable,
    });
  const installation = async () => (await installations())[0] ?? null;
  const facts = { dataDir, assetsDir, environment, platform, library: library.file, isSample };
  try {
    return await diagnose({
      version,
      platform,
      home: environment.home,
      dataDir,
      settingsNotice: notice,
      chosenDarktable: settings.darktable,
      whyNoFacts: () => null,
      library: { state: library.state(), isSample },
      cacheDir: cacheOf(configurationSources, library.file),
      refreshQueue: queues.refresh,
      exportQueue: queues.exports,
      exportDir: peekExportFolder(dataDir, configuration.exportDir).folder,
      host: configuration.host,
      port: configuration.port,
      serverUrl: runningServer(dataDir)?.url ?? null,
      bridge: {
        status: async () =>
          readBridgeStatus(facts, await installations(), {
            waiting: { refresh: queues.refresh.depth(), export: queues.exports.depth() },
            jobsPerMinute: 0,
            isPaused: settings.queuesPaused,
            isReadOnly: settings.readOnly,
            setting: settings.renderer,
            followed: followedSettings({ get: () => settings, isChosen }).renderer,
            workers: 0,
            renderer: null,
          }),
        roundTrip: (timeoutMs) => bridgeRoundTrip(facts, timeoutMs),
      },
      resident: () =>
        new ResidentRenderer({
          dataDir,
          installation,
          userConfig: () => dirname(library.file),
          decoder: new PictureDecoder(),
          log,
          usesOpenCl: () => settings.openCl,
        }).way(),
      trayHost,
      farm: null,
      https: null,
      remoteAccess: null,
      updates: null,
    });
  } finally {
    queues.close();
    library.close();
  }
}

import { join } from 'node:path';
import type { Diagnostics } from '../contract/admin.ts';
import { findDarktable } from '../darktable/installation.ts';
import { diagnose, type Patient } from '../doctor/doctor.ts';
import type { Environment } from '../environment.ts';
import { Events } from '../events.ts';
import { openLibrary } from '../library/library.ts';
import { silentLog } from '../log.ts';
import { openQueues } from '../queues/queues.ts';
import { assetsDir, version } from '../package-files.ts';
import { peekExportFolder } from '../exports/export-folder.ts';
import { runningServer } from '../settings/instance.ts';
import { peekSettings } from '../settings/settings-store.ts';
import { bridgeRoundTrip, readBridgeStatus } from './bridge-status.ts';
import { cacheOf, placesOf, type GivenOptions } from './places.ts';

/** What the bridge is told where no Safelight runs: the settings as a start would find them. */
export function bridgeFactsFromOutside(options: Omit<ExamineOptions, 'trayPlace'>) {
  const { dataDir, given, environment, platform } = options;
  const { values: settings } = peekSettings(dataDir);
  const { library, exportDir, ...places } = placesOf({ dataDir, settings, given, environment, platform });
  const exports = peekExportFolder(dataDir, exportDir);
  const file = library?.file ?? join(dataDir, 'sample', 'library.db');
  const work = () => {
    const log = silentLog();
    const { refreshQueue: refreshFile, exportQueue: exportFile } = places;
    const queues = openQueues({ refreshFile, exportFile, events: new Events(), log });
    const [refresh, exports] = [queues.refresh.depth(), queues.exports.depth()];
    queues.close();
    return { refresh, export: exports, renderer: null };
  };
  return { settings, subject: { ...places, exports, library: file, isSample: library === null }, work };
}

export interface ExamineOptions {
  dataDir: string;
  given: GivenOptions;
  environment: Environment;
  platform: NodeJS.Platform;
  trayPlace: Patient['trayPlace'];
}

/** Looks at everything without a running Safelight, and changes nothing. */
export async function examineFromOutside(options: ExamineOptions): Promise<Diagnostics> {
  const { dataDir, given, environment, platform, trayPlace } = options;
  const { values: settings, notice } = peekSettings(dataDir);
  const placeOptions = { dataDir, settings, given, environment, platform };
  const places = placesOf(placeOptions);
  const isSample = places.library === null;
  const file = places.library?.file ?? join(dataDir, 'sample', 'library.db');
  const events = new Events();
  const log = silentLog();
  const library = openLibrary({ file, isSample, log, events });
  const queues = openQueues({ refreshFile: places.refreshQueue, exportFile: places.exportQueue, events, log });
  const facts = { dataDir, assetsDir, environment, platform, library: library.file, isSample };
  try {
    return await diagnose({
      version,
      platform,
      home: environment.home,
      dataDir,
      settingsNotice: notice,
      library: { state: library.state(), isSample },
      cacheDir: cacheOf(placeOptions, library.file),
      refreshQueue: queues.refresh,
      exportQueue: queues.exports,
      exportDir: peekExportFolder(dataDir, places.exportDir).folder,
      host: places.host,
      port: places.port,
      serverUrl: runningServer(dataDir)?.url ?? null,
      bridge: {
        status: async () =>
          readBridgeStatus(facts, await findDarktable({ environment, platform, library: library.file }), {
            waiting: { refresh: queues.refresh.depth(), export: queues.exports.depth() },
            jobsPerMinute: 0,
            isPaused: settings.queuesPaused,
            isReadOnly: settings.readOnly,
            setting: settings.renderer,
            renderer: null,
          }),
        roundTrip: (timeoutMs) => bridgeRoundTrip(facts, timeoutMs),
      },
      trayPlace,
    });
  } finally {
    queues.close();
    library.close();
  }
}

import { release } from 'node:os';
import type { BridgeStatus, Check, Diagnostics } from '../contract/admin.ts';
import { reasonOf } from '../platform/errors.ts';
import type { FarmState } from '../contract/farm.ts';
import type { RemoteAccess } from '../contract/remote-access.ts';
import type { UpdateStatus } from '../contract/updates.ts';
import type { LibraryState } from '../library/library.ts';
import { schemaIn } from '../library/library-state.ts';
import {
  clockCheck,
  exportFolderCheck,
  folderCheck,
  portCheck,
  privacyCheck,
  queueCheck,
  spaceCheck,
  trayCheck,
} from './computer-checks.ts';
import { bridgeCheck, darktableCheck, type PictureWay, residentCheck } from './darktable-checks.ts';
import { libraryCheck, lockCheck, schemaCheck } from './library-checks.ts';
import { farmCheck } from './farm-check.ts';
import { httpsCheck, type HttpsFacts } from './https-check.ts';
import { remoteAccessCheck } from './remote-access-check.ts';
import { fail, type Finding, ok, warn } from './finding.ts';
import { redactorFor } from './redact.ts';
import { updatesCheck } from './updates-check.ts';
import { say, type Wording } from './wording.ts';

/** What is checked: paths, and questions that other rooms answer. */
export interface DiagnosisInput {
  version: string;
  platform: NodeJS.Platform;
  home: string;
  dataDir: string;
  /** What is wrong with the settings file, in words; null when nothing is. */
  settingsNotice: string | null;
  library: { state: LibraryState; isSample: boolean };
  /** The setting. */
  chosenDarktable: string | null;
  /** Why the modules of the darktable that libraries of a schema belong to are not known; null: they are, or no darktable was asked. */
  whyNoFacts: (schema: number) => string | null;
  cacheDir: string;
  refreshQueue: { file: string; pending(): readonly number[] };
  exportQueue: { file: string; pending(): readonly number[] };
  exportDir: string;
  /** What the running Safelight says about it. */
  exports?: { problem: string | null; notice: string | null };
  host: string;
  port: number;
  /** The address of the Safelight that runs on this data folder; null when none runs. */
  serverUrl: string | null;
  bridge: {
    status(): Promise<BridgeStatus>;
    /** Milliseconds; null when no answer came. */
    roundTrip(timeoutMs: number): Promise<number | null>;
  };
  /** How pictures are made that somebody waits for. */
  resident: () => Promise<PictureWay>;
  /** Whether the desktop can show a tray icon. null: there is no desktop. */
  trayHost: () => Promise<{ present: boolean; reason: string | null } | null>;
  /** null: unknown, as no Safelight is running. */
  farm: FarmState | null;
  /** null: the same. */
  https: HttpsFacts | null;
  /** null: the same. */
  remoteAccess: RemoteAccess | null;
  /** null: the same. */
  updates: UpdateStatus | null;
}

const ROUND_TRIP_MS = 4_000;

const RANK = { ok: 0, warn: 1, fail: 2 } as const;

/** Checks everything that Safelight needs. Each finding says what to do; none contains secrets. Never throws. */
export async function diagnose(input: DiagnosisInput): Promise<Diagnostics> {
  const { library, platform } = input;
  const status = input.bridge.status();
  const { file } = library.state;
  const examinations: [id: string, title: string, examine: () => Finding | Promise<Finding>][] = [
    ['library', 'Library', () => libraryCheck(library.state, library.isSample)],
    ['schema', 'Library version', () => schemaCheck(library.state)],
    ['lock', 'Library in use', () => lockCheck(file)],
    [
      'darktable',
      'darktable',
      async () =>
        darktableCheck(await status, {
          chosen: input.chosenDarktable,
          schema: schemaIn(library.state),
          whyNoFacts: input.whyNoFacts,
        }),
    ],
    [
      'bridge',
      'Plugin in darktable',
      async () => bridgeCheck(await status, await input.bridge.roundTrip(ROUND_TRIP_MS)),
    ],
    ['resident', 'Resident darktable', async () => residentCheck(await input.resident())],
    ['machines', 'Machines', () => farmCheck(input.farm)],
    ['refresh-queue', 'Refresh queue', () => queueCheck(input.refreshQueue.file, input.refreshQueue)],
    ['export-queue', 'Export queue', () => queueCheck(input.exportQueue.file, input.exportQueue)],
    ['data-folder', 'Data folder', () => privacyCheck(input.dataDir)],
    ['settings', 'Settings', () => settingsCheck(input.settingsNotice)],
    ['export-folder', 'Export folder', () => exportFolderCheck(input.exportDir, input.exports)],
    ['cache', "darktable's cache", () => folderCheck(input.cacheDir, { mustBeWritable: false })],
    ['space', 'Free space', () => spaceCheck([input.dataDir, input.exportDir, file])],
    ['port', 'Port', () => portCheck(input.host, input.port, input.serverUrl)],
    ['https', 'HTTPS', () => httpsCheck(input.https)],
    ['remote-access', 'From outside', () => remoteAccessCheck(input.remoteAccess)],
    ['tray', 'Tray', async () => trayCheck(await input.trayHost())],
    ['updates', 'Updates', () => updatesCheck(input.updates)],
    ['clock', 'Clock', () => clockCheck(input.dataDir)],
  ];
  const redact = redactorFor(input.home);
  const maskAll = (words: Wording[]): Wording[] =>
    words.map(({ message, values }) => ({
      message,
      values: values.map((value) => (typeof value === 'string' ? redact(value) : value)),
    }));
  const found = await Promise.all(
    examinations.map(async ([id, title, examine]): Promise<Check> => {
      const finding = await looked(examine);
      return {
        id,
        title,
        status: finding.status,
        detail: redact(finding.detail),
        advice: finding.advice === null ? null : redact(finding.advice),
        words: { detail: maskAll(finding.words.detail), advice: maskAll(finding.words.advice) },
      };
    }),
  );
  const worst = found.reduce((rank, check) => Math.max(rank, RANK[check.status]), 0);
  return {
    status: (['ok', 'warn', 'fail'] as const)[worst]!,
    time: Date.now(),
    safelight: input.version,
    system: `${platform} ${release()}, Node ${process.versions.node}`,
    server: input.serverUrl,
    checks: found,
  };
}

const settingsCheck = (notice: string | null) =>
  notice === null
    ? ok('The settings file is valid.')
    : warn(notice, 'Check the file that was kept, and enter missing settings again.');

async function looked(examine: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await examine();
  } catch (error) {
    return fail(say`This could not be checked: ${reasonOf(error)}`, 'Please report this as a bug in Safelight.');
  }
}

/** Safelight's side of the files of docs/bridge-protocol.md. Everything is synchronous: small files, some 50 µs each. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { appendOrdinaryFile, ordinaryFile, readOrdinaryFile } from '../platform/ordinary-file.ts';
import { replaceFile } from '../platform/replace-file.ts';
import { bridgeStyle, type StyledEntry } from './bridge-style.ts';

export const BRIDGE_PROTOCOL = 1;

export type BridgeJob = 'edits' | 'refresh' | 'export';

export interface BridgeConfig {
  /** library.db that the ids are of. */
  library: string;
  refreshQueue: string;
  exportQueue: string;
  editsDir: string;
  previewsDir: string;
  exportsDir: string;
  /** In the mark that makes the export folder Safelight's own: without it the plugin exports nothing. null: whoever made the folder vouches for it. */
  exportsId?: string | null;
  heartbeat: string;
  /** Exists while refreshes and exports wait. */
  pauseFile: string;
  /** The previews that a refresh renders: level, and the box in pixels that each fits. */
  levels: readonly { level: number; width: number; height: number }[];
  /** JPEG quality, 1-100. */
  previewQuality: number;
  exportQuality: number;
  /** What the bridge may do; what is left out is done by somebody else. */
  jobs: readonly BridgeJob[];
}

/** Where the bridge's own files lie unless a setting says otherwise. */
export function bridgePlaces(
  dataDir: string,
): Pick<BridgeConfig, 'editsDir' | 'previewsDir' | 'heartbeat' | 'pauseFile'> {
  return {
    editsDir: join(dataDir, 'queues', 'edits'),
    previewsDir: join(dataDir, 'previews'),
    heartbeat: join(dataDir, 'queues', 'bridge.heartbeat'),
    pauseFile: join(dataDir, 'queues', 'paused'),
  };
}

/** The plugin's folder in a config folder of darktable. */
export const pluginDir = (configDir: string) => join(configDir, 'lua', 'safelight');

const configFile = (configDir: string) => join(pluginDir(configDir), 'bridge.conf');

/**
 * Tells the plugin in this config folder of darktable what to do; it follows within a second. Makes the folders in the data
 * folder that the plugin writes to, since Lua cannot; those that people choose are made once, where they are chosen. The revision comes back in the heartbeat once it was read. Throws file system errors, and an
 * Error when a path cannot be written in one line.
 */
export function writeBridgeConfig(configDir: string, config: BridgeConfig): { revision: string; changed: boolean } {
  const fields = configFields(config);
  const revision = createHash('sha1').update(fieldLines(fields)).digest('hex').slice(0, 12);
  const content = fieldLines({ protocol: BRIDGE_PROTOCOL, revision, ...fields });
  for (const folder of [
    ...config.levels.map(({ level }) => join(config.previewsDir, String(level))),
    config.editsDir,
    ...[config.heartbeat, config.pauseFile].map((file) => dirname(file)),
    pluginDir(configDir),
  ]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  const file = configFile(configDir);
  const changed = readText(file) !== content;
  if (changed) replaceFile(file, content);
  return { revision, changed };
}

/** So that the plugin does nothing until it is told again. */
export function removeBridgeConfig(configDir: string): void {
  rmSync(configFile(configDir), { force: true });
}

const configFields = (config: BridgeConfig) => ({
  library: config.library,
  refresh_queue: config.refreshQueue,
  export_queue: config.exportQueue,
  edits_dir: config.editsDir,
  previews_dir: config.previewsDir,
  preview_levels: config.levels.map(({ level, width, height }) => `${level}:${width}x${height}`).join(','),
  preview_quality: config.previewQuality,
  export_quality: config.exportQuality,
  exports_dir: config.exportsDir,
  ...(config.exportsId && {
    exports_id: config.exportsId,
    exports_drafts: join(config.exportsDir, '.safelight-drafts'),
  }),
  heartbeat: config.heartbeat,
  pause_file: config.pauseFile,
  jobs: config.jobs.join(','),
});

export const BRIDGE_STATES = ['idle', 'working', 'paused', 'stuck', 'other-library', 'stopped'] as const;
export type BridgeState = (typeof BRIDGE_STATES)[number];

export interface Heartbeat {
  protocol: number;
  plugin: string;
  darktable: string;
  api: string;
  /** Unix seconds. */
  time: number;
  started: number;
  /** As darktable sees it itself: in a sandbox another than ours. null where it is not known. */
  pid: number | null;
  revision: string;
  library: string;
  state: BridgeState;
  /** For people, when stuck or at another library. */
  reason: string | null;
  paused: boolean;
  /** Since `started`: refreshes and exports done and failed, edits done. */
  done: number;
  failed: number;
  edits: number;
  /** `refresh 17`, `export 17`, `edit UUID`. */
  job: string | null;
  attempt: number;
  /** Whether an edit of the image that is open in the darkroom holds on this darktable. */
  editsWhileOpen: boolean;
}

/** The last sign of life of the bridge, or null when there never was one. */
export function readHeartbeat(file: string): Heartbeat | null {
  const text = readText(file);
  if (text === null) return null;
  const fields = parseFields(text);
  const number = (key: string) => Number.parseInt(fields[key] ?? '', 10) || 0;
  const state = BRIDGE_STATES.find((name) => name === fields.state);
  if (state === undefined || number('time') === 0) return null;
  return {
    protocol: number('protocol'),
    plugin: fields.plugin ?? '',
    darktable: fields.darktable ?? '',
    api: fields.api ?? '',
    time: number('time'),
    started: number('started'),
    pid: number('pid') || null,
    revision: fields.revision ?? '',
    library: fields.library ?? '',
    state,
    reason: fields.reason?.length ? fields.reason : null,
    paused: fields.paused === '1',
    done: number('done'),
    failed: number('failed'),
    edits: number('edits'),
    job: fields.job?.length ? fields.job : null,
    attempt: number('attempt'),
    editsWhileOpen: fields.edits_while_open === '1',
  };
}

const freshSeconds = 15;
const longestJobSeconds = 600;

/** Age in seconds; a clock that was set back makes it 0. */
export const heartbeatAge = (heartbeat: Heartbeat, nowMs = Date.now()) => Math.max(0, nowMs / 1000 - heartbeat.time);

/**
 * Whether a bridge is there and takes jobs of this library: its sign of life is fresh, or it is inside one long job and darktable
 * still runs. `darktableRuns` is asked in the second case only.
 */
export function isAnswering(
  heartbeat: Heartbeat | null,
  {
    library,
    darktableRuns,
    nowMs = Date.now(),
  }: { library?: string; darktableRuns?: () => boolean; nowMs?: number } = {},
): boolean {
  if (heartbeat?.protocol !== BRIDGE_PROTOCOL) return false;
  if (heartbeat.state === 'stopped' || heartbeat.state === 'other-library') return false;
  if (library !== undefined && heartbeat.library !== library) return false;
  const age = heartbeatAge(heartbeat, nowMs);
  if (age <= freshSeconds) return true;
  return heartbeat.state === 'working' && age <= longestJobSeconds && (darktableRuns?.() ?? false);
}

/** What the plugin answers when it did not do an edit, and what we say when it did not answer. */
export const EDIT_FAILURES = [
  'no_image',
  'other_file',
  'expired',
  'bad_job',
  'style_failed',
  'open_in_darkroom',
  'interrupted',
  /** Nobody took the job: it was withdrawn and will not be done. */
  'not_taken',
  /** Somebody took it and never answered: whether it was done must be read from the library. */
  'no_answer',
] as const;
export type EditFailure = (typeof EDIT_FAILURES)[number];

export type EditAnswer = { ok: true } | { ok: false; code: EditFailure; reason: string };

export interface EditJob {
  imageId: number;
  /** Full path of the image: the plugin refuses when the id is another one. */
  file: string;
  /** The entry as it shall be. Ask `styleObstacle` first. */
  entry: StyledEntry;
}

/**
 * Has the bridge make an edit and waits for its answer. Never throws for what the bridge does. After `timeoutMs` a job that was not
 * begun is withdrawn; for one that was begun the answer is awaited `graceMs` longer. `ok` means that darktable was told: read the
 * row back.
 */
export async function editThroughBridge(
  editsDir: string,
  { imageId, file, entry }: EditJob,
  { timeoutMs = 10_000, graceMs = 30_000 }: { timeoutMs?: number; graceMs?: number } = {},
): Promise<EditAnswer> {
  const uuid = randomUUID();
  const base = join(editsDir, uuid);
  mkdirSync(editsDir, { recursive: true, mode: 0o700 });
  replaceFile(`${base}.dtstyle`, bridgeStyle(entry));
  replaceFile(
    `${base}.job`,
    fieldLines({
      protocol: BRIDGE_PROTOCOL,
      image: imageId,
      file,
      operation: entry.operation,
      instance: entry.priority,
      // A little later than we withdraw it, so that the plugin's clock never is the one that decides.
      expires: Math.ceil((Date.now() + timeoutMs) / 1000) + 5,
    }),
  );
  appendOrdinaryFile(join(editsDir, 'edits.queue'), `${uuid}\n`);
  const answer = await answerOf(`${base}.result`, timeoutMs);
  if (answer) return answer;
  if (withdraw(base)) return { ok: false, code: 'not_taken', reason: 'darktable did not take the edit in time' };
  return (
    (await answerOf(`${base}.result`, graceMs)) ?? {
      ok: false,
      code: 'no_answer',
      reason: 'darktable began the edit and did not answer',
    }
  );
}

async function answerOf(file: string, timeoutMs: number): Promise<EditAnswer | null> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const text = readText(file);
    if (text !== null) {
      rmSync(file, { force: true });
      const { ok, code, reason = '' } = parseFields(text);
      if (ok === '1') return { ok: true };
      return { ok: false, code: EDIT_FAILURES.find((known) => known === code) ?? 'style_failed', reason };
    }
    if (Date.now() >= deadline) return null;
    await sleep(25);
  }
}

/** Whether the job was still there to be taken back. */
function withdraw(base: string): boolean {
  try {
    unlinkSync(`${base}.job`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  rmSync(`${base}.dtstyle`, { force: true });
  return true;
}

export interface FailedJob {
  /** The image id as text, or the line that was none. */
  job: string;
  reason: string;
}

/** The jobs of a queue that could not be done, oldest first. */
export function readFailures(queueFile: string): FailedJob[] {
  const lines = (readText(`${queueFile}.failed`) ?? '').split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [job = '', ...reason] = line.split('\t');
    return { job, reason: reason.join(' ') };
  });
}

/**
 * Forgets some of them. A worker that notes another one meanwhile loses nothing: the file is taken like a queue, and the rest is put back
 * behind what came since.
 */
export function clearSomeFailures(queueFile: string, isForgotten: (job: string) => boolean): void {
  const file = `${queueFile}.failed`;
  const mine = `${file}.mine`;
  const putBack = () => {
    let done = 0;
    for (let content = readText(mine) ?? ''; done < content.length; content = readText(mine) ?? '') {
      const rest = content.slice(done).split('\n');
      done = content.length;
      const kept = rest.filter((line) => line !== '' && !isForgotten(line.split('\t', 1)[0]!));
      if (kept.length > 0) appendOrdinaryFile(file, kept.map((line) => `${line}\n`).join(''));
    }
    rmSync(mine, { force: true });
  };
  // What an end in the middle of this left.
  putBack();
  if (!ordinaryFile(file)) return;
  renameSync(file, mine);
  putBack();
}

/** Forgets them. */
export function clearFailures(queueFile: string): void {
  rmSync(`${queueFile}.failed`, { force: true });
}

export const isPaused = (pauseFile: string): boolean => ordinaryFile(pauseFile) !== null;

export function setPaused(pauseFile: string, paused: boolean): void {
  if (paused) {
    mkdirSync(dirname(pauseFile), { recursive: true, mode: 0o700 });
    replaceFile(pauseFile, '');
  } else {
    rmSync(pauseFile, { force: true });
  }
}

/** The files in which jobs of a queue stand that are not done: those that wait, and those that some worker has taken. */
export const filesOfQueue = (queueFile: string): string[] =>
  ['', '.working', '.taken', '.working-cli'].map((ending) => queueFile + ending);

function parseFields(text: string): Partial<Record<string, string>> {
  const fields: Partial<Record<string, string>> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, key, value] = /^([a-z_]+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) fields[key] = value;
  }
  return fields;
}

function fieldLines(fields: Record<string, string | number>): string {
  return Object.entries(fields)
    .map(([key, value]) => {
      // eslint-disable-next-line no-control-regex -- a line break would be another field, a NUL ends a path
      if (/[\r\n\u0000]/.test(String(value)))
        throw new Error(`${key} has a line break in it: ${JSON.stringify(value)}`);
      return `${key}=${value}\n`;
    })
    .join('');
}

function readText(file: string): string | null {
  try {
    return readOrdinaryFile(file, 'utf8');
  } catch {
    return null;
  }
}

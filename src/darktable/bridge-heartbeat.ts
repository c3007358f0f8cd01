import { BRIDGE_PROTOCOL, parseFields, readText } from './bridge-fields.ts';

export const BRIDGE_STATES = ['idle', 'working', 'paused', 'stuck', 'other-library', 'stopped'] as const;
export type BridgeState = (typeof BRIDGE_STATES)[number];

/** `apply`: from any sidecar. `import`: from the sidecar of the picture, together with those of all its versions. */
export type HistoryTaking = 'apply' | 'import';

export interface Heartbeat {
  protocol: number;
  plugin: string;
  darktable: string;
  api: string;
  /** Unix seconds. */
  time: number;
  started: number;
  /** As darktable sees it itself, which differs from ours in a sandbox. null: unknown. */
  pid: number | null;
  revision: string;
  library: string;
  state: BridgeState;
  /** For people: why it is stuck, or which other library is open. */
  reason: string | null;
  paused: boolean;
  /** Since `started`: refreshes and exports done and failed, edits done. */
  done: number;
  failed: number;
  edits: number;
  /** Images that were organized since `started`. null: an older plugin, which cannot. */
  organised: number | null;
  /** Operations done, as images, since `started`. null: an older plugin, which cannot. */
  operated: number | null;
  /** How it puts a history in the place of another. null: it cannot, or not yet: an older plugin, or no images. */
  histories: HistoryTaking | null;
  /** Whether it changes styles themselves; an older plugin does not. */
  changesStyles: boolean;
  /** `refresh 17`, `export 17`, `edit UUID`. */
  job: string | null;
  attempt: number;
  /** Whether this darktable keeps an edit of the image that is open in the darkroom. */
  editsWhileOpen: boolean;
  /** The id of the image that is open in the darkroom; `unknown`: one is. null: none, or an older plugin, which does not tell. */
  openImage: number | 'unknown' | null;
  /** Why its pictures would not be what Safelight asks for, for people; null: they are, or an older plugin, which does not tell. */
  cannotRender: string | null;
  /** How it learns of jobs: woken by a pipe, or by checking in a loop. null: an older plugin, which checks twice a second. */
  wake: 'pipe' | 'loop' | null;
}

/** The plugin's last heartbeat, or null if there never was one. */
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
    organised: fields.organised === undefined ? null : number('organised'),
    operated: fields.operated === undefined ? null : number('operated'),
    histories: fields.histories === 'apply' || fields.histories === 'import' ? fields.histories : null,
    changesStyles: fields.changes_styles === '1',
    job: fields.job?.length ? fields.job : null,
    attempt: number('attempt'),
    editsWhileOpen: fields.edits_while_open === '1',
    openImage: fields.open_image === 'unknown' ? 'unknown' : number('open_image') || null,
    cannotRender: fields.cannot_render?.length ? fields.cannot_render : null,
    wake: fields.wake === 'pipe' || fields.wake === 'loop' ? fields.wake : null,
  };
}

const freshSeconds = 15;
const longestJobSeconds = 600;

/** Age in seconds; a clock that was set back makes it 0. */
export const heartbeatAge = (heartbeat: Heartbeat, nowMs = Date.now()) => Math.max(0, nowMs / 1000 - heartbeat.time);

/**
 * Whether a plugin takes jobs for this library: its heartbeat is fresh, or it is busy with one long job and darktable still
 * runs. `darktableRuns` is called in the second case only.
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

import type { BridgeStatus } from '../contract/admin.ts';
import type { FarmState } from '../contract/farm.ts';
import type { Events, News } from '../platform/events.ts';
import type { Library } from '../library/library.ts';
import type { JobQueue } from '../queues/job-queue.ts';
import { agentName } from '../server/agents/told-agents.ts';
import type { AdminService, Services } from '../server/services.ts';
import type { TrayAttention, TrayJob, TrayMachines, TrayState } from '../tray/tray-menu.ts';

/** The parts of the running program that the tray shows. */
export interface TraySource {
  readonly url: string;
  readonly services: Services;
  readonly events: Events;
  readonly admin: AdminService;
  recentExports: (most?: number) => Promise<{ filename: string; file: string }[]>;
}

/** Everything that the menu and the icon show. */
export async function trayState({ url, services, admin, recentExports }: TraySource): Promise<TrayState> {
  const { library, index, queues, clients, updates, version } = services;
  const [{ settings, in_use, notice }, bridge, exports] = await Promise.all([
    admin.settings(),
    admin.bridge.status(),
    recentExports(),
  ]);
  const state = library.state();
  const indexed = index.status();
  return {
    version,
    url,
    darktable: {
      state: bridge.state,
      version: bridge.darktable.version,
      job: await jobOf(bridge, library),
      reason: bridge.reason,
      cli: bridge.renderer.state === 'working',
    },
    queues: { refresh: queues.refresh.depth(), export: queues.exports.depth() },
    machines: machinesOf(services.farm.state()),
    paused: settings.queuesPaused,
    libraryProblem: state.status === 'ready' ? null : state.problem,
    indexing: indexed.state === 'building' ? (indexed.progress ?? { done: 0, total: 0 }) : null,
    attention: failuresOf(services) ?? (notice === null ? null : { kind: 'settings-file' }),
    asking: services.auth.rightsRequests.list()[0]?.client_name ?? null,
    agentAsking: askingAgent(services),
    update: updates.status().available?.version ?? null,
    clients: clients.list().map(({ id, name, enabled }) => ({ id, name, enabled })),
    recentExports: exports,
    settings: { readOnly: settings.readOnly, autostart: in_use.autostart, lan: settings.lan, https: settings.https },
  };
}

/** The registered name of the first agent that asks to be allowed to change things. */
export function askingAgent(services: Services): string | null {
  try {
    const asking = services.agents.desk.agents().find(({ asks }) => asks);
    return asking ? agentName(services, asking.client) : null;
  } catch {
    // The tray has more to show than a list that cannot be read.
    return null;
  }
}

function machinesOf({ state, workers, paused, jobs_left, minutes_left }: FarmState): TrayMachines | null {
  if (state === 'off') return null;
  return { state, paused, jobs_left, minutes_left, there: workers.filter((worker) => worker.state !== 'away').length };
}

/** The job that darktable is working on, with the name of its image. */
async function jobOf({ state, job }: BridgeStatus, library: Library): Promise<TrayJob | null> {
  if (state !== 'working' || job === null) return null;
  const [kind, id = ''] = job.split(' ');
  if (kind !== 'refresh' && kind !== 'export' && kind !== 'edit') return null;
  const image = /^\d{1,15}$/.test(id) ? await library.facts(Number(id)).catch(() => null) : null;
  return image && { kind, filename: image.filename };
}

function failuresOf({ queues }: Services): TrayAttention | null {
  const countOf = (queue: JobQueue) => {
    try {
      return queue.failures().length;
    } catch {
      return 0;
    }
  };
  const [exports, previews] = [countOf(queues.exports), countOf(queues.refresh)];
  return exports + previews === 0 ? null : { kind: 'failed-jobs', exports, previews };
}

const TOLD: readonly (keyof News)[] = [
  ...(['library.state', 'library.switched', 'index.changed', 'index.progress', 'queue.changed'] as const),
  ...([
    'queue.failed',
    'queues.paused',
    'bridge.changed',
    'settings.changed',
    'server.moved',
    'updates.changed',
    'rights.changed',
    'agents.changed',
  ] as const),
];
/** Events within this time update the tray once. */
const SETTLE_MS = 100;
/** No event tells when start at login is changed in the desktop's settings, or when exports are deleted. */
const LOOK_MS = 10_000;

/** Calls `show` with the state now and after every change, until `close`. */
export function followTrayState(source: TraySource, show: (state: TrayState) => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isAsking = false;
  let isStale = false;

  const ask = async () => {
    timer = undefined;
    if (isAsking) {
      isStale = true;
      return;
    }
    isAsking = true;
    isStale = false;
    // No library is open while another one is being opened.
    const state = await trayState(source).catch(() => null);
    isAsking = false;
    if (!isOver() && state) show(state);
    if (!isOver() && (isNewsMeanwhile() || !state)) soon();
  };
  const isOver = () => isClosed;
  const isNewsMeanwhile = () => isStale;
  const soon = () => {
    timer ??= setTimeout(() => void ask(), SETTLE_MS).unref();
  };
  for (const name of TOLD) source.events.on(name, soon);
  const clock = setInterval(soon, LOOK_MS).unref();
  void ask();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(clock);
      for (const name of TOLD) source.events.off(name, soon);
    },
  };
}

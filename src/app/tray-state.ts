import type { BridgeStatus } from '../contract/admin.ts';
import type { Events, News } from '../platform/events.ts';
import type { Library } from '../library/library.ts';
import type { AdminService, Services } from './services.ts';
import type { TrayState } from '../tray/tray-menu.ts';

/** Of the running program, what the tray tells about. */
export interface TraySource {
  readonly url: string;
  readonly services: Services;
  readonly events: Events;
  readonly admin: AdminService;
  recentExports: (most?: number) => Promise<{ filename: string; file: string }[]>;
}

/** How it stands with everything that the menu and the icon tell. */
export async function trayState({ url, services, admin, recentExports }: TraySource): Promise<TrayState> {
  const { library, index, queues, clients, version } = services;
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
      text: await doingOf(bridge, library),
      cli: bridge.renderer.state === 'working',
    },
    queues: { refresh: queues.refresh.depth(), export: queues.exports.depth() },
    paused: settings.queuesPaused,
    library: { ready: state.status === 'ready', message: state.message },
    indexing: indexed.state === 'building' ? (indexed.progress ?? { done: 0, total: 0 }) : null,
    attention: failuresOf(services) ?? notice,
    clients: clients.list().map(({ id, name, enabled }) => ({ id, name, enabled })),
    recentExports: exports,
    settings: { readOnly: settings.readOnly, autostart: in_use.autostart, lan: settings.lan },
  };
}

/** What darktable does, in the menu's words, such as "exporting IMG_0042.CR3"; null leaves them to the menu. */
async function doingOf({ state, job, message }: BridgeStatus, library: Library): Promise<string | null> {
  if (state === 'stuck') return message.replace(/^darktable( \S+)? /, '').replace(/\.$/, '');
  if (state !== 'working' || job === null) return null;
  const words: Record<string, string> = { refresh: 'rendering a preview of', export: 'exporting', edit: 'editing' };
  const [kind = '', id = ''] = job.split(' ');
  const image = /^\d{1,15}$/.test(id) ? await library.facts(Number(id)).catch(() => null) : null;
  return words[kind] === undefined ? null : `${words[kind]} ${image?.filename ?? 'an image'}`;
}

function failuresOf({ queues }: Services): string | null {
  const said = [
    [queues.exports.failures().length, 'export'],
    [queues.refresh.failures().length, 'preview'],
  ] as const;
  const words = said.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}${count === 1 ? '' : 's'}`);
  return words.length === 0 ? null : `${words.join(' and ')} failed`;
}

const TOLD: readonly (keyof News)[] = [
  ...(['library.state', 'library.switched', 'index.changed', 'index.progress', 'queue.changed'] as const),
  ...(['queue.failed', 'queues.paused', 'bridge.changed', 'settings.changed', 'server.moved'] as const),
];
/** News that come in a row are one. */
const SETTLE_MS = 100;
/** Nobody tells of start at login that is changed by the desktop's own settings, or of exports that are deleted. */
const LOOK_MS = 10_000;

/** Calls `show` with the state now and after every change of it. `close` ends that. */
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
    // While another library is opened there is none to ask.
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

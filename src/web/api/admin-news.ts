import type { LiveEvent, LiveEventName } from '../../contract/live-events.ts';
import { queryClient } from './query-client.ts';

type Data<Name extends LiveEventName> = Extract<LiveEvent, { name: Name }>['data'];

const lookAnew = (...names: string[]) => {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: ['admin', name], exact: true });
};

/** Changes made by the tray, the command line, darktable and other browsers show in the settings at once. */
export function hearAdminNews(stream: EventSource): void {
  const on = <Name extends LiveEventName>(name: Name, react: (data: Data<Name>) => void) =>
    stream.addEventListener(name, ({ data }: MessageEvent<string>) => react(JSON.parse(data) as Data<Name>));

  on('hello', ({ missed }) => {
    if (missed) void queryClient.invalidateQueries({ queryKey: ['admin'] });
  });
  on('settings-changed', ({ keys }) => lookAnew('settings', ...(keys.includes('clients') ? ['clients'] : [])));
  on('library-switched', () => lookAnew('settings', 'queues', 'bridge', 'backups', 'diagnostics'));
  on('previews-progress', () => lookAnew('previews'));
  on('queue-depth', () => lookAnew('queues', 'bridge'));
  on('queue-failed', () => lookAnew('queues', 'bridge'));
  on('queues-paused', () => lookAnew('queues', 'bridge', 'settings'));
  on('bridge-changed', () => lookAnew('bridge'));
  on('server-moved', ({ url }) => followServer(url));
}

/** Opens the same page at the service's new address. The cookie goes along because cookies ignore ports. */
function followServer(url: string): void {
  const to = new URL(url);
  const isSelf = (name: string) => name === 'localhost' || name.startsWith('127.') || name === '[::1]';
  // On another device this computer keeps the name by which it was reached.
  const hostname = isSelf(to.hostname) || to.hostname === '0.0.0.0' ? location.hostname : to.hostname;
  const { pathname, search } = location;
  if (to.port !== location.port || hostname !== location.hostname) {
    location.assign(`${to.protocol}//${hostname}:${to.port}${pathname}${search}`);
  }
}

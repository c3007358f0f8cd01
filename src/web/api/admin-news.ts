import type { Reactions } from './news/hear-news.ts';
import { queryClient } from './query-client.ts';

const lookAnew = (...names: string[]) => {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: ['admin', name], exact: true });
};

/** Changes made by the tray, the command line, darktable and other browsers show in the settings at once. */
export const adminNews: Reactions = {
  hello: ({ missed }) => {
    if (missed) void queryClient.invalidateQueries({ queryKey: ['admin'] });
  },
  'settings-changed': ({ keys }) => lookAnew('settings', ...(keys.includes('clients') ? ['clients'] : [])),
  'library-switched': () => lookAnew('settings', 'queues', 'bridge', 'backups', 'diagnostics'),
  'previews-progress': () => lookAnew('previews'),
  'queue-depth': () => lookAnew('queues', 'bridge'),
  'queue-failed': () => lookAnew('queues', 'bridge'),
  'queues-paused': () => lookAnew('queues', 'bridge', 'settings'),
  'bridge-changed': () => lookAnew('bridge'),
  'server-moved': ({ url }) => followServer(url),
};

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

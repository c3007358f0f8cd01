import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ADMIN_EVENTS, type LiveEvent } from '../../contract/live-events.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Events, News } from '../../platform/events.ts';
import { OWN_CLIENT_IDS } from '../../settings/clients.ts';
import { isClosing, serverOf } from '../network/listen.ts';

/** How many events an interrupted stream can catch up on. */
export const REMEMBERED = 500;
const HEARTBEAT_MS = 15_000;
/** All tabs of a browser share one, but old ones may not have been missed yet. */
export const STREAMS_OF_CLIENT = 64;
/** For all clients together. */
export const STREAMS = 256;
/** A client whose stream was ended because there were too many comes back later than the others. */
const LATER_MS = 30_000;
/** A client that reads nothing for this long is gone, whatever its connection says. */
const PATIENCE_MS = 60_000;

/** News as server-sent events, for any number of clients. */
export interface EventStream {
  /**
   * Answers a request with events until the client goes, loses its rights or the server ends. `rights` is called before
   * every event and throws when there are none any more.
   */
  open(req: IncomingMessage, res: ServerResponse, options: StreamOptions): void;
  /** How many clients listen. */
  clients(): number;
  /** Ends the streams of one server, or all. Browsers reconnect by themselves. */
  endAll(server?: Server): void;
  close(): void;
}

export interface StreamOptions {
  version: string;
  /**
   * Who listens. When a client has too many streams, its oldest one ends: most likely that of a page no longer open.
   */
  clientId: string;
  rights: () => ReadonlySet<Scope>;
  /** Ends after this many events. */
  limit?: number | undefined;
}

/** An event as it is sent. */
interface Remembered {
  number: number;
  text: string;
  isForAdmin: boolean;
}

interface Client {
  id: string;
  res: ServerResponse;
  /** The number of the next event. */
  next: number;
  left: number;
  rights: () => ReadonlySet<Scope>;
  version: string;
  /** Since when the connection has taken nothing. */
  blockedSince: number | null;
}

/**
 * Every client has a position in one ring of events and is sent what follows, as fast as its connection takes it. So a
 * slow client costs no memory, and misses events only when it falls further behind than the ring is long; `hello` then
 * says so.
 */
export function openEventStream(events: Events, { heartbeatMs = HEARTBEAT_MS } = {}): EventStream {
  // Ids from another run of the program must not be mistaken for ours.
  const run = randomBytes(4).toString('hex');
  const ring: Remembered[] = [];
  const clients = new Set<Client>();
  let last = 0;

  const end = (client: Client) => {
    clients.delete(client);
    client.res.end();
  };

  /**
   * Ends its connection too: otherwise a browser would reuse it after `retry`, and be cut off with the server's last
   * connections in the middle of the new stream.
   */
  const endForGood = (client: Client) => {
    const { socket } = client.res;
    end(client);
    socket?.destroySoon();
  };

  /**
   * Makes room for one more stream of this client. When there are too many in all, the client with the most loses one;
   * the owner's browser loses none to others.
   */
  const makeRoom = (id: string) => {
    const byClient = Map.groupBy(clients, (client) => client.id);
    const own = byClient.get(id) ?? [];
    byClient.delete(OWN_CLIENT_IDS.browser);
    const [most] = [...byClient.values()].sort((one, other) => other.length - one.length);
    const oldest = own.length >= STREAMS_OF_CLIENT ? own[0] : clients.size >= STREAMS ? most?.[0] : undefined;
    if (!oldest) return;
    oldest.res.write(`retry: ${LATER_MS}\n\n`);
    end(oldest);
  };

  const hello = (version: string, missed: boolean) => write('hello', { version, missed }, `${run}-${last}`);

  const send = (client: Client, text: string): boolean => {
    client.left -= 1;
    if (!client.res.write(text)) client.blockedSince = performance.now();
    if (client.left > 0) return true;
    end(client);
    return false;
  };

  const pump = (client: Client) => {
    while (client.blockedSince === null && client.next <= last) {
      const oldest = last - ring.length + 1;
      if (client.next < oldest) {
        client.next = last + 1;
        if (!send(client, hello(client.version, true))) return;
        continue;
      }
      let rights: ReadonlySet<Scope>;
      try {
        rights = client.rights();
      } catch {
        end(client);
        return;
      }
      const event = ring[client.next - oldest]!;
      client.next += 1;
      if (event.isForAdmin && !rights.has('admin')) continue;
      if (!send(client, event.text)) return;
    }
  };

  const tell = <Name extends LiveEvent['name']>(name: Name, data: Extract<LiveEvent, { name: Name }>['data']) => {
    last += 1;
    ring.push({ number: last, text: write(name, data, `${run}-${last}`), isForAdmin: ADMIN_EVENTS.has(name) });
    if (ring.length > REMEMBERED) ring.shift();
    for (const client of clients) pump(client);
  };

  const listeners = {
    'library.state': ({ ready, message }) => tell('library-changed', { ready, message }),
    'index.changed': ({ generation, images }) =>
      tell('library-changed', { ready: true, message: '', images, generation }),
    'index.progress': (progress) => tell('index-progress', progress),
    'preview.changed': ({ id }) => tell('preview-ready', { image_id: id }),
    'preview.failed': ({ id, code, reason }) => tell('preview-failed', { image_id: id, failure: code, reason }),
    'rendering.changed': (rendering) => tell('rendering-changed', rendering),
    'previews.progress': (progress) => tell('previews-progress', progress),
    'queue.changed': ({ name, depth }) => tell('queue-depth', { queue: name, depth }),
    'queue.failed': ({ name, failures }) => tell('queue-failed', { queue: name, failures }),
    'queues.paused': (queues) => tell('queues-paused', queues),
    'change.progress': (progress) => tell('change-progress', progress),
    'postponed.changed': (postponed) => tell('postponed-changes', postponed),
    'rejects.waiting': (rejects) => tell('waiting-rejects', rejects),
    'read-only.changed': ({ readOnly }) => tell('read-only-changed', { read_only: readOnly }),
    'bridge.changed': (bridge) => tell('bridge-changed', bridge),
    'settings.changed': (settings) => tell('settings-changed', settings),
    'server.moved': (server) => tell('server-moved', server),
    'library.switched': ({ message }) => tell('library-switched', { message }),
  } satisfies {
    [Name in keyof Omit<News, 'index.begun' | 'updates.changed' | 'farm.changed'>]: (news: News[Name][0]) => void;
  };
  const names = Object.keys(listeners) as (keyof typeof listeners)[];
  for (const name of names) events.on(name, listeners[name] as () => void);

  const heartbeat = setInterval(() => {
    for (const client of clients) {
      if (client.blockedSince !== null) {
        if (performance.now() - client.blockedSince < PATIENCE_MS) continue;
        clients.delete(client);
        client.res.destroy();
        continue;
      }
      try {
        client.rights();
        if (!client.res.write(': still here\n\n')) client.blockedSince = performance.now();
      } catch {
        end(client);
      }
    }
  }, heartbeatMs).unref();

  return {
    open(req, res, { version, clientId, rights, limit = Infinity }) {
      makeRoom(clientId);
      res.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        // nginx would collect events before it passes them on.
        'X-Accel-Buffering': 'no',
      });
      const since = numberOf(req.headers['last-event-id'], run);
      const isFirst = req.headers['last-event-id'] === undefined;
      const knows = since !== null && since <= last && since >= last - ring.length;
      const client: Client = {
        id: clientId,
        res,
        next: knows ? since + 1 : last + 1,
        left: limit,
        rights,
        version,
        blockedSince: null,
      };
      clients.add(client);
      res.once('close', () => clients.delete(client));
      res.on('drain', () => {
        client.blockedSince = null;
        pump(client);
      });
      // A broken connection needs no handling here: `close` follows.
      res.on('error', () => undefined);
      res.write('retry: 2000\n');
      // Missed events come after `hello`, so its number is the client's own.
      const id = `${run}-${client.next - 1}`;
      if (send(client, write('hello', { version, missed: !isFirst && !knows }, id))) pump(client);
      if (isClosing(req.socket)) endForGood(client);
    },
    clients: () => clients.size,
    endAll(server) {
      for (const client of clients) {
        if (!server || serverOf(client.res.socket) === server) endForGood(client);
      }
    },
    close() {
      clearInterval(heartbeat);
      for (const name of names) events.off(name, listeners[name] as () => void);
      for (const client of clients) endForGood(client);
    },
  };
}

/** JSON contains no line breaks, so one `data` line is enough. */
const write = (name: string, data: unknown, id: string) =>
  `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

/** The number in an id of this run; null for any other id. */
function numberOf(id: string | string[] | undefined, run: string): number | null {
  const [, of, number] = /^([0-9a-f]{8})-(\d{1,15})$/.exec(String(id ?? '')) ?? [];
  return of === run ? Number(number) : null;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LiveEvent } from '../../contract/live-events.ts';
import type { Events, News } from '../../platform/events.ts';
import { OWN_CLIENT_IDS } from '../../settings/clients.ts';
import { isClosing, type Listening, serverOf } from '../network/listen.ts';
import { EventRing } from './event-ring.ts';
import { StreamClient, type StreamOptions } from './stream-client.ts';

const HEARTBEAT_MS = 15_000;
export const EVENT_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // nginx would collect events before it passes them on.
  'X-Accel-Buffering': 'no',
} as const;
/** All tabs of a browser share one, but old ones may not have been missed yet. */
export const STREAMS_OF_CLIENT = 64;
/** For all clients together. */
export const STREAMS = 256;

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
  endAll(server?: Listening['server']): void;
  close(): void;
}

/**
 * Every client has a position in one ring of events and is sent what follows, as fast as its connection takes it. So a
 * slow client costs no memory, and misses events only when it falls further behind than the ring is long; `hello` then
 * says so.
 */
export function openEventStream(events: Events, { heartbeatMs = HEARTBEAT_MS } = {}): EventStream {
  const ring = new EventRing();
  const clients = new Set<StreamClient>();

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
    oldest?.makeWay();
  };

  const tell = <Name extends LiveEvent['name']>(name: Name, data: Extract<LiveEvent, { name: Name }>['data']) => {
    ring.add(name, data);
    for (const client of clients) client.pump();
  };

  const listeners = {
    'library.state': ({ ready, message }) => tell('library-changed', { ready, message }),
    'index.changed': ({ generation, images }) =>
      tell('library-changed', { ready: true, message: '', images, generation }),
    'albums.changed': ({ id }) => tell('albums-changed', { album_id: id }),
    'index.progress': (progress) => tell('index-progress', progress),
    'preview.changed': ({ id }) => tell('preview-ready', { image_id: id }),
    'preview.failed': ({ id, code, reason }) => tell('preview-failed', { image_id: id, failure: code, reason }),
    'rendering.changed': (rendering) => tell('rendering-changed', rendering),
    'previews.progress': (progress) => tell('previews-progress', progress),
    'queue.changed': ({ name, depth }) => tell('queue-depth', { queue: name, depth }),
    'exports.finished': () => tell('exports-finished', {}),
    'queue.failed': ({ name, failures }) => tell('queue-failed', { queue: name, failures }),
    'queues.paused': (queues) => tell('queues-paused', queues),
    'change.progress': (progress) => tell('change-progress', progress),
    'postponed.changed': (postponed) => tell('postponed-changes', postponed),
    'rejects.waiting': (rejects) => tell('waiting-rejects', rejects),
    'read-only.changed': ({ readOnly }) => tell('read-only-changed', { read_only: readOnly }),
    'bridge.changed': (bridge) => tell('bridge-changed', bridge),
    'settings.changed': (settings) => tell('settings-changed', settings),
    'rights.changed': (requests) => tell('rights-changed', requests),
    'publications.changed': ({ id }) => tell('publications-changed', { publication_id: id }),
    'agents.changed': (agents) => tell('agents-changed', agents),
    'publication.ended': ({ id }) => tell('publication-run-ended', { publication_id: id }),
    'proofs.changed': ({ id }) => tell('proofs-changed', { proof_id: id }),
    'proof.marked': ({ proof, image }) => tell('proof-mark', { proof_id: proof, image_id: image }),
    'proof.done': ({ proof, guest }) => tell('proof-done', { proof_id: proof, guest }),
    'server.moved': (server) => tell('server-moved', server),
    'library.switched': ({ message }) => tell('library-switched', { message }),
  } satisfies {
    [Name in keyof Omit<News, 'index.begun' | 'updates.changed' | 'farm.changed' | 'webhook.gone' | 'change.undone'>]: (
      news: News[Name][0],
    ) => void;
  };
  const names = Object.keys(listeners) as (keyof typeof listeners)[];
  for (const name of names) events.on(name, listeners[name] as () => void);

  const heartbeat = setInterval(() => {
    for (const client of clients) client.beat();
  }, heartbeatMs).unref();

  return {
    open(req, res, options) {
      makeRoom(options.clientId);
      res.writeHead(200, EVENT_HEADERS);
      const id = req.headers['last-event-id'];
      const after = ring.after(id);
      const onEnd = () => void clients.delete(client);
      const client = new StreamClient(res, ring, { ...options, after, onEnd });
      clients.add(client);
      client.greet({ missed: id !== undefined && after === null });
      if (isClosing(req.socket)) client.endForGood();
    },
    clients: () => clients.size,
    endAll(server) {
      for (const client of clients) {
        if (!server || serverOf(client.res.socket) === server) client.endForGood();
      }
    },
    close() {
      clearInterval(heartbeat);
      for (const name of names) events.off(name, listeners[name] as () => void);
      for (const client of clients) client.endForGood();
    },
  };
}

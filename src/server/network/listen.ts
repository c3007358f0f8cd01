import { createServer, type RequestListener, type Server } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { reasonOf } from '../../platform/errors.ts';
import { Connections, type ConnectionLimits } from './connections.ts';
import { portHolder } from './port-holder.ts';
import { refuse } from '../refused-request.ts';

/** The server cannot listen where it was told to; the message says why and what to do. */
export class ListenError extends Error {
  override name = 'ListenError';
}

export interface Listening {
  server: Server;
  port: number;
  /** As the pages know it; loopback when the server listens on every address. */
  url: string;
}

/** What a connection may cost, and for how long. */
export interface ListenLimits extends ConnectionLimits {
  /** From the first byte, or from connecting, to the last header. */
  headersMs: number;
  /** To the end of the body, of 1 MiB at most. */
  requestMs: number;
  /** Longer than the proxies that people use keep theirs. */
  keepAliveMs: number;
  /** Nothing was sent and nothing taken: no answer takes so long, and event streams show a sign of life four times a minute. */
  silenceMs: number;
}

/** At its worst a connection with all its waiting requests costs some 350 kB: 180 MB in all, and what waits to be read. */
export const LISTEN_LIMITS: ListenLimits = {
  connections: 512,
  connectionsOfHost: 384,
  newcomers: 64,
  kept: 32,
  waitingRequests: 64,
  unreadBytes: 128 * 2 ** 20,
  sluggishMs: 5_000,
  unreadMs: 60_000,
  headersMs: 20_000,
  requestMs: 60_000,
  keepAliveMs: 65_000,
  silenceMs: 300_000,
};

/** How many may wait to be let in. Whom the system turns away there tries again only after a second. */
const BACKLOG = 4096;
/** How often Node looks who is too late. */
const LOOK_MS = 5_000;

/** Listens on host and port (0: any free one). Throws ListenError. */
export async function listen(
  handler: RequestListener,
  host: string,
  port: number,
  limits: ListenLimits = LISTEN_LIMITS,
): Promise<Listening> {
  const connections = new Connections(limits);
  const answer = connections.bounded(handler);
  const server = createServer(
    {
      requestTimeout: limits.requestMs,
      headersTimeout: limits.headersMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: Math.min(LOOK_MS, limits.headersMs),
      // The host check answers, in our words.
      requireHostHeader: false,
    },
    answer,
  );
  server.timeout = limits.silenceMs;
  connections.countAll(server);
  const cutOff = (error: Error, socket: Duplex) => {
    // This is no server of TLS or HTTP/2, which have others.
    if (!(socket instanceof Socket)) return;
    if (socket.writable && connections.isOpenToRefusal(socket)) refuse(socket, error);
    socket.destroySoon();
  };
  server.on('clientError', cutOff);
  server.on('connect', (_req, socket) => cutOff(new Error('this is no proxy'), socket));
  // Whatever a client expects besides 100-continue may be left alone (RFC 9110 10.1.1); Node would refuse it without a word.
  server.on('checkExpectation', answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ListenError(explain(error, host, port), { cause: error })));
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  const { port: bound, address } = server.address() as AddressInfo;
  const shown =
    address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address;
  return { server, port: bound, url: `http://${shown}:${bound}` };
}

/** Of a connection that an HTTP server has accepted. */
export const serverOf = (socket: Socket | null) => (socket as { server?: Server } | null)?.server;

/** Whether the server of a connection takes no new ones any more: nobody should go on using this one. */
export const isClosing = (socket: Socket | null): boolean => serverOf(socket)?.listening === false;

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE': {
      const holder = portHolder(port);
      return `Port ${port} is taken${holder ? ` by ${holder}` : ''}. Choose another with --port N, or any free one with --port 0.`;
    }
    case 'EACCES':
      return `Port ${port} needs more rights than this user has. Choose one above 1023 with --port N.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine. Leave --host out to listen on 127.0.0.1.`;
    default:
      return `Cannot listen on ${host}:${port}: ${reasonOf(error)}`;
  }
}

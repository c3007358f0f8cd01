import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { reasonOf } from '../errors.ts';
import { portHolder } from './port-holder.ts';

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

/**
 * [Note: What a stranger's connection may cost] Every program of this computer can connect, before it has shown any token. A connection costs some 20 kB,
 * and one that sends requests without reading answers, 5 kB for each that waits. At its worst that is some 200 MB; without bounds it is all
 * there is. Eight busy clients, a hundred edits that wait for their previews and the event streams of all pages take a third of it.
 */
export interface ConnectionLimits {
  connections: number;
  /** Requests of one connection that wait for their answers. Browsers send the next when they have the last one's. */
  waitingRequests: number;
  /** From the first byte, or from connecting, to the last header. */
  headersMs: number;
  /** To the end of the body, of 1 MiB at most. */
  requestMs: number;
  /** Longer than the proxies that people use keep theirs. */
  keepAliveMs: number;
  /** Nothing was sent and nothing taken: no answer takes so long, and event streams show a sign of life four times a minute. */
  silenceMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  connections: 512,
  waitingRequests: 64,
  headersMs: 20_000,
  requestMs: 60_000,
  keepAliveMs: 65_000,
  silenceMs: 300_000,
};

/** How often Node looks who is too late. */
const LOOK_MS = 5_000;

/** Listens on host and port (0: any free one). Throws ListenError. */
export async function listen(
  handler: RequestListener,
  host: string,
  port: number,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): Promise<Listening> {
  const connections = new Connections(limits);
  const server = createServer(
    {
      requestTimeout: limits.requestMs,
      headersTimeout: limits.headersMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: Math.min(LOOK_MS, limits.headersMs),
      // The host check answers, in our words.
      requireHostHeader: false,
    },
    connections.bounded(handler),
  );
  server.maxConnections = limits.connections;
  server.timeout = limits.silenceMs;
  server.on('connection', connections.add);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ListenError(explain(error, host, port), { cause: error })));
    server.listen(port, host, resolve);
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

/** What is known of a connection. */
interface Use {
  /** Requests whose answers have not gone out whole. */
  waiting: number;
  /** Number of its last request, of all; 0: it has sent none. */
  last: number;
}

/** Keeps the limits that Node does not know. */
class Connections {
  readonly #limits: ConnectionLimits;
  readonly #uses = new Map<Socket, Use>();
  #requests = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Where it gets crowded, those that are kept for later go first, the longest unused before: who needs one again opens another. */
  readonly add = (socket: Socket): void => {
    const tooMany = this.#uses.size + 1 - Math.ceil(this.#limits.connections * 0.75);
    if (tooMany > 0) {
      [...this.#uses]
        .filter(([, { waiting, last }]) => waiting === 0 && last > 0)
        .sort(([, one], [, other]) => one.last - other.last)
        .slice(0, tooMany)
        .forEach(([idle]) => idle.destroy());
    }
    this.#uses.set(socket, { waiting: 0, last: 0 });
    socket.once('close', () => this.#uses.delete(socket));
  };

  /** Cuts off a connection on which more requests wait than anybody needs. */
  bounded(handler: RequestListener): RequestListener {
    return (req, res) => {
      const { socket } = req;
      const use = this.#uses.get(socket);
      // What else came in one packet with the request too many.
      if (socket.destroyed || !use) return;
      if (use.waiting >= this.#limits.waitingRequests) {
        socket.destroy();
        return;
      }
      use.last = this.#requests += 1;
      handler(req, res);
      // Most pictures and lists have gone out to the last byte by now, see [Note: The short way].
      if (res.writableFinished) return;
      use.waiting += 1;
      res.once('close', () => (use.waiting -= 1));
    };
  }
}

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

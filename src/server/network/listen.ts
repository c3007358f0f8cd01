import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import { Socket, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TlsOptions } from 'node:tls';
import { reasonOf } from '../../platform/errors.ts';
import { handleInBatch } from '../../platform/request-batch.ts';
import { Connections, type ConnectionLimits } from './connections.ts';
import { portHolder } from './port-holder.ts';
import { LONGEST_HEAD_BYTES, refuseHead, trimHead } from './request-head.ts';
import { markRemoteDoor } from './remote-door.ts';
import { refuse } from '../refused-request.ts';

/** The server cannot listen as told; the message says why and what to do. */
export class ListenError extends Error {
  override name = 'ListenError';
}

export interface Listening {
  server: Server | SecureServer;
  port: number;
  /** The address for pages; loopback when the server listens on every address. */
  url: string;
}

/** What a connection may cost, and for how long. */
export interface ListenLimits extends ConnectionLimits {
  /** From the first byte, or from connecting, to the last header. */
  headersMs: number;
  /** To the end of the body, of 1 MiB at most. */
  requestMs: number;
  /** Longer than common proxies keep theirs. */
  keepAliveMs: number;
  /** Nothing was sent or read: no answer takes this long, and event streams send a heartbeat four times a minute. */
  silenceMs: number;
}

/**
 * At worst, a connection with all its waiting requests costs some 350 kB: 180 MB in all, plus the unread data; and while its head arrives, as much as
 * that ([Note: Cookies of others]).
 */
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

/**
 * How many connections may wait to be accepted. A client that the system turns away tries again only after a second.
 */
const BACKLOG = 4096;
/** How often Node checks for connections past their limits. */
const LOOK_MS = 5_000;

export interface ListenOptions {
  /** Of all servers of this program together. */
  connections?: Connections;
  /** Makes it a server for HTTPS. */
  handshake?: TlsOptions;
  /** Its clients are elsewhere, whatever their addresses say. */
  isRemoteDoor?: boolean;
}

/** Listens on host and port (0: any free one). Throws ListenError. */
export async function listen(
  handler: RequestListener,
  host: string,
  port: number,
  limits: ListenLimits = LISTEN_LIMITS,
  { connections = new Connections(limits), handshake, isRemoteDoor = false }: ListenOptions = {},
): Promise<Listening> {
  const tooLong = new WeakSet<IncomingMessage>();
  const bounded = connections.bounded((req, res) => {
    if (tooLong.has(req)) refuseHead(res);
    else handler(req, res);
  });
  const answer: RequestListener = (req, res) => {
    if (!trimHead(req)) tooLong.add(req);
    bounded(req, res);
  };
  const options = {
    requestTimeout: limits.requestMs,
    headersTimeout: limits.headersMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxHeaderSize: LONGEST_HEAD_BYTES,
    connectionsCheckingInterval: Math.min(LOOK_MS, limits.headersMs),
    // The host check answers instead, with our message.
    requireHostHeader: false,
  };
  const server = handshake
    ? createSecureServer({ ...options, ...handshake, handshakeTimeout: limits.headersMs }, answer)
    : createServer(options, answer);
  if (isRemoteDoor) markRemoteDoor(server);
  server.timeout = limits.silenceMs;
  connections.countAll(server);
  const cutOff = (error: Error, socket: Duplex) => {
    // Servers for HTTP/2 have other sockets; this is none.
    if (!(socket instanceof Socket)) return;
    // The requests before it are answered first.
    handleInBatch(() => {
      if (socket.writable && connections.isOpenToRefusal(socket)) refuse(socket, error);
      socket.destroySoon();
    });
  };
  server.on('clientError', cutOff);
  server.on('connect', (_req, socket) => cutOff(new Error('this is not a proxy'), socket));
  // Whatever a client expects besides 100-continue may be ignored (RFC 9110 10.1.1); Node would refuse it without an
  // answer.
  server.on('checkExpectation', answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ListenError(explain(error, host, port), { cause: error })));
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  const { port: bound, address } = server.address() as AddressInfo;
  const shown =
    address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address;
  return { server, port: bound, url: `${handshake ? 'https' : 'http'}://${shown}:${bound}` };
}

/** The HTTP server that accepted a connection. */
export const serverOf = (socket: Socket | null) => (socket as { server?: Server | SecureServer } | null)?.server;

/** Whether the connection's server no longer accepts new ones: then nobody should keep using this one. */
export const isClosing = (socket: Socket | null): boolean => serverOf(socket)?.listening === false;

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE': {
      const holder = portHolder(port);
      return `Port ${port} is taken${holder ? ` by ${holder}` : ''}. Choose another with --port N, or any free one with --port 0.`;
    }
    case 'EACCES':
      return `Port ${port} needs administrator rights. Choose one above 1023 with --port N.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this computer. Omit --host to listen on 127.0.0.1.`;
    default:
      return `Cannot listen on ${host}:${port}: ${reasonOf(error)}`;
  }
}

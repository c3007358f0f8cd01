import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Server as SecureServer } from 'node:https';
import type { TlsOptions } from 'node:tls';
import type { Log } from '../platform/log.ts';
import { Connections } from '../server/network/connections.ts';
import { isClosing, LISTEN_LIMITS, listen, type Listening, type ListenLimits } from '../server/network/listen.ts';

/** How long running requests may take when a listener closes or the library changes. */
const DRAIN_MS = 2_000;

const WORDS = { listening: 'Safelight is listening', securely: 'Safelight is listening with HTTPS' };

/** Listens for requests. The address and the handler can change without losing a request. */
export interface Listener {
  url(): string;
  port(): number;
  host(): string;
  /** Replaces the handler. */
  serve(handler: RequestListener): void;
  /** Holds new requests until the work is done. The work starts when running requests have ended or taken too long. */
  closedFor(work: () => Promise<void>): Promise<void>;
  /**
   * Moves to another address. The old listener finishes its requests and closes. Throws ListenError and stays at the old address on
   * failure.
   */
  move(host: string, port: number): Promise<void>;
  /** The HTTPS server beside it; null: there is none. */
  secure(): SecureAddress | null;
  /**
   * Opens the HTTPS server, moves it, gives it another certificate, or (null) closes it. Throws ListenError; then it stays as it is, or is closed
   * when it could not get its port back.
   */
  listenSecurely(wanted: { host: string; port: number; handshake: TlsOptions } | null): Promise<void>;
  /**
   * Listens on loopback, on any free port, for what a tunnel hands on. Whoever asks for `proof.path` gets `proof.answer`, and everything else is
   * the handler's, which is the listener's own if omitted. Throws ListenError.
   */
  openRemoteDoor(proof?: { path: string; answer: string }, handler?: RequestListener): Promise<RemoteDoor>;
  close(): Promise<void>;
}

export interface RemoteDoor {
  readonly port: number;
  close(): void;
}

export interface SecureAddress {
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

export interface ListenerOptions {
  host: string;
  port: number;
  /** The first handler. */
  handler: RequestListener;
  /** Long-lived requests, and those that cause the change themselves, are not waited for. */
  isLasting: (url: string) => boolean;
  /** Called after a move, while connections to the old address are still open. */
  onMoved: (url: string) => void;
  /** Ends endless responses, such as event streams. */
  onClosing: (server: Listening['server']) => void;
  /** What all its connections together may cost. */
  limits?: ListenLimits;
  /** What the log says. */
  words?: { listening: string; securely: string };
  log: Log;
}

/** Throws ListenError. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const { isLasting, onMoved, onClosing, limits = LISTEN_LIMITS, words = WORDS, log } = options;
  let { handler } = options;
  let gate: Promise<void> | null = null;
  const answering = new Set<ServerResponse>();
  const closing = new Set<Promise<void>>();

  const answer = (req: IncomingMessage, res: ServerResponse) => {
    // Routers shorten `req.url` while they handle it, so keep the original.
    const { url = '' } = req;
    if (isClosing(req.socket)) res.shouldKeepAlive = false;
    handler(req, res);
    if (res.writableEnded || isLasting(url)) return;
    answering.add(res);
    res.once('close', () => answering.delete(res));
  };
  const hear: RequestListener = (req, res) => {
    // A client that has disconnected would be waited for in vain.
    if (gate) void gate.then(() => res.destroyed || answer(req, res));
    else answer(req, res);
  };
  const connections = new Connections(limits);
  const doors = new Set<Listening['server']>();
  const open = (host: string, port: number, handshake?: TlsOptions) =>
    listen(hear, host, port, limits, { connections, ...(handshake && { handshake }) });
  let at = { host: options.host, ...(await open(options.host, options.port)) };
  let secure: (Listening & { host: string }) | null = null;

  const answered = async () => {
    const deadline = performance.now() + DRAIN_MS;
    while (answering.size > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const drain = (server: Listening['server']) => {
    onClosing(server);
    const done = closeServer(server);
    closing.add(done);
    void done.finally(() => closing.delete(done));
    return done;
  };
  const moveTo = (host: string, listening: Listening) => {
    const { url } = at;
    at = { host, ...listening };
    if (at.url === url) return;
    log.info({ url: at.url }, words.listening);
    onMoved(at.url);
  };

  return {
    url: () => at.url,
    port: () => at.port,
    host: () => at.host,
    serve: (next) => void (handler = next),
    async closedFor(work) {
      while (gate) await gate;
      let open: () => void = () => undefined;
      gate = new Promise((resolve) => (open = resolve));
      try {
        await answered();
        await work();
      } finally {
        gate = null;
        open();
      }
    },
    async move(host, port) {
      const before = at;
      if (host === before.host && port === before.port) return;
      if (port !== before.port) {
        moveTo(host, await open(host, port));
        void drain(before.server);
        return;
      }
      // The port cannot be opened twice, not even on another address, so there is a short gap.
      await stopListening(before.server);
      try {
        moveTo(host, await open(host, port));
      } catch (error) {
        moveTo(before.host, await open(before.host, before.port));
        throw error;
      } finally {
        void drain(before.server);
      }
    },
    secure: () => secure,
    async listenSecurely(wanted) {
      const before = secure;
      if (before && before.host === wanted?.host && (wanted.port === before.port || wanted.port === 0)) {
        if (before.server instanceof SecureServer) before.server.setSecureContext(wanted.handshake);
        // Idle ones would be served with the former certificate for as long as they are kept.
        before.server.closeIdleConnections();
        return;
      }
      const isInTheWay = before?.port === wanted?.port;
      if (before && isInTheWay) {
        secure = null;
        await stopListening(before.server);
      }
      try {
        secure = wanted && { host: wanted.host, ...(await open(wanted.host, wanted.port, wanted.handshake)) };
        if (secure) log.info({ url: secure.url }, words.securely);
      } finally {
        if (before && before !== secure) void drain(before.server);
      }
    },
    async openRemoteDoor(proof, handler = hear) {
      const prove: RequestListener = (req, res) =>
        proof && req.url === proof.path ? void res.end(proof.answer) : handler(req, res);
      const { server, port } = await listen(prove, '127.0.0.1', 0, limits, { connections, isRemoteDoor: true });
      doors.add(server);
      return {
        port,
        close() {
          if (doors.delete(server)) void drain(server);
        },
      };
    },
    async close() {
      await Promise.all([
        drain(at.server),
        ...(secure ? [drain(secure.server)] : []),
        ...[...doors].map(drain),
        ...closing,
      ]);
    },
  };
}

/** Releases the port and keeps open connections. */
const stopListening = (server: Listening['server']) =>
  new Promise<void>((resolve) => {
    // Node emits `close` only after the last connection; the port is free one turn later.
    server.close();
    setImmediate(resolve);
  });

/** Running responses may finish, but idle browser connections must not keep the process alive. */
async function closeServer(server: Listening['server']): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  cut.unref();
  await new Promise<void>((resolve) => {
    if (server.listening) server.close(() => resolve());
    else server.once('close', resolve);
    server.closeIdleConnections();
    server.getConnections((_error, count) => {
      if (count === 0) resolve();
    });
  });
  clearTimeout(cut);
}

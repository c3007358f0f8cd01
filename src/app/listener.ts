import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Log } from '../platform/log.ts';
import { isClosing, listen, type Listening } from '../server/network/listen.ts';

/** How long requests that are being answered may take when a listener closes, or another library is shown. */
const DRAIN_MS = 2_000;

/** Where the service listens. The listener can move and what answers can be exchanged, without a request being lost. */
export interface Listener {
  url(): string;
  port(): number;
  host(): string;
  /** What answers from now on. */
  serve(handler: RequestListener): void;
  /** Holds requests back until the work is done; it begins when those that are being answered are, or have taken too long. */
  closedFor(work: () => Promise<void>): Promise<void>;
  /** Listens elsewhere; the old listener answers what it has and closes. Throws ListenError, and stays where it was. */
  move(host: string, port: number): Promise<void>;
  close(): Promise<void>;
}

export interface ListenerOptions {
  host: string;
  port: number;
  /** What answers at first. */
  handler: RequestListener;
  /** Requests that last, and those by which the program itself is changed: nobody waits for them. */
  isLasting: (url: string) => boolean;
  /** It answers at another address now; what is connected to the old one can still be told so. */
  onMoved: (url: string) => void;
  /** Ends what would never end by itself, such as event streams. */
  onClosing: (server: Server) => void;
  log: Log;
}

/** Throws ListenError. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const { isLasting, onMoved, onClosing, log } = options;
  let { handler } = options;
  let gate: Promise<void> | null = null;
  const answering = new Set<ServerResponse>();
  const closing = new Set<Promise<void>>();

  const answer = (req: IncomingMessage, res: ServerResponse) => {
    // Routers take away from it what they have gone by, and while an answer is awaited it stays so.
    const { url = '' } = req;
    if (isClosing(req.socket)) res.shouldKeepAlive = false;
    handler(req, res);
    // Most answers of pictures are given by now.
    if (res.writableEnded || isLasting(url)) return;
    answering.add(res);
    res.once('close', () => answering.delete(res));
  };
  const hear: RequestListener = (req, res) => {
    // Who has gone meanwhile needs no answer, and would be waited for in vain.
    if (gate) void gate.then(() => res.destroyed || answer(req, res));
    else answer(req, res);
  };
  let at = { host: options.host, ...(await listen(hear, options.host, options.port)) };

  const answered = async () => {
    const deadline = performance.now() + DRAIN_MS;
    while (answering.size > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const drain = (server: Server) => {
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
    log.info(`Safelight is listening on ${at.url}`);
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
        moveTo(host, await listen(hear, host, port));
        void drain(before.server);
        return;
      }
      // One port cannot be had twice, not even on another address: for a moment nobody listens.
      await stopListening(before.server);
      try {
        moveTo(host, await listen(hear, host, port));
      } catch (error) {
        moveTo(before.host, await listen(hear, before.host, before.port));
        throw error;
      } finally {
        void drain(before.server);
      }
    },
    async close() {
      await Promise.all([drain(at.server), ...closing]);
    },
  };
}

/** Lets go of the port; what is connected stays so. */
const stopListening = (server: Server) =>
  new Promise<void>((resolve) => {
    // Node tells of the end of a server when its last connection is gone. The port itself is free a turn later.
    server.close();
    setImmediate(resolve);
  });

/** Running answers may end, but a browser's idle connection must not hold the process. */
async function closeServer(server: Server): Promise<void> {
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

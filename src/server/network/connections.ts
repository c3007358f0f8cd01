import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Server as SecureServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { neighbourhood } from '../../auth/throttle.ts';
import { handleInBatch } from '../../platform/request-batch.ts';

/**
 * [Note: What a stranger's connection may cost] Every program on this computer can connect before it has shown a token.
 * So we limit what one connection may hold: requests in advance, unread answers, time. We also limit the number of
 * connections, far below the number of files that a program may have open (1024 where that is low, and each connection may
 * have a picture open besides). A newcomer always gets in, at the cost of an existing connection:
 * 1. where many have sent no complete request, the oldest of these;
 * 2. of the idle ones kept for a next request, the longest unused;
 * 3. of those whose client has read nothing of its answer for some seconds, the one that has waited longest;
 * 4. where all are busy, newcomers share a few slots of their own: each gets its answer at once, and stays until enough
 *    others have come after it.
 * The owner's own browser is never closed to make room. It is recognized by its first request; to send that, it gets in
 * like everybody else.
 */
export interface ConnectionLimits {
  connections: number;
  /** From one computer: more than its programs and browsers need, and others get in whatever it does. */
  connectionsOfHost: number;
  /** The number of slots that newcomers share, within either limit. */
  newcomers: number;
  /**
   * How many connections of the owner's browser are protected. A browser opens six. Fewer than the slots for newcomers.
   */
  kept: number;
  /** Requests of one connection that wait for their answers. Browsers send the next one after the last answer. */
  waitingRequests: number;
  /** Unread data in memory, of all connections together. */
  unreadBytes: number;
  /** When nothing of an answer was read for this long, its connection may be closed to make room. */
  sluggishMs: number;
  /** When nothing of an answer was read for this long, its connection is closed. */
  unreadMs: number;
}

/** How often we check which answers are being read. */
const LOOK_MS = 1_000;

/** What is known about a connection. */
interface Use {
  /** What requests come through; over TLS, the connection below it until the handshake is done. */
  socket: Socket;
  /** What the system has: the same without TLS. */
  readonly transport: Socket;
  readonly host: string;
  /** Its last request. */
  request: IncomingMessage | null;
  /** The number of that request, counted over all connections. */
  last: number;
  /** The answer that has not been fully sent. */
  answer: ServerResponse | null;
  /** Requests that wait for that. */
  readonly queue: { res: ServerResponse; answer: () => void }[];
  /** How much of that answer had been sent at the last check, and since when; empty: nothing waits to be read. */
  sent: string;
  sentAtMs: number;
}

const tables = new WeakMap<Socket, Connections>();

/** Marks a connection as the owner's own browser: it is not closed to make room. */
export const reserveSlot = (socket: Socket): void => tables.get(socket)?.keep(socket);

/** The connections of one server, with the limits that Node does not have. */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #hostOf: (address: string) => string;
  /** In the order in which they came. */
  readonly #uses = new Map<Socket, Use>();
  /** Those of the owner's browser, longest unused first. */
  readonly #kept = new Set<Socket>();
  #requests = 0;
  #watch: NodeJS.Timeout | undefined;

  /** `hostOf` tells which addresses belong to the same computer. */
  constructor(limits: ConnectionLimits, hostOf: (address: string) => string = neighbourhood) {
    this.#limits = limits;
    this.#hostOf = hostOf;
  }

  /** Of several servers the connections are counted together. */
  countAll(server: Server | SecureServer): void {
    server.on('connection', this.#add);
    server.on('secureConnection', this.#secured);
    // One more than allowed: this class decides which one goes.
    server.maxConnections = this.#limits.connections + 1;
  }

  keep(socket: Socket): void {
    this.#kept.delete(socket);
    const [longestUnused] = this.#kept;
    if (longestUnused && this.#kept.size >= this.#limits.kept) this.#kept.delete(longestUnused);
    if (this.#uses.has(socket)) this.#kept.add(socket);
  }

  /** Whether a malformed request may be answered: no other answer is being sent, and none to this one has begun. */
  isOpenToRefusal(socket: Socket): boolean {
    const answer = this.#uses.get(socket)?.answer;
    return !answer || (!answer.headersSent && !answer.req.complete);
  }

  /**
   * Answers the requests of each connection one after the other, and closes a connection with more waiting requests
   * than anybody needs.
   */
  bounded(handler: RequestListener): RequestListener {
    return (req, res) => {
      const { socket } = req;
      const use = this.#uses.get(socket);
      // Further requests in the same packet as the one too many.
      if (socket.destroyed || !use) return;
      if (use.queue.length + 1 >= this.#limits.waitingRequests) {
        this.#drop(use);
        return;
      }
      use.request = req;
      use.last = this.#requests += 1;
      const answer = () => {
        if (socket.destroyed) return;
        handler(req, res);
        // Most pictures and lists have been sent completely by now.
        if (res.writableFinished) {
          this.#next(use);
          return;
        }
        res.once('close', () => {
          if (socket.destroyed) use.answer = null;
          else this.#next(use);
        });
      };
      // A client that sends many requests and reads nothing gets one answer made, not all of them.
      if (use.answer) {
        use.queue.push({ res, answer });
        return;
      }
      use.answer = res;
      handleInBatch(answer);
    };
  }

  /** An answer was sent: the next request of this connection is due. */
  #next(use: Use): void {
    const next = use.queue.shift();
    use.answer = next?.res ?? null;
    next?.answer();
  }

  readonly #add = (socket: Socket): void => {
    const { connections, connectionsOfHost } = this.#limits;
    // A connection that has already ended has no address any more.
    const host = this.#hostOf(socket.remoteAddress ?? '');
    if (this.#uses.size >= Math.min(connectionsOfHost, connections * 0.75)) {
      const all = [...this.#uses.values()];
      const ofHost = all.filter((use) => use.host === host);
      const isFull = ofHost.length >= connectionsOfHost || all.length >= connections;
      const goes = isFull
        ? this.#leastWorth(ofHost.length >= connectionsOfHost ? ofHost : all)
        : this.#longestUnused(all);
      if (goes) this.#drop(goes);
      else if (isFull) {
        socket.destroy();
        return;
      }
    }
    const nothingYet = { request: null, last: 0, answer: null, queue: [], sent: '', sentAtMs: 0 };
    this.#uses.set(socket, { socket, transport: socket, host, ...nothingYet });
    tables.set(socket, this);
    this.#watch ??= setInterval(this.#look, LOOK_MS).unref();
    this.#forgetOnClose(socket);
  };

  /** A handshake is done. Node does not say on which connection, so both ends tell. */
  readonly #secured = (secure: TLSSocket): void => {
    const ends = endsOf(secure);
    const use = [...this.#uses.values()].find(({ socket }) => socket !== secure && endsOf(socket) === ends);
    if (!use) {
      secure.destroy();
      return;
    }
    this.#uses.delete(use.socket);
    use.socket = secure;
    this.#uses.set(secure, use);
    tables.set(secure, this);
    this.#forgetOnClose(secure);
  };

  #forgetOnClose(socket: Socket): void {
    socket.once('close', () => {
      this.#forget(socket);
      if (this.#uses.size > 0) return;
      clearInterval(this.#watch);
      this.#watch = undefined;
    });
  }

  #forget(socket: Socket): void {
    this.#uses.delete(socket);
    this.#kept.delete(socket);
  }

  /**
   * What the system has of an unread answer, some megabytes, it would otherwise keep until the client ends. Of 1,500 such answers it has no
   * memory left, and cuts off anybody's connections.
   */
  #drop({ socket, transport, answer }: Use): void {
    this.#forget(socket);
    if (answer) transport.resetAndDestroy();
    else transport.destroy();
    socket.destroy();
  }

  /** Which of the connections, given in the order in which they came, is closed to make room. */
  #leastWorth(full: readonly Use[]): Use | undefined {
    const strangers = full.filter(({ socket }) => !this.#kept.has(socket));
    const before = performance.now() - this.#limits.sluggishMs;
    const isSluggish = (use: Use) => use.sent !== '' && use.sentAtMs < before && use.sent === progress(use.socket);
    const unproven = strangers.filter(({ request }) => !request?.complete);
    return (
      // A new connection gets some time to send its request.
      (unproven.length > this.#limits.newcomers ? unproven[0] : undefined) ??
      this.#longestUnused(strangers) ??
      least(strangers.filter(isSluggish), ({ sentAtMs }) => sentAtMs) ??
      full.slice(-this.#limits.newcomers).find((use) => strangers.includes(use))
    );
  }

  /** Of the idle connections kept for a next request. */
  #longestUnused(uses: readonly Use[]): Use | undefined {
    const isIdle = ({ last, answer, socket }: Use) => last > 0 && !answer && !this.#kept.has(socket);
    return least(uses.filter(isIdle), ({ last }) => last);
  }

  /**
   * Closes connections that have read nothing for too long; and where all unread data takes too much memory, those that
   * hold most of it and read nothing.
   */
  readonly #look = (): void => {
    const now = performance.now();
    const standing: { use: Use; bytes: number }[] = [];
    let unread = 0;
    for (const use of [...this.#uses.values()]) {
      const bytes = unreadBytes(use);
      const sent = bytes === 0 ? '' : progress(use.socket);
      unread += bytes;
      if (sent !== use.sent) {
        use.sent = sent;
        use.sentAtMs = now;
      } else if (bytes > 0 && now - use.sentAtMs >= this.#limits.unreadMs) {
        this.#drop(use);
        unread -= bytes;
      } else if (bytes > 0) standing.push({ use, bytes });
    }
    standing.sort((one, other) => other.bytes - one.bytes);
    for (const { use, bytes } of standing) {
      if (unread <= this.#limits.unreadBytes) return;
      this.#drop(use);
      unread -= bytes;
    }
  };
}

const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket) =>
  [remoteAddress, remotePort, localAddress, localPort].join(' ');

/** An answer counts toward its connection once the previous one has left it. */
const unreadBytes = ({ socket, answer }: Use): number =>
  (answer?.socket ? 0 : (answer?.writableLength ?? 0)) + socket.writableLength;

/** Changes when something was read. Of one large write, only the connection's handle knows how much. */
export function progress(socket: Socket): string {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize ?? 0}`;
}

function least(uses: readonly Use[], rank: (use: Use) => number): Use | undefined {
  return uses.reduce<Use | undefined>((one, other) => (!one || rank(other) < rank(one) ? other : one), undefined);
}

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { neighbourhood } from '../../auth/throttle.ts';

/**
 * [Note: What a stranger's connection may cost] Every program of this computer can connect, before it has shown any token. So what one connection may
 * hold is bounded: requests in advance, unread answers, time. So is how many there are, far below the number of files that a program may have open
 * (1024 where that is low, and each may have a picture open besides). Whoever comes gets in all the same, at the cost of one that is there:
 * 1. where many have sent no whole request, the oldest of these;
 * 2. of those that are kept for a next request, the longest unused;
 * 3. of those that have taken nothing of their answer for some seconds, the one that has not for the longest;
 * 4. where all are at work, newcomers take turns at some places of their own: each has its answer at once, and stays until so many have come after it.
 * The owner's own browser is never sent away for others. It is known by its first request, for which it gets in as everybody does.
 */
export interface ConnectionLimits {
  connections: number;
  /** Of one computer: more than its programs and browsers need, and others get in whatever it does. */
  connectionsOfHost: number;
  /** At how many of either number newcomers take turns. */
  newcomers: number;
  /** How many of the owner's browser nobody pushes out. A browser opens six. Fewer than the places of newcomers. */
  kept: number;
  /** Requests of one connection that wait for their answers. Browsers send the next when they have the last one's. */
  waitingRequests: number;
  /** What waits in memory to be read, of all connections together. */
  unreadBytes: number;
  /** Of an answer nothing was taken for so long: its place is another's when it gets crowded. */
  sluggishMs: number;
  /** Nor will it ever be taken after so long. */
  unreadMs: number;
}

/** How often it is looked who reads his answers. */
const LOOK_MS = 1_000;

/** What is known of a connection. */
interface Use {
  readonly socket: Socket;
  readonly host: string;
  /** Its last request. */
  request: IncomingMessage | null;
  /** Number of that request, of all. */
  last: number;
  /** The answer that has not gone out whole. */
  answer: ServerResponse | null;
  /** Requests that wait until it has. */
  readonly queue: (() => void)[];
  /** How far that answer had got at the last look, and since when; empty: nothing waits to be read. */
  sent: string;
  sentAtMs: number;
}

const tables = new WeakMap<Socket, Connections>();

/** A connection is the owner's own browser: it stays when it gets crowded. */
export const reserveSlot = (socket: Socket): void => tables.get(socket)?.keep(socket);

/** The connections of one server, and the limits that Node does not know. */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #hostOf: (address: string) => string;
  /** In the order in which they came. */
  readonly #uses = new Map<Socket, Use>();
  /** Those of the owner's browser, the longest unused first. */
  readonly #kept = new Set<Socket>();
  #requests = 0;
  #watch: NodeJS.Timeout | undefined;

  /** `hostOf` tells which addresses are one computer's. */
  constructor(limits: ConnectionLimits, hostOf: (address: string) => string = neighbourhood) {
    this.#limits = limits;
    this.#hostOf = hostOf;
  }

  countAll(server: Server): void {
    server.on('connection', this.#add);
    // Who is one too many is seen to here.
    server.maxConnections = this.#limits.connections + 1;
  }

  keep(socket: Socket): void {
    this.#kept.delete(socket);
    const [longestUnused] = this.#kept;
    if (longestUnused && this.#kept.size >= this.#limits.kept) this.#kept.delete(longestUnused);
    if (this.#uses.has(socket)) this.#kept.add(socket);
  }

  /** Whether a request that cannot be read may be told so: no answer to another one is being given, and none to this one has begun. */
  isOpenToRefusal(socket: Socket): boolean {
    const answer = this.#uses.get(socket)?.answer;
    return !answer || (!answer.headersSent && !answer.req.complete);
  }

  /** Answers the requests of each connection one after the other, and cuts off one on which more wait than anybody needs. */
  bounded(handler: RequestListener): RequestListener {
    return (req, res) => {
      const { socket } = req;
      const use = this.#uses.get(socket);
      // What else came in one packet with the request too many.
      if (socket.destroyed || !use) return;
      if (use.queue.length + 1 >= this.#limits.waitingRequests) {
        this.#drop(use);
        return;
      }
      use.request = req;
      use.last = this.#requests += 1;
      const answer = () => {
        handler(req, res);
        // Most pictures and lists have gone out to the last byte by now.
        if (res.writableFinished) {
          use.queue.shift()?.();
          return;
        }
        use.answer = res;
        res.once('close', () => {
          use.answer = null;
          if (!socket.destroyed) use.queue.shift()?.();
        });
      };
      // Who sends many at once and reads nothing has one answer made, not all of them.
      if (use.answer) use.queue.push(answer);
      else answer();
    };
  }

  readonly #add = (socket: Socket): void => {
    const { connections, connectionsOfHost } = this.#limits;
    // A connection that has ended already has no address any more.
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
    this.#uses.set(socket, { socket, host, ...nothingYet });
    tables.set(socket, this);
    this.#watch ??= setInterval(this.#look, LOOK_MS).unref();
    socket.once('close', () => {
      this.#forget(socket);
      if (this.#uses.size > 0) return;
      clearInterval(this.#watch);
      this.#watch = undefined;
    });
  };

  #forget(socket: Socket): void {
    this.#uses.delete(socket);
    this.#kept.delete(socket);
  }

  #drop({ socket }: Use): void {
    this.#forget(socket);
    socket.destroy();
  }

  /** Of as many as there may be, in the order in which they came, the one that goes for another. */
  #leastWorth(full: readonly Use[]): Use | undefined {
    const strangers = full.filter(({ socket }) => !this.#kept.has(socket));
    const before = performance.now() - this.#limits.sluggishMs;
    const isSluggish = (use: Use) => use.sent !== '' && use.sentAtMs < before && use.sent === progress(use.socket);
    const unproven = strangers.filter(({ request }) => !request?.complete);
    return (
      // Who has just come is given the time to say something.
      (unproven.length > this.#limits.newcomers ? unproven[0] : undefined) ??
      this.#longestUnused(strangers) ??
      least(strangers.filter(isSluggish), ({ sentAtMs }) => sentAtMs) ??
      full.slice(-this.#limits.newcomers).find((use) => strangers.includes(use))
    );
  }

  /** Of those that are kept for a next request. */
  #longestUnused(uses: readonly Use[]): Use | undefined {
    const isIdle = ({ last, answer, socket }: Use) => last > 0 && !answer && !this.#kept.has(socket);
    return least(uses.filter(isIdle), ({ last }) => last);
  }

  /** Who has taken nothing for too long is cut off; and where all that waits takes too much room, those who hold most of it and take nothing. */
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

/** An answer counts with its connection, as soon as the one before it has left that. */
const unreadBytes = ({ socket, answer }: Use): number =>
  (answer?.socket ? 0 : (answer?.writableLength ?? 0)) + socket.writableLength;

/** Changes when something was taken. Of one large write, only the handle of the connection knows how much. */
function progress(socket: Socket): string {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize ?? 0}`;
}

function least(uses: readonly Use[], rank: (use: Use) => number): Use | undefined {
  return uses.reduce<Use | undefined>((one, other) => (!one || rank(other) < rank(one) ? other : one), undefined);
}

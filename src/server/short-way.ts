import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Scope } from '../contract/scopes.ts';
import { isWorthGzip } from './responses/content-encoding.ts';
import { requestPrincipal } from './middleware/guard.ts';
import { isOurHost } from './middleware/host-check.ts';
import { matches } from './responses/json-answer.ts';
import { PAGE_HEADERS } from './middleware/page-headers.ts';
import type { Services } from '../app/services.ts';

/**
 * [Note: The short way] A grid asks for the same small pictures again and again, hundreds at a time, and for the same page of a list. The way through Express with its
 * middleware, the headers set one by one and the record read from the library takes several times as long as sending the bytes.
 * So a route may leave an answer here that it has just given whole, and say how to tell that it would give it again. What is asked here is the
 * same as on the long way: host, token or session, scope, present state. Whoever asks for anything unusual, or would get an error,
 * goes the long way.
 */
export interface ShortAnswer {
  /** Who asks must have it. */
  scope: Scope;
  etag: string;
  /** null: only who has it already is answered. */
  body: Buffer | null;
  /** Who takes it compressed goes the long way. */
  isText?: boolean;
  /** Whether the route would still answer so. Asked every time; cheap, and throws nothing. */
  isCurrent: () => boolean;
}

/**
 * How long a look at the files counts. A tenth of a millisecond is less than anybody needs who has changed something to have a request
 * arrive here, so nobody gets what was before his own change; in the rush of a grid it saves most of the looks.
 */
const LOOK_HOLDS_MS = 0.1;

let began = -Infinity;
/** When the present tenth of a millisecond began. One for all looks: what one look rests on is not older than the look itself. */
function moment(): number {
  const now = performance.now();
  return now - began > LOOK_HOLDS_MS ? (began = now) : began;
}

/** Headers of a request that make an answer another one. */
const UNUSUAL = ['origin', 'range', 'if-range', 'if-match', 'if-unmodified-since'] as const;
/** What a 304 does not repeat, for the client has it with the content (RFC 9110 15.4.5). */
const OF_CONTENT = new Set<string>(['content-type', 'content-length', 'accept-ranges', ...PAGE_HEADERS]);
/** The bodies are mostly shared with who remembers them for the long way. */
const REMEMBERED_BYTES = 16 * 2 ** 20;
/** Headers and all that belongs to an answer besides its body. */
const BYTES_BESIDE = 3000;

interface Remembered extends ShortAnswer {
  /** Names and values in turn. */
  head: string[];
  headUnchanged: string[];
  /** The `moment` in which it was last found to be current. */
  seenIn: number;
}

export class ShortWay {
  readonly #auth: Pick<Services['auth'], 'authenticate'>;
  readonly #allowedHosts: Services['allowedHosts'];
  readonly #answers = new LRUCache<string, Remembered>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ body }) => (body?.length ?? 0) + BYTES_BESIDE,
  });

  constructor({
    auth,
    allowedHosts,
  }: Pick<Services, 'allowedHosts'> & { auth: Pick<Services['auth'], 'authenticate'> }) {
    this.#auth = auth;
    this.#allowedHosts = allowedHosts;
  }

  /** `res` has just been answered with 200 and this body, or with 304; `url` is the whole one of the request. */
  remember(url: string, res: ServerResponse, answer: ShortAnswer): void {
    if (answer.body === null && this.#answers.peek(url)?.etag === answer.etag) return;
    const head = Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)]);
    const headUnchanged = head.filter(([name]) => !OF_CONTENT.has(name!));
    this.#answers.set(url, { ...answer, head: head.flat(), headUnchanged: headUnchanged.flat(), seenIn: -Infinity });
  }

  /** True when the request has been answered. */
  answer(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== 'GET') return false;
    const answer = this.#answers.get(req.url!);
    if (!answer) return false;
    const { headers } = req;
    for (const name of UNUSUAL) if (headers[name] !== undefined) return false;
    const ifNoneMatch = headers['if-none-match'];
    // Browsers send both; then the date does not count (RFC 9110 13.1.3).
    if (ifNoneMatch === undefined && headers['if-modified-since'] !== undefined) return false;
    const isKnown = matches(ifNoneMatch, answer.etag);
    const { body } = answer;
    if (!isKnown && body === null) return false;
    if (answer.isText && isWorthGzip(req, body?.length ?? 0)) return false;
    if (!isOurHost(req, this.#allowedHosts)) return false;
    try {
      if (!requestPrincipal(this.#auth, req).scopes.has(answer.scope)) return false;
    } catch {
      // The long way says what is wrong.
      return false;
    }
    const now = moment();
    if (answer.seenIn !== now) {
      if (!answer.isCurrent()) {
        this.#answers.delete(req.url!);
        return false;
      }
      answer.seenIn = now;
    }
    if (isKnown) res.writeHead(304, answer.headUnchanged).end();
    else res.writeHead(200, answer.head).end(body);
    return true;
  }
}

/** Looks once in a `moment`. */
export function oncePerMoment<T>(look: () => T): () => T {
  let seen: { value: T; in: number } | null = null;
  return () => {
    const now = moment();
    if (seen?.in !== now) seen = { value: look(), in: now };
    return seen.value;
  };
}

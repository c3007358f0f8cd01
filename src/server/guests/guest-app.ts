import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { hash } from 'node:crypto';
import type { GuestDoor, GuestSession, OpenLink } from '../../proofing/guest-door.ts';
import type { GuestSessions } from '../../proofing/guest-sessions.ts';
import type { Log } from '../../platform/log.ts';
import type { Proxies } from '../network/forwarding.ts';
import { knowSender, senderOfRequest } from '../network/request-sender.ts';
import { EntryTries } from './entry-tries.ts';
import { guestCookie, isSecure } from './guest-cookie.ts';
import { enter, deny, sendClosed } from './guest-entry.ts';
import { guestHeaders } from './guest-headers.ts';
import { type GuestPage, previewTags, sendAsset, sendGuestPage } from './guest-page.ts';
import { guestRoutes, PARTS, sendState } from './guest-routes.ts';
import { LinkBudget } from './link-budget.ts';
import { type Outcome, sayOutcome } from './outcome.ts';
import { sendRendition } from './send-rendition.ts';

export interface GuestAppOptions {
  /** Another one with another library. */
  door: () => GuestDoor;
  sessions: GuestSessions;
  page: GuestPage;
  proxies: () => Proxies;
  /** The best one that guests have; null: none is known. */
  address: () => string | null;
  log: Log;
  tries?: EntryTries;
  budget?: LinkBudget;
}

/** A comment of emojis, each of which JSON may write in twelve signs. */
const jsonBody = express.json({ limit: '32kb', inflate: false });
const readBody = (req: Request, res: Response) =>
  new Promise<void>((resolve, reject) => jsonBody(req, res, (error?: Error) => (error ? reject(error) : resolve())));

/**
 * All that guests can ask for: `/p/…` in this spelling alone. An address is compared as it was sent, so another case, further slashes, dots, signs
 * that are written as %2f and whole addresses are none.
 */
const LINK = /^\/p\/([0-9A-Za-z]{22})(?:\/([^?]*))?(?:\?|$)/;
const ASSET = /^\/p\/a\/([\w./-]{1,200})(?:\?|$)/;

const patterns = guestRoutes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, (_, part: string) => `(${PARTS[part]})`)}$`),
}));

/** The listener for guests. It knows nothing of the API. */
export function guestApp(options: GuestAppOptions): Express {
  const { proxies, log } = options;
  const tries = options.tries ?? new EntryTries();
  const budget = options.budget ?? new LinkBudget();
  const own = () => ({ ...options, door: options.door(), tries, budget });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.use(guestHeaders);
  app.use(knowSender(proxies));
  app.use(async (req, res) => sayOutcome(res, await answer(req, res, own())));
  const failed: ErrorRequestHandler = (error: { status?: number }, req, res, _next) => {
    const { status = 500 } = error;
    if (status >= 500) log.error({ err: error, method: req.method }, 'A request of a guest failed');
    if (res.headersSent) res.destroy();
    // Not "there is none": the page of a guest would forget what it has.
    else if (status >= 500) res.set('Retry-After', '5').status(503).end();
    else res.status(status).end();
  };
  app.use(failed);
  return app;
}

type Own = Omit<Required<GuestAppOptions>, 'door'> & { door: GuestDoor };

/** A page of somebody else asks in the name of a guest. */
const isForeign = ({ method, headers }: Request) =>
  !['GET', 'HEAD'].includes(method) && (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin';

async function answer(req: Request, res: Response, own: Own): Promise<Outcome> {
  const { originalUrl: url } = req;
  const method = req.method === 'HEAD' ? 'GET' : req.method;
  const asset = ASSET.exec(url)?.[1];
  if (asset !== undefined) return method === 'GET' ? sendAsset(req, res, own.page, asset) : 'nothing';
  const [, secret, rest] = LINK.exec(url) ?? [];
  if (secret === undefined || isForeign(req)) return 'nothing';
  const link = own.door.link(secret);
  if (rest === undefined) return method === 'GET' ? sendPage(req, res, own, secret, link) : 'nothing';
  return link ? answerBelow(req, res, own, { secret, link, method, rest }) : 'nothing';
}

function sendPage(req: Request, res: Response, { page, address }: Own, secret: string, link: OpenLink | null): Outcome {
  const base = address();
  const tags = link?.preview ? previewTags(link.preview, base === null ? null : `${base}/p/${secret}`) : '';
  return sendGuestPage(req, res.status(link ? 200 : 404), page, tags);
}

async function answerBelow(
  req: Request,
  res: Response,
  { door, sessions, tries, budget }: Own,
  { secret, link, method, rest }: { secret: string; link: OpenLink; method: string; rest: string },
): Promise<Outcome> {
  const session = sessionOf(req, door, sessions, link);
  const { address } = senderOfRequest(req);
  const isTaken = session ? budget.takesRequest(link.link) : budget.takesRequestFrom(address, link.link);
  if (!isTaken) return 'too-much';
  const asked = `${method} ${rest}`;
  const isOfEntry = asked === 'GET state' || asked === 'POST enter';
  if (link.hasPassword && !isSecure(req)) return isOfEntry ? deny(res, 'not-secure') : 'nothing';
  if (method === 'POST' || method === 'PUT') await readBody(req, res);
  if (isOfEntry && session) return sendState(req, res, door, session);
  if (asked === 'GET state') return sendClosed(res, link);
  if (asked === 'POST enter') return enter({ req, res, door, linkNow: () => door.link(secret), sessions, tries });
  if (asked === 'GET preview.jpg') return sendPreview(req, res, door, link, budget);
  if (!session) return 'nothing';
  for (const { route, pattern } of patterns) {
    const found = route.method === method ? pattern.exec(rest) : null;
    if (found) return route.handle({ req, res, door, session, budget, parts: found.slice(1) });
  }
  return 'nothing';
}

function sessionOf(req: Request, door: GuestDoor, sessions: GuestSessions, link: OpenLink): GuestSession | null {
  const cookie = guestCookie(req);
  const guest = cookie === null ? null : sessions.find(cookie, link);
  return guest !== null && door.isGuest(link, guest) ? { link, guest } : null;
}

async function sendPreview(
  req: Request,
  res: Response,
  door: GuestDoor,
  link: OpenLink,
  budget: LinkBudget,
): Promise<Outcome> {
  const file = await door.previewFile(link);
  if (file === null) return 'nothing';
  const takesBytes = (bytes: number) => budget.takesBytes(link.link, bytes);
  const sent = await sendRendition(req, res, { file, name: '', etag: hash('sha1', file, 'base64url') }, { takesBytes });
  return sent === 'gone' ? 'nothing' : sent;
}

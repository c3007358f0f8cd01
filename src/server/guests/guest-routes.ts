import type { Request, Response } from 'express';
import { hash } from 'node:crypto';
import { z } from 'zod';
import {
  GUEST_SIZES,
  GuestComment,
  GuestMark,
  LONGEST_COMMENT,
  type GuestCode,
  type GuestRefusal,
  type GuestSize,
} from '../../contract/guest-proof.ts';
import { safe } from '../../contract/archive-names.ts';
import type { GuestDoor, GuestFile, GuestSession, Refused } from '../../proofing/guest-door.ts';
import { sendArchive } from '../responses/archive.ts';
import { contentDisposition } from '../responses/content-disposition.ts';
import { jsonAnswer, JsonAnswer, matches, sendJson } from '../responses/json-answer.ts';
import { guestArchive } from './guest-archive.ts';
import type { LinkBudget } from './link-budget.ts';
import { type Outcome, tell, tellNothing } from './outcome.ts';
import { sendRendition } from './send-rendition.ts';

/** A request of somebody who has entered. */
export interface GuestRequest {
  req: Request;
  res: Response;
  door: GuestDoor;
  session: GuestSession;
  budget: LinkBudget;
  /** Parts of the path, in its order; all are of a few signs. */
  parts: readonly string[];
}

export interface GuestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the link; `:key` and others stand for a part. */
  path: string;
  handle(asked: GuestRequest): Outcome | Promise<Outcome>;
}

const SIZES = Object.keys(GUEST_SIZES).join('|');
/** What a part of a path may be. Nothing else of a request names a file. */
export const PARTS: Readonly<Record<string, string>> = {
  key: '[A-Za-z0-9]{1,40}',
  size: SIZES,
  quality: 'web|full',
  id: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
};

/** For those who have entered. The others are in guest-entry.ts. */
export const guestRoutes: readonly GuestRoute[] = [
  {
    method: 'POST',
    path: 'code',
    handle: ({ res, door, session }) => tell(res, 200, { code: door.deviceCode(session) } satisfies GuestCode),
  },
  {
    method: 'POST',
    path: 'visit',
    handle: ({ res, door, session }) => {
      door.visited(session);
      return tellNothing(res);
    },
  },
  {
    method: 'GET',
    path: 'picture/:key/:size',
    handle: (asked) => {
      const [picture = '', size = ''] = asked.parts;
      return send(asked, () => asked.door.picture(asked.session, picture, size as GuestSize), false);
    },
  },
  {
    method: 'GET',
    path: 'download/:key/:quality',
    handle: (asked) => {
      const [picture = '', quality = ''] = asked.parts;
      return send(asked, () => asked.door.download(asked.session, picture, quality as 'web' | 'full'), true);
    },
  },
  {
    method: 'GET',
    path: 'archive/:quality',
    async handle({ req, res, door, session, budget, parts: [quality] }) {
      const archive = await guestArchive(door, session, quality as 'web' | 'full');
      if (!archive) return 'nothing';
      const { title, entries } = archive;
      const bytes = entries.reduce((sum, entry) => sum + ('size' in entry ? entry.size : 0), 0);
      if (req.method !== 'HEAD' && !budget.takesBytes(session.link.link, bytes)) return 'too-much';
      res.set('Content-Disposition', contentDisposition('attachment', `${safe(title) || 'pictures'}.zip`));
      await sendArchive(res, entries, { headOnly: req.method === 'HEAD' });
      return 'answered';
    },
  },
  {
    method: 'PUT',
    path: 'mark/:key',
    handle({ req, res, door, session, parts: [picture = ''] }) {
      const mark = GuestMark.safeParse(req.body);
      if (!mark.success) return 'bad';
      return answer(res, door.mark(session, picture, mark.data), (stored) => tell(res, 200, stored));
    },
  },
  {
    method: 'POST',
    path: 'comment',
    handle({ req, res, door, session }) {
      const comment = GuestComment.safeParse(req.body);
      if (!comment.success) return 'bad';
      return answer(res, door.comment(session, comment.data), (told) => tell(res, 200, told));
    },
  },
  {
    method: 'DELETE',
    path: 'comment/:id',
    handle: ({ res, door, session, parts: [id = ''] }) =>
      answer(res, door.removeComment(session, id), () => tellNothing(res)),
  },
  {
    method: 'PUT',
    path: 'final-text',
    handle({ req, res, door, session }) {
      const text = FinalText.safeParse(req.body);
      if (!text.success) return 'bad';
      return answer(res, door.setFinalText(session, text.data.text), () => tellNothing(res));
    },
  },
  {
    method: 'POST',
    path: 'done',
    handle({ req, res, door, session }) {
      door.done(session);
      return sendState(req, res, door, session);
    },
  },
];

const FinalText = z.strictObject({ text: z.string().max(LONGEST_COMMENT) });

/** The state of somebody who has entered. It is made only when it is not the one that the page has. */
export function sendState(req: Request, res: Response, door: GuestDoor, session: GuestSession): Outcome {
  const etag = `"${hash('sha1', `${session.guest} ${door.stateTag(session)}`, 'base64url')}"`;
  if (req.method === 'GET' && matches(req.headers['if-none-match'], etag)) {
    res.set({ ETag: etag, 'Cache-Control': 'private, no-cache' }).status(304).end();
    return 'answered';
  }
  const { body } = jsonAnswer(JSON.stringify(door.state(session)));
  sendJson(req, res, new JsonAnswer(body, etag));
  return 'answered';
}

function answer<Done>(res: Response, done: Done | Refused | null, say: (done: Done) => Outcome): Outcome {
  if (done === null) return 'nothing';
  return isRefused(done) ? tell(res, 409, done.refused satisfies GuestRefusal) : say(done);
}

const isRefused = (done: unknown): done is Refused => typeof done === 'object' && done !== null && 'refused' in done;

/** A rendition can be replaced between the question and its opening; then it is asked once more. */
async function send(
  { req, res, session, budget }: GuestRequest,
  find: () => Promise<GuestFile | null>,
  isDownload: boolean,
): Promise<Outcome> {
  const takesBytes = (bytes: number) => budget.takesBytes(session.link.link, bytes);
  for (let attempt = 0; attempt < 2; attempt++) {
    const found = await find();
    if (!found) return 'nothing';
    const sent = await sendRendition(req, res, found, { isDownload, takesBytes });
    if (sent !== 'gone') return sent;
  }
  return 'nothing';
}

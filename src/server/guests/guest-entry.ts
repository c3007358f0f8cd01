import type { Request, Response } from 'express';
import { GuestEntry, type GuestDenial, type GuestState } from '../../contract/guest-proof.ts';
import type { GuestDoor, OpenLink } from '../../proofing/guest-door.ts';
import type { GuestSessions } from '../../proofing/guest-sessions.ts';
import { senderOfRequest } from '../network/request-sender.ts';
import type { EntryTries } from './entry-tries.ts';
import { guestCookie, setGuestCookie } from './guest-cookie.ts';
import { sendState } from './guest-routes.ts';
import { type Outcome, tell } from './outcome.ts';

/** What somebody outside is told: what is asked for, and nothing else. */
export function sendClosed(res: Response, { hasPassword, needsName }: OpenLink): Outcome {
  const needs = [...(hasPassword ? (['password'] as const) : []), ...(needsName ? (['name'] as const) : [])];
  return tell(res, 200, { is: 'closed', needs } satisfies GuestState);
}

export function deny(res: Response, why: GuestDenial['why'], waitMs?: number): Outcome {
  if (waitMs !== undefined) res.set('Retry-After', String(Math.max(1, Math.ceil(waitMs / 1000))));
  return tell(res, why === 'wait' ? 429 : 403, { why } satisfies GuestDenial);
}

export interface Entering {
  req: Request;
  res: Response;
  door: GuestDoor;
  /** As it is now: it may end while a password is looked at. null: it leads nowhere any more. */
  linkNow: () => OpenLink | null;
  sessions: GuestSessions;
  tries: EntryTries;
}

/** Lets somebody in who may. */
export async function enter({ req, res, door, linkNow, sessions, tries }: Entering): Promise<Outcome> {
  const entry = GuestEntry.safeParse(req.body);
  if (!entry.success) return 'bad';
  const { password, code, name = '' } = entry.data;
  const link = linkNow();
  if (!link) return 'nothing';
  let guest = null as number | null;
  if (code !== undefined || link.hasPassword) {
    const isRight = () => {
      if (code === undefined) return password === undefined ? Promise.resolve(false) : door.isPassword(link, password);
      guest = door.guestOfCode(link, code);
      return Promise.resolve(guest !== null);
    };
    const tried = await tries.try(senderOfRequest(req).address, isRight, () => !res.destroyed);
    if (tried.is === 'slow-down') return deny(res, 'wait', tried.waitMs);
    if (tried.is === 'wrong') return deny(res, code === undefined ? 'password' : 'code');
  }
  const present = linkNow();
  if (present?.link !== link.link || present.era !== link.era) return 'nothing';
  const entered = guest === null ? door.enter(present, present.needsName ? name : null) : { guest };
  if ('refused' in entered) return deny(res, entered.refused === 'name' ? 'name' : 'crowded');
  setGuestCookie(req, res, sessions.enter(guestCookie(req), present, entered.guest));
  return sendState(req, res, door, { link: present, guest: entered.guest });
}

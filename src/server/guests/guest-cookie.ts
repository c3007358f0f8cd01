import type { Request, Response } from 'express';
import { cameByHttps, isFromThisComputer } from '../network/request-sender.ts';

/** As long as browsers keep any. What ends a session is on this side. */
const SECONDS = 400 * 24 * 3600;
const NAME = 'safelight_guest';
const VALUE = /^[\w-]{43}$/;

/** Over HTTPS no other name of the domain, and nothing that is not encrypted, can set it. */
const nameFor = (req: Request) => (cameByHttps(req) ? `__Host-${NAME}` : NAME);

/** Of this browser; null: none of ours. */
export function guestCookie(req: Request): string | null {
  const name = `${nameFor(req)}=`;
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(name))?.slice(name.length);
  return value !== undefined && VALUE.test(value) ? value : null;
}

export function setGuestCookie(req: Request, res: Response, value: string): void {
  const secure = cameByHttps(req) ? '; Secure' : '';
  res.set('Set-Cookie', `${nameFor(req)}=${value}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Strict${secure}`);
}

const PASSED_ON = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Whether a password may come this way: encrypted, or without leaving this computer. A proxy that nobody trusts may have had it in the clear. */
export const isSecure = (req: Request): boolean =>
  cameByHttps(req) || (isFromThisComputer(req) && PASSED_ON.every((name) => req.headers[name] === undefined));

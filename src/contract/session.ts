import { z } from 'zod';
import { Scope } from './scopes.ts';

/** What a browser signs in with: the one-time code of a sign-in link, or a client's id and secret. */
export const SignIn = z
  .union(
    [z.strictObject({ code: z.string() }), z.strictObject({ client_id: z.string(), client_secret: z.string() })],
    'either a code, or a client_id and a client_secret',
  )
  .meta({ id: 'SignIn' });

/** Whether the browser that asks is signed in, and with what. */
export const SessionState = z
  .object({ signed_in: z.boolean(), client_id: z.string().nullable(), scopes: z.array(Scope) })
  .meta({ id: 'Session' });
export type SessionState = z.infer<typeof SessionState>;

/** A browser that is signed in, as the list of sessions shows it. */
export const SessionInfo = z
  .object({
    id: z.string(),
    client_id: z.string(),
    client_name: z.string(),
    created: z.int().describe('Unix milliseconds; 0: not known'),
    last_used: z.int().describe('Unix milliseconds; 0: not known'),
    expires: z.int().describe('Unix milliseconds'),
    agent: z.string().describe('What the browser called itself when it signed in'),
    address: z.string().describe('Where it signed in from'),
    is_current: z.boolean().describe('The session that this request was made with'),
  })
  .meta({ id: 'SessionInfo' });
export type SessionInfo = z.infer<typeof SessionInfo>;
export const SessionList = z.object({ items: z.array(SessionInfo) }).meta({ id: 'SessionList' });

/** A phone or tablet that is to sign in by the code on the screen. */
export const NewPairing = z
  .strictObject({
    name: z.string().trim().min(1, 'a name').max(100, 'at most 100 letters'),
    scope: z.string().optional().describe('What the device may do, divided by spaces; left out: all but admin'),
    address: z.string().optional().describe('Which of the addresses of this computer the device is to use'),
  })
  .meta({ id: 'NewPairing' });

export const Pairing = z
  .object({
    url: z.string().describe('Signs the device in: once, within five minutes'),
    svg: z.string().describe('The same as a QR code, a picture in SVG'),
    expires: z.int().describe('Unix milliseconds'),
    addresses: z.array(z.string()).describe('All addresses that other devices may reach this Safelight under'),
  })
  .meta({ id: 'Pairing' });

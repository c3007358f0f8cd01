import { z } from 'zod';
import { ScopeSchema } from './scope-schema.ts';

/** A browser signs in with the one-time code of a sign-in link, or with a client's id and secret. */
export const SignIn = z
  .union(
    [z.strictObject({ code: z.string() }), z.strictObject({ client_id: z.string(), client_secret: z.string() })],
    'must have either a code, or a client_id and a client_secret',
  )
  .meta({ id: 'SignIn' });

/** Whether the browser is signed in, as which client and with which scopes. */
export const SessionState = z
  .object({ signed_in: z.boolean(), client_id: z.string().nullable(), scopes: z.array(ScopeSchema) })
  .meta({ id: 'Session' });
export type SessionState = z.infer<typeof SessionState>;

/** A signed-in browser in the list of sessions. */
export const SessionInfo = z
  .object({
    id: z.string(),
    client_id: z.string(),
    client_name: z.string(),
    created: z.int().describe('Unix milliseconds; 0 if not known'),
    last_used: z.int().describe('Unix milliseconds; 0 if not known'),
    expires: z.int().describe('Unix milliseconds'),
    agent: z.string().describe('The User-Agent of the browser at sign-in'),
    address: z.string().describe('The address of the browser at sign-in'),
    is_current: z.boolean().describe('Whether this request uses this session'),
  })
  .meta({ id: 'SessionInfo' });
export type SessionInfo = z.infer<typeof SessionInfo>;
export const SessionList = z.object({ items: z.array(SessionInfo) }).meta({ id: 'SessionList' });

/** A phone or tablet that will sign in with a QR code. */
export const NewPairing = z
  .strictObject({
    name: z.string().trim().min(1, 'a name').max(100, 'at most 100 letters'),
    scope: z
      .string()
      .optional()
      .describe('The scopes of the device, separated by spaces; if omitted, all except admin'),
    address: z.string().optional().describe("Which of this computer's addresses the link uses"),
  })
  .meta({ id: 'NewPairing' });

export const Pairing = z
  .object({
    url: z.string().describe('Signs the device in. Works once, within five minutes'),
    code: z.string().describe('The code in the link, to be typed on the sign-in page of the device'),
    svg: z.string().describe('The link as a QR code in SVG'),
    expires: z.int().describe('Unix milliseconds'),
    addresses: z.array(z.string()).describe('All addresses at which other devices can reach Safelight'),
  })
  .meta({ id: 'Pairing' });

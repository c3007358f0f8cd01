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

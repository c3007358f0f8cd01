import { z } from 'zod';
import { Scope } from './scopes.ts';

/** Letters, digits and a few signs, so that an id survives Basic headers, shells and URLs. */
export const ClientId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, '1 to 64 letters, digits, dots, dashes or underscores');

/** A client registration as people see it: everything but the secret. */
export const ClientInfo = z
  .object({
    id: ClientId,
    name: z.string(),
    scopes: z.array(Scope),
    enabled: z.boolean(),
    created: z.int().describe('Unix milliseconds'),
    last_used: z.int().nullable().describe('Unix milliseconds'),
    old_secret_until: z.int().nullable().describe('The secret before this one works until then, in Unix milliseconds'),
  })
  .meta({ id: 'Client' });
export type ClientInfo = z.infer<typeof ClientInfo>;

export const ClientList = z.object({ items: z.array(ClientInfo) }).meta({ id: 'ClientList' });

export const NewClient = z
  .strictObject({
    id: ClientId,
    name: z.string().max(200).optional(),
    scope: z.string().optional().describe('Divided by spaces'),
  })
  .meta({ id: 'NewClient' });
export type NewClient = z.infer<typeof NewClient>;

/** What of a registration may change. A client needs at least one scope. */
export const ClientChange = z
  .strictObject({
    name: z.string().max(200).optional(),
    scope: z.string().optional().describe('Divided by spaces'),
    enabled: z.boolean().optional(),
  })
  .meta({ id: 'ClientChange' });

/** The longest time that an old secret may live on beside the new one. */
export const LONGEST_OVERLAP_HOURS = 30 * 24;

export const NewSecret = z
  .strictObject({
    overlap_hours: z
      .number('a number of hours')
      .min(0, 'at least 0')
      .max(LONGEST_OVERLAP_HOURS, `at most ${LONGEST_OVERLAP_HOURS}`)
      .optional()
      .describe('So long the old secret and its tokens work as well; left out: they end at once'),
  })
  .meta({ id: 'NewSecret' });

/** The one time that a secret is shown. */
export const ClientSecret = z
  .object({ client_id: z.string(), client_secret: z.string(), scope: z.string() })
  .meta({ id: 'ClientSecret' });
export type ClientSecret = z.infer<typeof ClientSecret>;

import { z } from 'zod';
import { LONGEST_CLIENT_ID } from './longest-client-id.ts';
import { ScopeSchema } from './scope-schema.ts';

/**
 * Every character that RFC 6749 (appendix A.1) allows: e-mail addresses and URLs are common ids. Spaces at the ends get trimmed
 * somewhere on the way, and a path segment `.` or `..` cannot be sent, not even percent-encoded.
 */
export const ClientId = z
  .string()
  .regex(
    /^(?!\.{1,2}$)(?! )[\x20-\x7e]{1,255}(?<! )$/,
    `1 to ${LONGEST_CLIENT_ID} ASCII characters without a space at either end, and not . or ..`,
  );

/** A client registration without its secret. */
export const ClientInfo = z
  .object({
    id: ClientId,
    name: z.string(),
    scopes: z.array(ScopeSchema),
    enabled: z.boolean(),
    created: z.int().describe('Unix milliseconds'),
    last_used: z.int().nullable().describe('Unix milliseconds'),
    old_secret_until: z.int().nullable().describe('Until when the previous secret still works, in Unix milliseconds'),
  })
  .meta({ id: 'Client' });
export type ClientInfo = z.infer<typeof ClientInfo>;

export const ClientList = z.object({ items: z.array(ClientInfo) }).meta({ id: 'ClientList' });

export const NewClient = z
  .strictObject({
    id: ClientId,
    name: z.string().max(200).optional(),
    scope: z.string().optional().describe('Scopes separated by spaces'),
  })
  .meta({ id: 'NewClient' });
export type NewClient = z.infer<typeof NewClient>;

/** The changes to a registration. A client needs at least one scope. */
export const ClientChange = z
  .strictObject({
    name: z.string().max(200).optional(),
    scope: z.string().optional().describe('Scopes separated by spaces'),
    enabled: z.boolean().optional(),
  })
  .meta({ id: 'ClientChange' });

/** The longest time that an old secret can stay valid. */
export const LONGEST_OVERLAP_HOURS = 30 * 24;

export const NewSecret = z
  .strictObject({
    overlap_hours: z
      .number('a number of hours')
      .min(0, 'at least 0')
      .max(LONGEST_OVERLAP_HOURS, `at most ${LONGEST_OVERLAP_HOURS}`)
      .optional()
      .describe('How long the old secret and its tokens stay valid; if omitted, they stop working immediately'),
  })
  .meta({ id: 'NewSecret' });

/** The only answer that contains the secret. */
export const ClientSecret = z
  .object({ client_id: z.string(), client_secret: z.string(), scope: z.string() })
  .meta({ id: 'ClientSecret' });
export type ClientSecret = z.infer<typeof ClientSecret>;

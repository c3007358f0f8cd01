import { z } from 'zod';

/** What the test of the public address can find. */
export const ADDRESS_FINDINGS = [
  'name_unknown',
  'dead_address',
  'unreachable',
  'timed_out',
  'certificate',
  'foreign_answer',
  'redirected',
  'bad_gateway',
  'refused_here',
  'post_refused',
  'origin_lost',
  'cookie_lost',
  'authorization_lost',
  'port_lost',
  'scheme_unknown',
  'sender_unknown',
  'path_lost',
  'events_buffered',
] as const;
export type AddressFinding = (typeof ADDRESS_FINDINGS)[number];

/** What a change and an event through the public address have shown. */
export const AddressTest = z
  .object({
    address: z.string().describe('The public address that was tested'),
    works: z.boolean().describe('Pages, changes and events get through'),
    findings: z
      .array(
        z.object({
          code: z.enum(ADDRESS_FINDINGS),
          is_problem: z.boolean().describe('false: it works, but could be better'),
          message: z.string().describe('What was found, and what to do about it, in a sentence for people'),
        }),
      )
      .describe('Problems first'),
  })
  .meta({ id: 'AddressTest' });
export type AddressTest = z.infer<typeof AddressTest>;

/** What this Safelight says to itself through the public address. */
export const AddressEcho = z
  .object({ proof: z.string().describe('What only this Safelight knows') })
  .meta({ id: 'AddressEcho' });

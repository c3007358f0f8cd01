import { z } from 'zod';

/** What the program itself answers at: a public address below such a path could not be told from it. */
const OUR_PATHS =
  /^\/(api|mcp|oauth|session|sign-in|health|authority|authority\.crt|docs|openapi\.json|\.well-known|trust|images|cull|statistics|publishing|proofs|plans|settings|assets|icons|favicon\.svg|manifest\.webmanifest|service-worker\.js)(\/|$)/;

/** An origin, with a path or without. */
export function isPublicAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  const path = text.slice(url.origin.length);
  const isPlain = path === '' || (/^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/.test(path) && !OUR_PATHS.test(path));
  return isPlain && text === url.origin + path && (path === '' || url.pathname === path);
}

/** The path of a public address, without a slash at the end; mostly none. */
export const publicPath = (address: string | null): string =>
  address === null ? '' : new URL(address).pathname.replace(/\/$/, '');

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

import { z } from 'zod';

/** Every scope and what it grants, in words for people. The first five are the contract's; `admin` is ours. */
export const SCOPES = {
  'images:read': 'List and read images and their develop modules',
  'previews:read': 'See previews and download full-size exports',
  'tags:read': 'List tags',
  'films:read': 'List film rolls',
  'cache:refresh': 'Ask for new previews and exports, edit develop modules',
  admin: 'Settings, clients, queues and the bridge of this Safelight',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

/** What a client gets when its registration names no scope: everything but `admin`. */
export const DEFAULT_SCOPES = ALL_SCOPES.filter((scope) => scope !== 'admin');

export const Scope = z.enum(ALL_SCOPES as [Scope, ...Scope[]]).meta({ id: 'Scope' });

/** The known scopes of a space-separated list, in our order, without repeats; unknown words are left out. */
export function knownScopes(text: string): Scope[] {
  const words = new Set(text.split(/\s+/));
  return ALL_SCOPES.filter((scope) => words.has(scope));
}

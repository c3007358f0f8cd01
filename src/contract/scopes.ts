/** Every scope and what it grants. The first five are the contract's; the others are ours. */
export const SCOPES = {
  'images:read': 'List and read images and their develop modules',
  'previews:read': 'See previews and download full-size exports',
  'tags:read': 'List tags',
  'films:read': 'List film rolls',
  'cache:refresh': 'Request new previews and exports, edit develop modules',
  'images:write': 'Rate, label, tag, describe, group and duplicate images, and remove them from the library',
  'proofing:manage': 'Share pictures with guests, and see what they said of them',
  admin: 'Change settings, clients, queues and the plugin',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

/** Whoever wants one of these says so. */
const NAMED_ALONE: readonly Scope[] = ['images:write', 'proofing:manage', 'admin'];
/** The scopes of a client whose registration names none: the contract's. */
export const DEFAULT_SCOPES = ALL_SCOPES.filter((scope) => !NAMED_ALONE.includes(scope));

/** The known scopes of a space-separated list, in our order and without repeats. Unknown words are dropped. */
export function knownScopes(text: string): Scope[] {
  const words = new Set(text.split(/\s+/));
  return ALL_SCOPES.filter((scope) => words.has(scope));
}

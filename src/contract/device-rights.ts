import { ALL_SCOPES, type Scope } from './scopes.ts';

const LOOK: readonly Scope[] = ['images:read', 'previews:read', 'tags:read', 'films:read'];
/** What a phone or tablet may do. */
export const DEVICE_RIGHTS = {
  look: LOOK,
  cull: [...LOOK, 'images:write'],
  most: ALL_SCOPES.filter((scope) => scope !== 'admin'),
} as const satisfies Record<string, readonly Scope[]>;
export type DeviceRights = keyof typeof DEVICE_RIGHTS;

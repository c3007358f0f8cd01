import { z } from 'zod';
import { ClientId } from '../contract/clients.ts';
import { ScopeSchema } from '../contract/scope-schema.ts';
import { settingsShape as publicShape } from '../contract/settings.ts';

/** A secret of a client, as it is kept: the hash says how it was made, so that newer secrets may be made in another way. */
const StoredSecret = z.object({
  /** Names the secret in the tokens that were bought with it: they end when it does. */
  id: z.string().min(1),
  hash: z.string().min(1),
  created: z.int(),
  /** Unix milliseconds; null: it stays good. */
  expires: z.int().nullable().default(null),
});
export type StoredSecret = z.infer<typeof StoredSecret>;

/** A client registration as it is kept. Times are Unix milliseconds. */
export const StoredClient = z.object({
  id: ClientId,
  name: z.string(),
  scopes: z.array(ScopeSchema),
  enabled: z.boolean(),
  created: z.int(),
  last_used: z.int().nullable(),
  secrets: z.array(StoredSecret),
});
export type StoredClient = z.infer<typeof StoredClient>;

/** All that the settings file holds: what people may change, and the registrations, which have rules of their own. */
export const settingsShape = { ...publicShape, clients: z.array(StoredClient).default([]) };

export const SettingsSchema = z.object(settingsShape);
export type SettingsValues = z.infer<typeof SettingsSchema>;

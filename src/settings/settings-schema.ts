import { z } from 'zod';
import { ClientId } from '../contract/clients.ts';
import { Scope } from '../contract/scopes.ts';

const path = z.string().min(1, 'a path').nullable();

const origin = z.string().refine((text) => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
}, 'an origin such as http://192.168.1.20:3000, without a path');

const hostName = z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'a host name in lower case, without port');

/** A secret of a client, as it is kept: the hash says how it was made, so that newer secrets may be made in another way. */
const StoredSecret = z.object({
  /** Names the secret in the tokens that were bought with it: they end when it does. */
  id: z.string().min(1),
  hash: z.string().min(1),
  created: z.int(),
});
export type StoredSecret = z.infer<typeof StoredSecret>;

/** A client registration as it is kept. Times are Unix milliseconds. */
export const StoredClient = z.object({
  id: ClientId,
  name: z.string(),
  scopes: z.array(Scope),
  enabled: z.boolean(),
  created: z.int(),
  last_used: z.int().nullable(),
  secrets: z.array(StoredSecret),
});
export type StoredClient = z.infer<typeof StoredClient>;

/** Every setting, its default and what is allowed. null: Safelight's own choice. */
export const settingsShape = {
  /** darktable's library.db. */
  library: path.default(null),
  /** darktable's cache folder, where its mipmaps lie. */
  darktableCache: path.default(null),
  /** 0 is any free port. */
  port: z.int().min(0).max(65535).default(4380),
  host: z.string().min(1).default('127.0.0.1'),
  exportDir: path.default(null),
  refreshQueue: path.default(null),
  exportQueue: path.default(null),
  tokenLifetimeSeconds: z
    .int()
    .min(1)
    .max(30 * 24 * 3600)
    .default(3600),
  /** Pages of other origins that may call the API with a token (CORS). */
  allowedOrigins: z.array(origin).default([]),
  /** Host names, besides addresses and localhost, that requests may name. */
  allowedHosts: z.array(hostName).default([]),
  clients: z.array(StoredClient).default([]),
};

export const SettingsSchema = z.object(settingsShape);
export type SettingsValues = z.infer<typeof SettingsSchema>;

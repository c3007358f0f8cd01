import { join } from 'node:path';
import type { Scope } from '../contract/scopes.ts';
import { reasonOf } from '../platform/errors.ts';
import { OWN_CLIENT_IDS } from '../settings/clients.ts';
import { readSecretFile } from '../settings/secret-file.ts';
import { type NewToken, tokensOf } from './tokens.ts';

/** The maximum lifetime of command-line tokens, whatever they claim. */
export const LOCAL_ADMIN_SECONDS = 60;

export const signingKeyFile = (dataDir: string) => join(dataDir, 'signing.key');

/**
 * A token with these scopes for the running server of this data folder, made by another process of the same user:
 * anyone who can read the key file may administer the server. Valid for a minute. Throws an Error for people when the
 * key cannot be read.
 */
export const mintLocalAdminToken = (dataDir: string, scopes: readonly Scope[] = ['admin']): string =>
  mint(dataDir, localAdmin(Date.now(), scopes));

/** The same for an agent that the user has started. */
export const mintLocalAgentToken = (dataDir: string, scopes: readonly Scope[]): string =>
  mint(dataDir, { ...localAdmin(Date.now(), scopes), clientId: OWN_CLIENT_IDS.agent });

function mint(dataDir: string, token: NewToken): string {
  const file = signingKeyFile(dataDir);
  let key: Buffer | null;
  try {
    key = readSecretFile(file);
  } catch (error) {
    throw new Error(`The key of the running Safelight cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  if (!key) throw new Error(`The key file ${file} is damaged. Restart Safelight to create a new one.`);
  return tokensOf(key).sign(token);
}

export const localAdmin = (nowMs: number, scopes: readonly Scope[] = ['admin']) => ({
  clientId: OWN_CLIENT_IDS.cli,
  scope: scopes.join(' '),
  lifetimeSeconds: LOCAL_ADMIN_SECONDS,
  nowMs,
});

import { join } from 'node:path';
import { reasonOf } from '../platform/errors.ts';
import { OWN_CLIENT_IDS } from '../settings/clients.ts';
import { readSecretFile } from '../settings/secret-file.ts';
import { tokensOf } from './tokens.ts';

/** Tokens of the command line live this long and no longer, whatever they say themselves. */
export const LOCAL_ADMIN_SECONDS = 60;

export const signingKeyFile = (dataDir: string) => join(dataDir, 'signing.key');

/**
 * A token with the scope `admin` for the server that runs on this data-dir, made by another process of the same user: whoever
 * can read the key file may administer it. Valid for a minute. Throws an Error for people when there is no key to read.
 */
export function mintLocalAdminToken(dataDir: string): string {
  const file = signingKeyFile(dataDir);
  let key: Buffer | null;
  try {
    key = readSecretFile(file);
  } catch (error) {
    throw new Error(`The key of the running Safelight cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  if (!key) throw new Error(`The key file ${file} is damaged. Starting Safelight again makes a new one.`);
  return tokensOf(key).sign(localAdmin(Date.now()));
}

export const localAdmin = (nowMs: number) => ({
  clientId: OWN_CLIENT_IDS.cli,
  scope: 'admin',
  lifetimeSeconds: LOCAL_ADMIN_SECONDS,
  nowMs,
});

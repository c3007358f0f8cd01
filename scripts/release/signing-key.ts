import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPublicKeys } from '../../src/updates/version-file.ts';

/** The public keys that the program trusts, below a checkout. */
const KEYS = join('assets', 'update-keys.txt');

/** Makes the key that signs releases, for its maker only, and adds its public half to those that the program trusts. */
export function makeSigningKey(root: string, file: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  // Never over another key.
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  appendFileSync(join(root, KEYS), `${der(publicKey)}\n`);
}

/** Throws when it is none, or one that no Safelight trusts. */
export function readSigningKey(root: string, file: string): KeyObject {
  const key = createPrivateKey(readFileSync(file));
  const own = der(createPublicKey(key));
  if (!readPublicKeys(join(root, KEYS)).some((known) => der(known) === own))
    throw new Error(`The public half of ${file} is not in ${KEYS}, so no Safelight would take an update signed by it.`);
  return key;
}

const der = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64');

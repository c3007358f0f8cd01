import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { readOrdinaryFile } from '../platform/ordinary-file.ts';
import { writeDraft } from '../platform/replace-file.ts';
import { tightenPermissions, writePrivateFile } from './private-file.ts';

const BYTES = 32;
const SHAPE = /^[0-9a-f]{64}\n?$/;

/** A key of 256 random bits in a file that only its owner may read. */
export interface SecretFile {
  readonly file: string;
  /** The key as it is now. */
  key(): Buffer;
  /** Puts a new key in place; whatever the old one signed is worth nothing from then on. */
  rotate(): Buffer;
}

/**
 * Opens the key file, making it when there is none; two processes that start at the same moment end up with the same key.
 * A damaged file is replaced and the log says so: nothing depends on the key but tokens, which clients fetch again.
 * Throws an Error for people when the file can be neither read nor made.
 */
export function openSecretFile({ file, log }: { file: string; log: Log }): SecretFile {
  const renew = () => {
    const key = randomBytes(BYTES);
    writePrivateFile(file, text(key));
    return key;
  };
  const open = (): Buffer => {
    try {
      createOnce(file);
      tightenPermissions(file, log);
      const found = readSecretFile(file);
      if (found) return found;
      log.warn({ file }, 'A damaged key file has been replaced. Tokens issued before are no longer valid.');
      return renew();
    } catch (error) {
      throw new Error(`The key file ${file} cannot be used: ${reasonOf(error)}`, { cause: error });
    }
  };
  let key = open();
  return { file, key: () => key, rotate: () => (key = renew()) };
}

/** The key in the file, or null when it holds none. Throws when it cannot be read. */
export function readSecretFile(file: string): Buffer | null {
  const content = readOrdinaryFile(file, 'latin1');
  return SHAPE.test(content) ? Buffer.from(content.trim(), 'hex') : null;
}

const text = (key: Buffer) => `${key.toString('hex')}\n`;

/** Of several processes that do this at once, one makes the file, whole; the others leave it as it is. */
function createOnce(file: string): void {
  if (exists(file)) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = writeDraft(file, text(randomBytes(BYTES)), { isDurable: true });
  try {
    // Unlike a rename, a link never takes the place of what another process has put there.
    linkSync(draft, file);
  } catch (error) {
    if (exists(file)) return;
    // Some file systems (FAT, network shares) know no links.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    writePrivateFile(file, readOrdinaryFile(draft, 'latin1'));
  } finally {
    rmSync(draft, { force: true });
  }
}

function exists(file: string): boolean {
  try {
    readOrdinaryFile(file, 'latin1');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

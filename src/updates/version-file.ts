import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isVersion } from './semver.ts';
import { UpdateError } from './update-error.ts';

/** The largest version file that is read, in bytes. */
export const LARGEST_VERSION_FILE = 256 * 1024;

/** What a release offers. Later releases may add fields, so unknown ones are passed over. */
export const Release = z.object({
  version: z.string().max(100).refine(isVersion),
  date: z.iso.date(),
  /** What is new: its section of CHANGELOG.md. */
  notes: z.string().max(50_000),
  /** The portable copies. */
  files: z
    .array(
      z.object({
        /** Such as linux-amd64. */
        platform: z.string().max(40),
        /** Its address, relative to the version file's. */
        name: z
          .string()
          .max(200)
          .regex(/^[\w+][\w.+-]*$/),
        /** Bytes. */
        size: z.int().min(1).max(1e9),
        /** Bytes that its files take. */
        unpacked: z.int().min(1).max(4e9),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(50),
});
export type Release = z.infer<typeof Release>;
export type ReleaseFile = Release['files'][number];

/** The signed bytes travel as base64, so that nobody has to agree on how JSON is written. */
const VersionFile = z.object({ signed: z.base64(), signature: z.base64() });

/** The version file of a release; `privateKey` is an ed25519 key. */
export function signedVersionFile(release: Release, privateKey: KeyObject): string {
  const bytes = Buffer.from(JSON.stringify(Release.parse(release)));
  const signature = sign(null, bytes, privateKey);
  return `${JSON.stringify({ signed: bytes.toString('base64'), signature: signature.toString('base64') })}\n`;
}

/** The release that the file offers, if one of the keys has signed it. Throws UpdateError. */
export function readVersionFile(text: string, keys: readonly KeyObject[]): Release {
  const parsed = VersionFile.safeParse(json(text));
  if (!parsed.success)
    throw new UpdateError('unreadable', 'The address of updates does not answer with a version file.');
  const bytes = Buffer.from(parsed.data.signed, 'base64');
  const signature = Buffer.from(parsed.data.signature, 'base64');
  // Nothing of an unsigned file is looked at.
  if (!keys.some((key) => verify(null, bytes, key, signature)))
    throw new UpdateError('wrong-signature', 'The version file is not signed by the makers of this Safelight.');
  const release = Release.safeParse(json(bytes.toString('utf8')));
  if (!release.success) throw new UpdateError('unreadable', 'This Safelight does not understand the version file.');
  return release.data;
}

/**
 * The public keys in a file: one to a line, ed25519, as base64 of their DER. More than one while a new key takes over
 * from the last. A line that begins with # is a comment.
 */
export function readPublicKeys(file: string): KeyObject[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => createPublicKey({ key: Buffer.from(line, 'base64'), format: 'der', type: 'spki' }));
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

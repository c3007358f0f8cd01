import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { readPrivateFile, tightenPermissions, writePrivateFile } from '../settings/private-file.ts';
import type { KeyAndCertificate } from './certificates.ts';

const certificate = z.string().refine((pem) => {
  try {
    return new X509Certificate(pem).ca;
  } catch {
    return false;
  }
}, 'the certificate of an authority');

const StoredAuthority = z.object({
  certificate,
  key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  /** The names for which it may vouch. */
  names: z.array(z.string()),
  /** Common names of those before it, which devices may still trust. */
  former: z.array(z.string()).default([]),
});
export type StoredAuthority = z.infer<typeof StoredAuthority>;

/** How many former ones are named. */
const MOST_FORMER = 10;

/**
 * The authority of this data folder; makes one for these names when there is none, or none that can be read. Its key is in a file that only
 * its owner can read, and leaves it nowhere. Throws an Error for people.
 */
export async function openAuthority(file: string, names: () => readonly string[], log: Log): Promise<StoredAuthority> {
  try {
    const found = readPrivateFile(file, StoredAuthority, (kept, reason) =>
      log.warn({ file, reason, kept }, 'A damaged certificate authority is kept aside. Devices must trust a new one.'),
    );
    if (!found) return await renewAuthority(file, names());
    tightenPermissions(file, log);
    return found;
  } catch (error) {
    throw new Error(`The certificate authority in ${file} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

/** Puts a new authority in place. Devices that trust the former one must trust this one then. */
export async function renewAuthority(
  file: string,
  names: readonly string[],
  former?: StoredAuthority,
): Promise<StoredAuthority> {
  const { makeAuthority } = await import('./certificates.ts');
  const made: KeyAndCertificate = await makeAuthority(names);
  const authority = {
    ...made,
    names: [...names],
    former: former ? [authorityName(former), ...former.former].slice(0, MOST_FORMER) : [],
  };
  writePrivateFile(file, JSON.stringify(authority));
  return authority;
}

/** As devices show it. */
export const authorityName = ({ certificate }: Pick<StoredAuthority, 'certificate'>): string =>
  new X509Certificate(certificate).subject.replace(/^CN=/, '');

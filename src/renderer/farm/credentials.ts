import { statSync } from 'node:fs';
import { z } from 'zod';
import { WorkerName } from '../../contract/farm.ts';
import { reasonOf } from '../../platform/errors.ts';
import { readOrdinaryFile } from '../../platform/ordinary-file.ts';

/** What one machine needs to be let in by the broker, and to know the broker again: made by `safelight farm init` and `add-worker`. */
export const Credentials = z.object({
  name: WorkerName,
  seed: z
    .string()
    .regex(/^SU[A-Z2-7]{56}$/)
    .describe('The private half of an nkey'),
  certificate: z.string().startsWith('-----BEGIN CERTIFICATE-----').describe("The broker's certificate: PEM, pinned"),
});
export type Credentials = z.infer<typeof Credentials>;

/** Reads a file of credentials. Throws an Error in words for people, without a word of what is in the file. */
export function readCredentials(file: string): Credentials {
  let text: string;
  try {
    text = readOrdinaryFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Error(`There is no file ${file}.`, { cause: error });
    throw new Error(`${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  // As ssh does: a key that others can read is no key. Windows has no such bits.
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new Error(`Other users can read ${file}. Let only yourself read it: chmod 600 ${file}`);
  }
  // A parser quotes what it cannot read, so its errors are not passed on.
  let found: unknown = null;
  try {
    found = JSON.parse(text);
  } catch {
    // Said below.
  }
  const parsed = Credentials.safeParse(found);
  if (parsed.success) return parsed.data;
  throw new Error(`${file} is not a file that "safelight farm" has written.`);
}

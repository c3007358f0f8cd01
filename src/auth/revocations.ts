import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { reasonOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { writePrivateFile } from '../settings/private-file.ts';

/** The tokens that were revoked before their time: a token's `jti` and its `exp` in Unix seconds, when it may be forgotten. */
const Revoked = z.array(z.tuple([z.string(), z.int()]));

export interface Revocations {
  has(jti: string): boolean;
  /** Counts at once; throws when it cannot be stored, so that a restart would forget it. */
  add(jti: string, exp: number): void;
}

/** The list lives in a file, so that a restart revives no token. */
export function openRevocations({ file, log, now }: { file: string; log: Log; now: () => number }): Revocations {
  const revoked = new Map<string, number>(load(file, log));
  return {
    has: (jti) => revoked.has(jti),
    add(jti, exp) {
      const second = now() / 1000;
      for (const [old, end] of revoked) if (end <= second) revoked.delete(old);
      if (exp <= second || revoked.has(jti)) return;
      revoked.set(jti, exp);
      writePrivateFile(file, JSON.stringify([...revoked]));
    },
  };
}

function load(file: string, log: Log): z.infer<typeof Revoked> {
  try {
    return Revoked.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      log.error(
        `The list of revoked tokens in ${file} cannot be read, so tokens revoked earlier may work until they expire: ${reasonOf(error)}`,
      );
    }
    return [];
  }
}

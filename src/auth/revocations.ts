import { dirname } from 'node:path';
import { z } from 'zod';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { readPrivateFile, writePrivateFile } from '../settings/private-file.ts';
import { storageError } from '../platform/storage-trouble.ts';
import type { Clocks } from './clocks.ts';
import type { Claims } from './tokens.ts';

/** Enough for a client that gets and revokes two one-hour tokens per second. */
const MOST_OF_A_CLIENT = 7200;
const DAY_SECONDS = 24 * 3600;

const Revoked = z.object({
  jti: z.string(),
  /** The client. */
  sub: z.string(),
  /** Unix seconds. */
  iat: z.int(),
  exp: z.int(),
});
type Revoked = z.infer<typeof Revoked>;

/** Older files have only id and end. */
const Stored = z.array(
  z.union([
    Revoked,
    z.tuple([z.string(), z.int()]).transform(([jti, exp]) => ({ jti, sub: '', iat: exp - DAY_SECONDS, exp })),
  ]),
);

/** The revoked tokens. */
export interface Revocations {
  has(jti: string): boolean;
  /**
   * Takes effect immediately. Throws when it cannot be stored, because a restart would forget it, and `slow_down` when
   * this client has too many revoked tokens.
   */
  add(token: Pick<Claims, 'jti' | 'sub' | 'iat' | 'exp'>): void;
}

/**
 * The list is stored in a file, so that no token is valid again after a restart. Nor after the clock is set forward and
 * back: an entry is dropped once it has expired and this run has lasted as long as the token would have lived, see
 * [Note: Two clocks].
 */
export function openRevocations({ file, log, clocks }: { file: string; log: Log; clocks: Clocks }): Revocations {
  const { now, elapsedMs } = clocks;
  const began = elapsedMs();
  const revoked = new Map(load(file, log).map((token) => [token.jti, { ...token, knownSinceMs: began }]));

  const forgetOld = () => {
    for (const [jti, { iat, exp, knownSinceMs }] of revoked) {
      const hasOutlived = elapsedMs() - knownSinceMs >= (exp - iat) * 1000;
      if (hasOutlived && exp * 1000 <= now()) revoked.delete(jti);
    }
  };
  /** Of the client's own entries, the ones expired longest by the clock alone. */
  const makeRoom = (sub: string) => {
    const own = [...revoked.values()].filter((token) => token.sub === sub);
    if (own.length < MOST_OF_A_CLIENT) return;
    const first = own.reduce((one, other) => (other.exp < one.exp ? other : one));
    if (first.exp * 1000 > now())
      throw new AppError('slow_down', 'This client has too many revoked tokens that have not expired.', {
        // No longer than it lives, also after the clock was set back.
        retryAfterSeconds: Math.min(first.exp - first.iat, Math.ceil(first.exp - now() / 1000)),
      });
    revoked.delete(first.jti);
  };

  return {
    has: (jti) => revoked.has(jti),
    add({ jti, sub, iat, exp }) {
      if (revoked.has(jti)) return;
      forgetOld();
      makeRoom(sub);
      revoked.set(jti, { jti, sub, iat, exp, knownSinceMs: elapsedMs() });
      const stored: Revoked[] = [...revoked.values()].map(({ knownSinceMs: _, ...token }) => token);
      try {
        writePrivateFile(file, JSON.stringify(stored));
      } catch (error) {
        throw storageError(dirname(file), error);
      }
    },
  };
}

const load = (file: string, log: Log): Revoked[] =>
  readPrivateFile(file, Stored, (kept, reason) =>
    log.error(
      { file, reason, kept },
      'A damaged list of revoked tokens is kept aside: tokens revoked earlier may work until they expire.',
    ),
  ) ?? [];

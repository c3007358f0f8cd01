import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export const CODE_LIFETIME_MS = 60_000;

/** Codes that sign a browser in: once, within a minute. */
export interface OneTimeCodes {
  issue(): string;
  /** Whether the code was good; it is not any more then. */
  redeem(code: string): boolean;
}

export function oneTimeCodes(now: () => number): OneTimeCodes {
  let open: { digest: Buffer; expires: number }[] = [];
  const digest = (code: string) => createHash('sha256').update(code).digest();
  return {
    issue() {
      open = open.filter(({ expires }) => expires > now());
      const code = randomBytes(32).toString('base64url');
      open.push({ digest: digest(code), expires: now() + CODE_LIFETIME_MS });
      return code;
    },
    redeem(code) {
      const wanted = digest(code);
      // Every code is compared, so that the time tells nothing about which are open.
      const found = open.filter((each) => timingSafeEqual(each.digest, wanted));
      open = open.filter((each) => !found.includes(each));
      return found.some(({ expires }) => expires > now());
    },
  };
}

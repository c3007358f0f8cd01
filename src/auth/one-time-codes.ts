import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { deadline, type Clocks } from './clocks.ts';
import { newTypedCode, readTypedCode } from './typed-code.ts';

const CODE_LIFETIME_MS = 60_000;
/** A phone has to be found, unlocked and pointed at the screen. */
export const PAIRING_LIFETIME_MS = 5 * 60_000;

/**
 * What a code signs in as: Safelight's own browser page, or a new device. `onlyHere`: the code was handed to a browser
 * on this computer, where every user can read it in the process list.
 */
export type CodeHolder = { kind: 'browser'; onlyHere: boolean } | { kind: 'device'; name: string; scope: string };

/** Codes that sign a browser in once, within a minute (a device: within five; its code can be typed). */
export interface OneTimeCodes {
  issue(holder?: CodeHolder): string;
  /**
   * Returns what the code was for; null when it is not valid. The code is used up, unless `mayUse` refused: its owner
   * may still come.
   */
  redeem(code: string, mayUse?: (holder: CodeHolder) => boolean): CodeHolder | null;
}

export function oneTimeCodes(clocks: Clocks): OneTimeCodes {
  let open: { digest: Buffer; isOver: () => boolean; holder: CodeHolder }[] = [];
  const digest = (code: string) => createHash('sha256').update(code).digest();
  return {
    issue(holder = { kind: 'browser', onlyHere: false }) {
      open = open.filter(({ isOver }) => !isOver());
      const code = holder.kind === 'device' ? newTypedCode() : randomBytes(32).toString('base64url');
      const lifetime = holder.kind === 'device' ? PAIRING_LIFETIME_MS : CODE_LIFETIME_MS;
      open.push({ digest: digest(code), isOver: deadline(clocks, lifetime), holder });
      return code;
    },
    redeem(code, mayUse = () => true) {
      const wanted = digest(readTypedCode(code));
      // Every code is compared, so that the timing does not reveal which codes are open.
      const found = open.filter((each) => timingSafeEqual(each.digest, wanted)).filter(({ holder }) => mayUse(holder));
      open = open.filter((each) => !found.includes(each));
      return found.find(({ isOver }) => !isOver())?.holder ?? null;
    },
  };
}

import type { StoredMark } from '../../contract/guest-proof.ts';
import type { Mark } from '../../contract/proofs.ts';

export const UNMARKED: Mark = { favorite: false, stars: 0, verdict: null };
export type MarkPart = keyof Mark;
export const MARK_PARTS: readonly MarkPart[] = ['favorite', 'stars', 'verdict'];

/** What a guest said of a picture, until the server has it. */
export interface PendingMark {
  /** As it is to be. */
  mark: Mark;
  /** What the server had when it was made. */
  seen: StoredMark;
  /** Sent on top of `seen`, and the answer is not known: it may have been lost on its way back. */
  sent: Mark[];
}

export interface Merged {
  /** null: the server has it. */
  pending: PendingMark | null;
  /** What another device said otherwise, and first: it stays. */
  lost: MarkPart[];
}

export const isSame = (one: Mark, other: Mark): boolean => MARK_PARTS.every((part) => one[part] === other[part]);

export const plain = ({ favorite, stars, verdict }: Mark): Mark => ({ favorite, stars, verdict });

/**
 * What is left to say once the server's mark is known. Each part by itself: a heart of this device and stars of another are both kept. Where
 * both changed the same part, the one that the server had first stays.
 */
export function merged(pending: PendingMark, server: StoredMark): Merged {
  if (server.version === pending.seen.version) return { pending, lost: [] };
  // An answer that was lost; or a server that knows less than we do, since it was put back.
  const isOurs = server.version < pending.seen.version || pending.sent.some((mark) => isSame(mark, server));
  const lost: MarkPart[] = [];
  const choose = <Part extends MarkPart>(part: Part): Mark[Part] => {
    const mine: Mark[Part] = pending.mark[part];
    const theirs: Mark[Part] = server[part];
    const before: Mark[Part] = pending.seen[part];
    if (isOurs || theirs === before) return mine;
    if (mine !== before && mine !== theirs) lost.push(part);
    return theirs;
  };
  const mark: Mark = { favorite: choose('favorite'), stars: choose('stars'), verdict: choose('verdict') };
  return { pending: isSame(mark, server) ? null : { mark, seen: server, sent: [] }, lost };
}

/** Without what there is no more room for. */
export function withoutFull(pending: PendingMark, limited: { favorite: boolean; verdict: boolean }): Merged {
  const { mark, seen } = pending;
  const lost: MarkPart[] = [];
  const next = { ...mark };
  if (limited.favorite && mark.favorite && !seen.favorite) {
    next.favorite = false;
    lost.push('favorite');
  }
  if (limited.verdict && mark.verdict === 'yes' && seen.verdict !== 'yes') {
    next.verdict = seen.verdict;
    lost.push('verdict');
  }
  return { pending: lost.length === 0 || isSame(next, seen) ? null : { mark: next, seen, sent: [] }, lost };
}

import type { ImageRecord } from '../../contract/image-record.ts';
import type { Shown } from './culling-address.ts';

export type Verdict = Exclude<Shown, 'all'>;

/** The film rolls where one star, as darktable's import gives it, means undecided. */
export type UndecidedRolls = ReadonlySet<number>;

export function verdictOf(
  { rating, film_id }: Pick<ImageRecord, 'rating' | 'film_id'>,
  oneStarUndecided: UndecidedRolls,
): Verdict {
  if (rating < 0) return 'rejects';
  if (rating === 0 || (rating === 1 && oneStarUndecided.has(film_id))) return 'undecided';
  return 'picks';
}

/** The fewest stars that make a pick. */
export const pickStars = (film: number, oneStarUndecided: UndecidedRolls): number =>
  oneStarUndecided.has(film) ? 2 : 1;

/** A list and the verdicts about its pictures. */
export interface Verdicts {
  ids: Int32Array;
  picks: ReadonlySet<number>;
  rejects: ReadonlySet<number>;
}

/** Verdicts seen since then. */
export type Newer = ReadonlyMap<number, Verdict>;

export function verdictIn({ picks, rejects }: Omit<Verdicts, 'ids'>, newer: Newer, id: number): Verdict {
  return newer.get(id) ?? (rejects.has(id) ? 'rejects' : picks.has(id) ? 'picks' : 'undecided');
}

/** The pictures to go through, in the order of the list, always including `kept`. */
export const idsOf = (verdicts: Verdicts, newer: Newer, shown: Shown, kept: number | null = null): Int32Array =>
  shown === 'all' ? verdicts.ids : verdicts.ids.filter((id) => id === kept || verdictIn(verdicts, newer, id) === shown);

/** The position of a picture in `some`; if it is missing there, that of the next one in the list, or the last. */
export function positionOf(id: number | null, some: Int32Array, list: Int32Array): number {
  if (id === null || some.length === 0) return 0;
  const at = some.indexOf(id);
  if (at >= 0) return at;
  const inList = list.indexOf(id);
  if (inList < 0) return 0;
  const later = new Set(list.subarray(inList + 1));
  const next = some.findIndex((other) => later.has(other));
  return next >= 0 ? next : some.length - 1;
}

export function countVerdicts(verdicts: Verdicts, newer: Newer): Record<Shown, number> {
  const all = verdicts.ids.length;
  const counts = { picks: verdicts.picks.size, rejects: verdicts.rejects.size };
  const before = new Map<number, Verdict>();
  for (const [id, verdict] of newer) {
    const old = verdictIn(verdicts, before, id);
    if (old !== 'undecided') counts[old]--;
    if (verdict !== 'undecided') counts[verdict]++;
  }
  return { all, ...counts, undecided: all - counts.picks - counts.rejects };
}

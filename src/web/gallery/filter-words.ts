import { isPrintedAsFraction } from '../../contract/read-number.ts';
import { locale, number, t } from '../i18n/words.ts';
import { ratingWords } from '../ui/marks.tsx';

export function rangeWords({
  ratingMin: min,
  ratingMax: max,
}: {
  ratingMin: number | null;
  ratingMax: number | null;
}): string {
  if (min === null && max === null) return '';
  if (min === -1 && max === -1) return t('filter.onlyRejected');
  if (max === -1) return t('filter.onlyRejected');
  if (min === 0 && max === 0) return t('filter.onlyUnrated');
  if (min === 0 && (max === null || max === 5)) return t('filter.notRejected');
  const low = min ?? -1;
  const high = max ?? 5;
  if (low === high) return ratingWords(low);
  if (high === 5) return low < 5 ? t('filter.atLeast', { rating: ratingWords(low) }) : ratingWords(5);
  return `${ratingWords(low)} – ${ratingWords(high)}`;
}

const plain = (value: number, digits: number) => number(value, { maximumFractionDigits: digits, useGrouping: false });
/** Seconds as on a camera's dial: 1/250, 0.4, 2. */
export const exposureWords = (seconds: number): string =>
  isPrintedAsFraction(seconds)
    ? `1/${plain(1 / seconds, 1 / seconds < 10 ? 1 : 0)}`
    : plain(seconds, seconds < 10 ? 1 : 0);

/** As of a lens: 24–70. */
export function numbersWords(
  min: number | null,
  max: number | null,
  words: (bound: number) => string = (bound) => plain(bound, 1),
): string {
  if (min === null) return max === null ? '' : `≤ ${words(max)}`;
  if (max === null) return `≥ ${words(min)}`;
  return min === max ? words(min) : `${words(min)}–${words(max)}`;
}

export function dateWords({ from, to }: { from: string | null; to: string | null }): string {
  if (from !== null && to !== null) {
    const year = from.slice(0, 4);
    if (from === `${year}-01-01` && to === `${year}-12-31`) return year;
    return from === to ? dayWords(from) : `${dayWords(from)} – ${dayWords(to)}`;
  }
  if (from !== null) return t('filter.since', { date: dayWords(from) });
  return to === null ? '' : t('filter.until', { date: dayWords(to) });
}

export const dayWords = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale(), { dateStyle: 'medium', timeZone: 'UTC' });

import { useQuery } from '@tanstack/react-query';
import { filmNameQuery } from '../api/images.ts';
import { locale, t } from '../i18n/words.ts';
import { ratingWords } from '../ui/marks.tsx';
import type { FilterName, GalleryView } from './gallery-view.ts';

/** The setting of each filter in words; empty when it is not set. */
export function useFilterWords(view: GalleryView): Record<FilterName, string> {
  const film = useQuery({ ...filmNameQuery(view.film ?? 0), enabled: view.film !== null });
  return {
    rating: ratingFilterWords(view),
    label: view.labels.map((label) => t(`marks.${label}`)).join(', '),
    film: view.film === null ? '' : (film.data ?? `${t('filter.film')} ${view.film}`),
    tag: view.tag?.split('|').join(' › ') ?? '',
    kind: [
      view.raw !== null && t(view.raw ? 'filter.raw' : 'filter.notRaw'),
      view.hdr && t('filter.hdr'),
      view.edited !== null && t(view.edited ? 'filter.edited' : 'filter.notEdited'),
    ]
      .filter((word) => word !== false)
      .join(', '),
    date: dateFilterWords(view),
    camera: view.camera ?? '',
    lens: view.lens ?? '',
    search: view.search.trim() === '' ? '' : t('filter.search', { text: view.search.trim() }),
  };
}

function ratingFilterWords({ ratingMin: min, ratingMax: max }: GalleryView): string {
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

function dateFilterWords({ from, to }: GalleryView): string {
  if (from !== null && to !== null) {
    const year = from.slice(0, 4);
    if (from === `${year}-01-01` && to === `${year}-12-31`) return year;
    return from === to ? dayWords(from) : `${dayWords(from)} – ${dayWords(to)}`;
  }
  if (from !== null) return t('filter.since', { date: dayWords(from) });
  return to === null ? '' : t('filter.until', { date: dayWords(to) });
}

const dayWords = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale(), { dateStyle: 'medium', timeZone: 'UTC' });

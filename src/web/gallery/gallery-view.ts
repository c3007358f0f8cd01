import type { SortKey } from '../../contract/image-query.ts';
import type { ListParameters } from '../api/images.ts';

/** What the gallery shows, as the address bar keeps it. */
export interface GalleryView {
  search: string;
  /** Stars at least; 0 leaves the rejected ones out, -1 are the rejected alone, null is everything. */
  rating: number | null;
  order: OrderName;
}

interface Order {
  name: string;
  label: string;
  sort_by: SortKey;
  sort_dir: 'asc' | 'desc';
}
export const ORDERS = [
  { name: 'newest', label: 'Newest first', sort_by: 'datetime_taken', sort_dir: 'desc' },
  { name: 'oldest', label: 'Oldest first', sort_by: 'datetime_taken', sort_dir: 'asc' },
  { name: 'rating', label: 'Best rated first', sort_by: 'rating', sort_dir: 'desc' },
  { name: 'name', label: 'File name', sort_by: 'filename', sort_dir: 'asc' },
  { name: 'film-roll', label: 'Film roll', sort_by: 'film_roll', sort_dir: 'asc' },
  { name: 'imported', label: 'Last imported', sort_by: 'import_timestamp', sort_dir: 'desc' },
  { name: 'changed', label: 'Last changed', sort_by: 'change_timestamp', sort_dir: 'desc' },
] as const satisfies Order[];
export type OrderName = (typeof ORDERS)[number]['name'];

export const RATINGS = [
  { value: null, label: 'All ratings', words: '' },
  { value: 0, label: 'Not rejected', words: 'not rejected' },
  { value: 1, label: '★ and up', words: 'one star and up' },
  { value: 2, label: '★★ and up', words: 'two stars and up' },
  { value: 3, label: '★★★ and up', words: 'three stars and up' },
  { value: 4, label: '★★★★ and up', words: 'four stars and up' },
  { value: 5, label: '★★★★★', words: 'five stars' },
  { value: -1, label: 'Rejected', words: 'rejected' },
] as const;

/** Anything that is not understood counts as not said: an address is typed by people. */
export function readView(address: URLSearchParams): GalleryView {
  const rating = address.get('rating');
  const order = address.get('sort');
  return {
    search: (address.get('search') ?? '').slice(0, 500),
    rating: RATINGS.find(({ value }) => rating === String(value))?.value ?? null,
    order: ORDERS.find(({ name }) => name === order)?.name ?? 'newest',
  };
}

/** `?…` for the address bar, or nothing when everything is as usual. */
export function writeView({ search, rating, order }: GalleryView): string {
  const address = new URLSearchParams();
  if (search !== '') address.set('search', search);
  if (rating !== null) address.set('rating', String(rating));
  if (order !== 'newest') address.set('sort', order);
  return address.size > 0 ? `?${address}` : '';
}

/** What the service is asked for. */
export function listParameters({ search, rating, order }: GalleryView): ListParameters {
  const { sort_by, sort_dir } = ORDERS.find(({ name }) => name === order) ?? ORDERS[0];
  return {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(rating !== null && (rating === -1 ? { rating: '-1' } : { rating_min: String(rating) })),
    sort_by,
    sort_dir,
  };
}

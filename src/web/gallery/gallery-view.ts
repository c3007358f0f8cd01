import { COLOR_LABELS, type ColorLabel } from '../../contract/color-labels.ts';
import type { SortKey } from '../../contract/image-query.ts';
import type { ListParameters } from '../api/images.ts';

/** What the gallery shows, as stored in the address bar. */
export interface GalleryView {
  search: string;
  /** Stars from and to, both inclusive; -1 means rejected. null is no bound. */
  ratingMin: number | null;
  ratingMax: number | null;
  labels: readonly ColorLabel[];
  film: number | null;
  /** The whole name; a branch includes everything below it. */
  tag: string | null;
  raw: boolean | null;
  hdr: boolean;
  /** Edited in darktable, or not. */
  edited: boolean | null;
  /** Dates, YYYY-MM-DD, both inclusive. */
  from: string | null;
  to: string | null;
  /** A model, and a lens, as named in the facets. */
  camera: string | null;
  lens: string | null;
  order: OrderName;
}

interface Order {
  name: string;
  sort_by: SortKey;
  sort_dir: 'asc' | 'desc';
}
export const ORDERS = [
  { name: 'newest', sort_by: 'datetime_taken', sort_dir: 'desc' },
  { name: 'oldest', sort_by: 'datetime_taken', sort_dir: 'asc' },
  { name: 'rating', sort_by: 'rating', sort_dir: 'desc' },
  { name: 'name', sort_by: 'filename', sort_dir: 'asc' },
  { name: 'film-roll', sort_by: 'film_roll', sort_dir: 'asc' },
  { name: 'imported', sort_by: 'import_timestamp', sort_dir: 'desc' },
  { name: 'changed', sort_by: 'change_timestamp', sort_dir: 'desc' },
  { name: 'shape', sort_by: 'aspect_ratio', sort_dir: 'desc' },
] as const satisfies Order[];
export type OrderName = (typeof ORDERS)[number]['name'];

export const EVERYTHING: GalleryView = {
  search: '',
  ratingMin: null,
  ratingMax: null,
  labels: [],
  film: null,
  tag: null,
  raw: null,
  hdr: false,
  edited: null,
  from: null,
  to: null,
  camera: null,
  lens: null,
  order: 'newest',
};

/** Every filter, in the order of the filter bar, with the parts of a view that it sets. */
export const FILTERS = {
  rating: ['ratingMin', 'ratingMax'],
  label: ['labels'],
  film: ['film'],
  tag: ['tag'],
  kind: ['raw', 'hdr', 'edited'],
  date: ['from', 'to'],
  camera: ['camera'],
  lens: ['lens'],
  search: ['search'],
} as const satisfies Record<string, readonly (keyof GalleryView)[]>;
export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

export const isSet = (view: GalleryView, filter: FilterName): boolean =>
  FILTERS[filter].some((part) => String(view[part]) !== String(EVERYTHING[part]));

/** The view without some of its filters, or without all. */
export const without = (view: GalleryView, ...filters: FilterName[]): GalleryView => ({
  ...view,
  ...Object.fromEntries(filters.flatMap((filter) => FILTERS[filter].map((part) => [part, EVERYTHING[part]]))),
});

const MOST_TEXT = 500;

/** Ignores anything invalid, because people type addresses. */
export function readView(address: URLSearchParams): GalleryView {
  const order = address.get('sort');
  const stars = (name: string) => {
    const text = address.get(name);
    return text !== null && /^(-1|[0-5])$/.test(text) ? Number(text) : null;
  };
  const text = (name: string) => {
    const said = address.get(name)?.slice(0, MOST_TEXT);
    return said === undefined || said === '' ? null : said;
  };
  const date = (name: string) => {
    const day = address.get(name);
    return day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null;
  };
  const film = address.get('film');
  const flag = (name: string) => {
    const said = address.get(name);
    return said === 'true' ? true : said === 'false' ? false : null;
  };
  const labels = address.get('label')?.split(',') ?? [];
  return {
    search: text('search') ?? '',
    ratingMin: stars('rating_min'),
    ratingMax: stars('rating_max'),
    labels: COLOR_LABELS.filter((label) => labels.includes(label)),
    film: film !== null && /^\d{1,9}$/.test(film) ? Number(film) : null,
    tag: text('tag'),
    raw: flag('raw'),
    hdr: flag('hdr') ?? false,
    edited: flag('edited'),
    from: date('from'),
    to: date('to'),
    camera: text('camera'),
    lens: text('lens'),
    order: ORDERS.find(({ name }) => name === order)?.name ?? 'newest',
  };
}

/** `?…` for the address bar, or nothing when everything has its default. */
export function writeView(view: GalleryView): string {
  const parts = {
    search: view.search || null,
    rating_min: view.ratingMin,
    rating_max: view.ratingMax,
    label: view.labels.join(',') || null,
    film: view.film,
    tag: view.tag,
    raw: view.raw,
    hdr: view.hdr || null,
    edited: view.edited,
    from: view.from,
    to: view.to,
    camera: view.camera,
    lens: view.lens,
    sort: view.order === 'newest' ? null : view.order,
  };
  const said = Object.entries(parts).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return said.length > 0 ? `?${new URLSearchParams(said)}` : '';
}

/** The service's query parameters, without the order. */
export function filterParameters(view: GalleryView): ListParameters {
  // The service searches for a camera or lens like any other text.
  const phrases = [view.camera, view.lens].flatMap((name) => (name === null ? [] : [`"${name.replaceAll('"', ' ')}"`]));
  const search = [view.search.trim(), ...phrases].filter((part) => part !== '').join(' ');
  return {
    ...(search !== '' && { search }),
    ...(view.ratingMin !== null && { rating_min: String(view.ratingMin) }),
    ...(view.ratingMax !== null && { rating_max: String(view.ratingMax) }),
    ...(view.labels.length > 0 && { color_label: view.labels.join(',') }),
    ...(view.film !== null && { film_id: String(view.film) }),
    ...(view.tag !== null && { tag: view.tag }),
    ...(view.raw !== null && { is_raw: String(view.raw) }),
    ...(view.hdr && { is_hdr: 'true' }),
    ...(view.edited !== null && { is_edited: String(view.edited) }),
    ...(view.from !== null && { from: view.from }),
    ...(view.to !== null && { to: view.to }),
  };
}

/** The service's query parameters. */
export function listParameters(view: GalleryView): ListParameters {
  const { sort_by, sort_dir } = ORDERS.find(({ name }) => name === view.order) ?? ORDERS[0];
  return { ...filterParameters(view), sort_by, sort_dir };
}

import { COLOR_LABELS, type ColorLabel } from '../../contract/color-labels.ts';
import {
  RANGE_NAMES,
  RANGES,
  type RangeBound,
  type RangeName,
  UNKNOWN_FIELDS,
  type UnknownField,
} from '../../contract/capture-fields.ts';
import type { ImageQuery, SortKey } from '../../contract/image-query.ts';
import { wallClockBound } from '../../contract/iso-dates.ts';
import { readDecimal, readExposure, writeExposure } from '../../contract/read-number.ts';
import type { ListParameters } from '../api/images.ts';
import { t } from '../i18n/words.ts';
import { dateWords, exposureWords, numbersWords, rangeWords } from './filter-words.ts';

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

/** A part of a view: where it is in the address bar, and what the service is asked for. */
interface Field<Value> {
  /** The value that filters nothing. */
  none: Value;
  address: string;
  /** undefined for nonsense, because people type addresses. */
  read: (text: string) => Value | undefined;
  /** Default: `String`. */
  write?(value: Value): string;
  /** The parameter of the service. Texts for the same one are joined. */
  send: keyof ImageQuery;
  text?(value: Value): string;
}

const MOST_TEXT = 500;
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

const text = (address: string, send: keyof ImageQuery): Field<string | null> => ({
  none: null,
  address,
  send,
  read: (said) => said.slice(0, MOST_TEXT) || undefined,
});
const search: Field<string> = {
  none: '',
  address: 'search',
  send: 'search',
  read: (said) => said.slice(0, MOST_TEXT),
  text: (said) => said.trim(),
};
const trimmed = (view: { search: string }) => view.search.trim();
const numeric = (address: string, send: keyof ImageQuery, digits: RegExp, most = Infinity): Field<number | null> => ({
  none: null,
  address,
  send,
  read: (said) => (digits.test(said) && Number(said) <= most ? Number(said) : undefined),
});
const stars = (name: 'rating_min' | 'rating_max') => numeric(name, name, /^(-1|[0-5])$/);
const flag = (address: string, send: keyof ImageQuery): Field<boolean | null> => ({
  none: null,
  address,
  send,
  read: (said) => FLAGS.get(said),
});
const date = (name: 'from' | 'to'): Field<string | null> => ({
  none: null,
  address: name,
  send: name,
  read: (day) => (/^.{10}$/.test(day) && wallClockBound(day, false) !== null ? day : undefined),
});

const labels: Field<readonly ColorLabel[]> = {
  none: [],
  address: 'label',
  send: 'color_label',
  read: (said) => COLOR_LABELS.filter((label) => said.split(',').includes(label)),
};
const range = (name: RangeName, bound: RangeBound): Field<number | null> => ({
  none: null,
  address: bound,
  send: bound,
  read: (said) => {
    const value = (name === 'exposure' ? readExposure : readDecimal)(said);
    return value === null || value > RANGES[name].most ? undefined : value;
  },
  ...(name === 'exposure' && { write: (seconds) => (seconds === null ? '' : writeExposure(seconds)) }),
});
const ranges = Object.fromEntries(
  RANGE_NAMES.flatMap((name) => ([`${name}_min`, `${name}_max`] as const).map((bound) => [bound, range(name, bound)])),
) as Record<RangeBound, Field<number | null>>;
const unknown: Field<readonly UnknownField[]> = {
  none: [],
  address: 'unknown',
  send: 'unknown',
  read: (said) => UNKNOWN_FIELDS.filter((field) => said.split(',').includes(field)),
};
const yes = (address: string, send: keyof ImageQuery): Field<boolean> => ({
  none: false,
  address,
  send,
  read: (said) => FLAGS.get(said),
});

/** The parts of a view that a filter sets, and the words for their setting; empty when it is not set. */
interface Filter<Parts> {
  parts: { [Part in keyof Parts]: Field<Parts[Part]> };
  words(view: Parts, names: { film?: string | null | undefined }): string;
}
const filter = <Parts>(parts: Filter<Parts>['parts'], words: Filter<Parts>['words']): Filter<Parts> => ({
  parts,
  words,
});

/** Every filter, in the order of the address bar. */
export const FILTERS = {
  search: filter({ search }, (view) => (trimmed(view) === '' ? '' : t('filter.search', { text: trimmed(view) }))),
  /** Stars from and to, both inclusive; -1 means rejected. */
  rating: filter({ ratingMin: stars('rating_min'), ratingMax: stars('rating_max') }, rangeWords),
  label: filter({ labels }, ({ labels }) => labels.map((label) => t(`marks.${label}`)).join(', ')),
  film: filter({ film: numeric('film', 'film_id', /^\d{1,9}$/) }, ({ film }, names) =>
    film === null ? '' : (names.film ?? `${t('filter.film')} ${film}`),
  ),
  /** The whole name; a branch includes everything below it. */
  tag: filter({ tag: text('tag', 'tag') }, ({ tag }) => tag?.split('|').join(' › ') ?? ''),
  kind: filter(
    { raw: flag('raw', 'is_raw'), hdr: yes('hdr', 'is_hdr'), edited: flag('edited', 'is_edited') },
    ({ raw, hdr, edited }) =>
      [
        raw !== null && t(raw ? 'filter.raw' : 'filter.notRaw'),
        hdr && t('filter.hdr'),
        edited !== null && t(edited ? 'filter.edited' : 'filter.notEdited'),
      ]
        .filter((word) => word !== false)
        .join(', '),
  ),
  /** YYYY-MM-DD, both inclusive. */
  date: filter({ from: date('from'), to: date('to') }, dateWords),
  /** A model, and a lens, as named in the facets. */
  camera: filter({ camera: text('camera', 'camera') }, ({ camera }) => camera ?? ''),
  lens: filter({ lens: text('lens', 'lens') }, ({ lens }) => lens ?? ''),
  capture: filter({ ...ranges, hour: numeric('hour', 'hour', /^(1?\d|2[0-3])$/), unknown }, (view) =>
    [
      ...RANGE_NAMES.map((name) => {
        const words = name === 'exposure' ? exposureWords : undefined;
        const range = numbersWords(view[`${name}_min`], view[`${name}_max`], words);
        return range && t(`filter.range.${name}`, { range });
      }),
      view.hour === null ? '' : t('filter.hourWords', { hour: view.hour }),
      ...view.unknown.map((field) => t(`filter.unknown.${field}`)),
    ]
      .filter((words) => words !== '')
      .join(', '),
  ),
};
export type FilterName = keyof typeof FILTERS;
/** Those with a chip, in the order of the filter bar; the search has its box. */
export type ChipName = Exclude<FilterName, 'search'>;
export const CHIP_NAMES = (Object.keys(FILTERS) as FilterName[]).filter((name) => name !== 'search');
export const FILTER_NAMES: readonly FilterName[] = [...CHIP_NAMES, 'search'];

type Parts = { [Name in FilterName]: (typeof FILTERS)[Name] extends Filter<infer Own> ? (own: Own) => void : never };
type AllParts = Parts[FilterName] extends (all: infer All) => void ? All : never;
/** What the gallery shows, as stored in the address bar. */
export type GalleryView = AllParts & { order: OrderName };

const FIELDS = Object.values(FILTERS).flatMap(({ parts }) => Object.entries(parts)) as [
  keyof AllParts,
  Field<unknown>,
][];

export const EVERYTHING = {
  ...Object.fromEntries(FIELDS.map(([part, { none }]) => [part, none])),
  order: 'newest',
} as GalleryView;

const written = <Value>(field: Field<Value>, value: Value) => field.write?.(value) ?? String(value);
/** The parts of a view that filter something. */
const setIn = (view: GalleryView) => FIELDS.filter(([part]) => String(view[part]) !== String(EVERYTHING[part]));

export const isSet = (view: GalleryView, name: FilterName): boolean =>
  setIn(view).some(([part]) => part in FILTERS[name].parts);

/** The view without some of its filters, or without all. */
export const without = (view: GalleryView, ...filters: FilterName[]): GalleryView => ({
  ...view,
  ...Object.fromEntries(
    filters.flatMap((name) =>
      Object.entries<Field<unknown>>(FILTERS[name].parts).map(([part, { none }]) => [part, none]),
    ),
  ),
});

export function readView(address: URLSearchParams): GalleryView {
  const said = FIELDS.map(([part, { address: name, read, none }]) => {
    const text = address.get(name);
    return [part, (text === null ? null : read(text)) ?? none];
  });
  const order = ORDERS.find(({ name }) => name === address.get('sort')) ?? ORDERS[0];
  return { ...Object.fromEntries(said), order: order.name } as GalleryView;
}

/** `?…` for the address bar, or nothing when everything has its default. */
export function writeView(view: GalleryView): string {
  const said = setIn(view).map(([part, field]) => [field.address, written(field, view[part])]);
  if (view.order !== EVERYTHING.order) said.push(['sort', view.order]);
  return said.length > 0 ? `?${new URLSearchParams(said)}` : '';
}

/** The service's query parameters, without the order. */
export function filterParameters(view: GalleryView): ListParameters {
  const parameters: Record<string, string> = {};
  for (const [part, field] of setIn(view)) {
    const own = field.text?.(view[part]) ?? written(field, view[part]);
    const said = [parameters[field.send] ?? '', own].filter((one) => one !== '').join(' ');
    if (said !== '') parameters[field.send] = said;
  }
  return parameters;
}

/** The service's query parameters. */
export function listParameters(view: GalleryView): ListParameters {
  const { sort_by, sort_dir } = ORDERS.find(({ name }) => name === view.order) ?? ORDERS[0];
  return { ...filterParameters(view), sort_by, sort_dir };
}

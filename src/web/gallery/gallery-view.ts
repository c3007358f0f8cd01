import { tagOfAlbum } from '../../contract/album-names.ts';
import { COLOR_LABELS, type ColorLabel } from '../../contract/color-labels.ts';
import {
  MOST_OF_RANGE,
  RANGE_NAMES,
  type RangeBound,
  type RangeName,
  UNKNOWN_FIELDS,
  type UnknownField,
} from '../../contract/capture-fields.ts';
import type { ImageQuery, SortKey } from '../../contract/image-query.ts';
import { wallClockBound } from '../../contract/iso-dates.ts';
import { readDecimal, readExposure, writeExposure } from '../../contract/read-number.ts';
import { fieldWord } from '../../contract/field-word.ts';
import type { ListParameters } from '../api/images.ts';
import { t } from '../i18n/words.ts';
import { dateWords, dayWords, exposureWords, numbersWords, rangeWords } from './filter-words.ts';

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
  { name: 'album', sort_by: 'album', sort_dir: 'asc' },
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
  /** For several texts: the address names each by itself. */
  isList?: true;
  /** The parameter of the service. */
  send: keyof ImageQuery;
  /** What is sent, if it is not what is written. */
  text?(value: Value): string;
}

const MOST_TEXT = 500;
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

const names = (address: string, send: keyof ImageQuery): Field<readonly string[]> => ({
  none: [],
  address,
  send,
  isList: true,
  // A list is read name by name.
  read: (said) => (said === '' ? undefined : [said.slice(0, MOST_TEXT)]),
});
const search: Field<string> = {
  none: '',
  address: 'search',
  send: 'search',
  read: (said) => said.slice(0, MOST_TEXT),
  text: (said) => said.trim(),
};
/** By its name; the service is sent the name of its tag, as a name of digits could be an id. */
const album: Field<string> = {
  none: '',
  address: 'album',
  send: 'album',
  read: (said) => said.slice(0, MOST_TEXT),
  text: tagOfAlbum,
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
const date = (name: 'from' | 'to' | 'changed_since'): Field<string | null> => ({
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
    return value === null || value > MOST_OF_RANGE[name] ? undefined : value;
  },
  ...(name === 'exposure' && { write: (seconds) => (seconds === null ? '' : writeExposure(seconds)) }),
});
const films: Field<readonly number[]> = {
  none: [],
  address: 'film',
  send: 'film_id',
  read: (said) => (/^\d{1,9}(,\d{1,9})*$/.test(said) ? said.split(',').map(Number) : undefined),
};
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

/** What is sent for a filter: parameters, and words that the search has besides those that are typed. */
interface Sent {
  parameters?: Partial<Record<keyof ImageQuery, string>>;
  words?: readonly string[];
}

/** The parts of a view that a filter sets, and the words for their setting; empty when it is not set. */
interface Filter<Parts> {
  parts: { [Part in keyof Parts]: Field<Parts[Part]> };
  words(view: Parts, names: { film?: string | null | undefined }): string;
  /** Default: each part that is set, by itself. */
  send?(view: Parts): Sent;
}
const filter = <Parts>(
  parts: Filter<Parts>['parts'],
  words: Filter<Parts>['words'],
  send?: Filter<Parts>['send'],
): Filter<Parts> => ({ parts, words, ...(send && { send }) });

const said = (...words: (string | false | null)[]) => words.filter((word) => word !== false && word).join(', ');
export const leaf = (tag: string) => tag.split('|').join(' › ');
/** Any of some names. One alone is a parameter. */
const anyOf = (name: 'tag' | 'camera' | 'lens', values: readonly string[]): Sent => {
  const [first] = values;
  if (first === undefined) return {};
  if (values.length === 1) return { parameters: { [name]: first } };
  return { words: [values.map((value) => fieldWord(name, value)).join(' OR ')] };
};

/** Every filter, in the order of the address bar. */
export const FILTERS = {
  search: filter({ search }, (view) => (trimmed(view) === '' ? '' : t('filter.search', { text: trimmed(view) }))),
  /** Stars from and to, both inclusive; -1 means rejected. */
  rating: filter(
    {
      ratingMin: stars('rating_min'),
      ratingMax: stars('rating_max'),
      undecided: flag('undecided', 'undecided'),
    },
    (view) =>
      said(rangeWords(view), view.undecided !== null && t(view.undecided ? 'filter.undecided' : 'filter.decided')),
  ),
  label: filter({ labels }, ({ labels }) => labels.map((label) => t(`marks.${label}`)).join(', ')),
  /** Any of these, or none of them. */
  film: filter(
    { films, filmsNot: yes('film_not', 'not_film_id') },
    ({ films, filmsNot }, names) => {
      if (films.length === 0) return '';
      const name =
        films.length > 1
          ? t('filter.films', { count: films.length })
          : (names.film ?? `${t('filter.film')} ${films[0]}`);
      return filmsNot ? t('filter.not', { name }) : name;
    },
    ({ films, filmsNot }) =>
      films.length === 0 ? {} : { parameters: { [filmsNot ? 'not_film_id' : 'film_id']: films.join(',') } },
  ),
  /** Whole names; a branch includes everything below it. */
  tag: filter(
    {
      tags: names('tag', 'tag'),
      tagsAll: yes('tag_all', 'tag'),
      tagsNot: names('tag_not', 'tag'),
      tagged: flag('tagged', 'has_tag'),
    },
    ({ tags, tagsAll, tagsNot, tagged }) =>
      said(
        tags.map(leaf).join(tagsAll ? ' + ' : ` ${t('filter.or')} `),
        ...tagsNot.map((tag) => t('filter.not', { name: leaf(tag) })),
        tagged !== null && t(tagged ? 'filter.tagged' : 'filter.untagged'),
      ),
    ({ tags, tagsAll, tagsNot, tagged }) => {
      const { parameters, words = [] } =
        tagsAll && tags.length > 1 ? { words: tags.map((tag) => fieldWord('tag', tag)) } : anyOf('tag', tags);
      return {
        parameters: { ...parameters, ...(tagged !== null && { has_tag: String(tagged) }) },
        words: [...words, ...tagsNot.map((tag) => `-${fieldWord('tag', tag)}`)],
      };
    },
  ),
  album: filter({ album }, (view) => leaf(view.album)),
  kind: filter(
    {
      raw: flag('raw', 'is_raw'),
      hdr: yes('hdr', 'is_hdr'),
      edited: flag('edited', 'is_edited'),
      duplicate: flag('duplicate', 'is_duplicate'),
      grouped: flag('grouped', 'in_group'),
      leaders: { ...yes('leaders', 'group'), text: () => 'leaders' },
      placed: flag('placed', 'has_place'),
    },
    ({ raw, hdr, edited, duplicate, grouped, leaders, placed }) =>
      said(
        raw !== null && t(raw ? 'filter.raw' : 'filter.notRaw'),
        hdr && t('filter.hdr'),
        edited !== null && t(edited ? 'filter.edited' : 'filter.notEdited'),
        duplicate !== null && t(duplicate ? 'filter.duplicate' : 'filter.notDuplicate'),
        grouped !== null && t(grouped ? 'filter.grouped' : 'filter.notGrouped'),
        leaders && t('filter.leaders'),
        placed !== null && t(placed ? 'filter.placed' : 'filter.notPlaced'),
      ),
  ),
  /** YYYY-MM-DD, both inclusive. */
  date: filter({ from: date('from'), to: date('to'), changedSince: date('changed_since') }, (view) =>
    said(
      dateWords(view),
      view.changedSince !== null && t('filter.changedSince', { date: dayWords(view.changedSince) }),
    ),
  ),
  /** Models and lenses, as named in the facets: any of them. */
  camera: filter(
    { cameras: names('camera', 'camera') },
    ({ cameras }) => cameras.join(` ${t('filter.or')} `),
    ({ cameras }) => anyOf('camera', cameras),
  ),
  lens: filter(
    { lenses: names('lens', 'lens') },
    ({ lenses }) => lenses.join(` ${t('filter.or')} `),
    ({ lenses }) => anyOf('lens', lenses),
  ),
  capture: filter({ ...ranges, hour: numeric('hour', 'hour', /^(1?\d|2[0-3])$/), unknown }, (view) =>
    said(
      ...RANGE_NAMES.map((name) => {
        const words = name === 'exposure' ? exposureWords : undefined;
        const range = numbersWords(view[`${name}_min`], view[`${name}_max`], words);
        return range && t(`filter.range.${name}`, { range });
      }),
      view.hour === null ? '' : t('filter.hourWords', { hour: view.hour }),
      ...view.unknown.map((field) => t(`filter.unknown.${field}`)),
    ),
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

/** Without an album, there is no order of one. */
const orderOf = ({ order, album }: GalleryView): OrderName =>
  order === 'album' && album === '' ? EVERYTHING.order : order;

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
  const said = FIELDS.map(([part, { address: name, read, none, isList }]) => {
    const texts = address.getAll(name);
    if (isList) return [part, [...new Set(texts.flatMap((text) => (read(text) as string[] | undefined) ?? []))]];
    return [part, (texts[0] === undefined ? null : read(texts[0])) ?? none];
  });
  const order = ORDERS.find(({ name }) => name === address.get('sort')) ?? ORDERS[0];
  const view = { ...Object.fromEntries(said), order: order.name } as GalleryView;
  return { ...view, order: orderOf(view) };
}

/** `?…` for the address bar, or nothing when everything has its default. */
export function writeView(view: GalleryView): string {
  const said = setIn(view).flatMap(([part, field]) => {
    const texts = field.isList ? (view[part] as readonly string[]) : [written(field, view[part])];
    return texts.map((text) => [field.address, text]);
  });
  const order = orderOf(view);
  if (order !== EVERYTHING.order) said.push(['sort', order]);
  return said.length > 0 ? `?${new URLSearchParams(said)}` : '';
}

/** The service's query parameters, without the order. */
export function filterParameters(view: GalleryView): ListParameters {
  const parameters: Record<string, string> = {};
  const words: string[] = [];
  for (const name of FILTER_NAMES) {
    const filter = FILTERS[name] as Filter<AllParts>;
    const sent = filter.send?.(view);
    words.push(...(sent?.words ?? []));
    Object.assign(parameters, sent?.parameters);
    if (sent) continue;
    for (const [part, field] of setIn(view)) {
      if (!(part in filter.parts)) continue;
      const own = field.text?.(view[part]) ?? written(field, view[part]);
      if (own !== '') parameters[field.send] = own;
    }
  }
  // OR at the start of what is typed is a word: it has no neighbor there.
  const typed = (parameters.search ?? '').replace(/^OR(?=\s|$)/, '"OR"');
  const whole = [...words, ...(typed === '' ? [] : [typed])].join(' ');
  return { ...parameters, ...(whole !== '' && { search: whole }) };
}

/** The service's query parameters. */
export function listParameters(view: GalleryView): ListParameters {
  const { sort_by, sort_dir } = ORDERS.find(({ name }) => name === orderOf(view)) ?? ORDERS[0];
  return { ...filterParameters(view), sort_by, sort_dir };
}

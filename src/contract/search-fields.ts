import { MOST_OF_RANGE, type RangeName, type UnknownField } from './capture-fields.ts';
import { COLOR_LABELS } from './color-labels.ts';
import type { ColorLabel } from './image-record.ts';
import { wallClockBound } from './iso-dates.ts';
import { readDecimal, readExposure, readWhole } from './read-number.ts';

type Name = 'camera' | 'lens' | 'film_roll' | 'title' | 'tag';
type Bound = `${RangeName}_${'min' | 'max'}` | 'rating' | 'rating_min' | 'rating_max' | 'from' | 'to';
type Switch = 'is_raw' | 'is_hdr' | 'is_edited' | 'is_duplicate' | 'undecided' | 'in_group' | 'has_tag' | 'has_place';

/** The filters of the list that a field can set, see ImageQuery. */
type FieldFilters = Partial<Record<Name, string>> &
  Partial<Record<Bound, number>> &
  Partial<Record<Switch, boolean>> & {
    color_label?: ColorLabel[];
    unknown?: UnknownField[];
    group?: 'leaders';
  };

/** What a field asks for: images that fit the filters, or `not`: those that do not. */
export interface Asked {
  filters: FieldFilters;
  not?: true;
}

interface SearchField {
  /** null: there is no such value. */
  read(value: string): Asked | null;
  /** All that can be written, where this is a list. */
  values?: readonly string[];
}

const fits = (filters: FieldFilters): Asked => ({ filters });
const name = (filter: 'camera' | 'lens' | 'film_roll' | 'title'): SearchField => ({
  read: (value) => (value === '' ? null : fits({ [filter]: value })),
});
const list = (values: Record<string, Asked>) => ({
  read: (value: string) => {
    const word = value.toLowerCase();
    return Object.hasOwn(values, word) ? values[word]! : null;
  },
  values: Object.keys(values),
});

type Bounds = readonly [least: number, most: number];
/** The neighbors of a number: what is more or less than it, without the number itself. */
const above = (number: number) => (number === 0 ? Number.MIN_VALUE : number * (1 + Number.EPSILON));
const below = (number: number) => number * (1 - Number.EPSILON);

/** `3200`, `>3200`, `>=3200`, `2.8..4`, `..4`, `24-70`: from what to what; both ends are included. Infinite: no bound. null: neither. */
function readBounds(value: string, read: (text: string) => Bounds | null, dash = /^(.+?)[-–](.+)$/): Bounds | null {
  const compared = /^(>=|<=|>|<|≥|≤|=)(.*)$/.exec(value);
  if (compared) {
    const bounds = read(compared[2]!);
    if (!bounds) return null;
    const [least, most] = bounds;
    switch (compared[1]) {
      case '>':
        return [above(most), Infinity];
      case '<':
        return [-Infinity, below(least)];
      case '=':
        return bounds;
      default:
        return compared[1] === '>=' || compared[1] === '≥' ? [least, Infinity] : [-Infinity, most];
    }
  }
  const [, from, to] = /^(.*?)\.\.(.*)$/.exec(value) ?? dash.exec(value) ?? [];
  if (from === undefined || to === undefined) return read(value);
  const [start, end] = [from, to].map((text) => (text === '' ? null : read(text)));
  if ((start === null && from !== '') || (end === null && to !== '') || (!start && !end)) return null;
  // 1/60..1/250 is as good as 1/250..1/60.
  if (start && end) return [Math.min(start[0], end[0]), Math.max(start[1], end[1])];
  return [start?.[0] ?? -Infinity, end?.[1] ?? Infinity];
}

const between = (names: readonly [Bound, Bound], [least, most]: Bounds): Asked =>
  fits({ ...(least > -Infinity && { [names[0]]: least }), ...(most < Infinity && { [names[1]]: most }) });

/** As the page prints them, with or without the unit. */
const range = (field: RangeName, unit: RegExp, read: (text: string) => number | null): SearchField => ({
  read: (value) => {
    const bounds = readBounds(value, (text) => {
      const number = read(text.replace(unit, ''));
      return number === null || number > MOST_OF_RANGE[field] ? null : [number, number];
    });
    return bounds && between([`${field}_min`, `${field}_max`], bounds);
  },
});

/** A year, a month or a day, from its first to its last millisecond. */
function readDate(text: string): Bounds | null {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text);
  if (!match) return null;
  const [, year, month, day] = match;
  const first = wallClockBound(`${year}-${month ?? '01'}-${day ?? '01'}`, false);
  if (first === null) return null;
  if (day !== undefined) return [first, first + 86_400_000 - 1];
  const next = new Date(first);
  if (month === undefined) next.setUTCFullYear(next.getUTCFullYear() + 1);
  else next.setUTCMonth(next.getUTCMonth() + 1);
  return [first, next.getTime() - 1];
}
/** Whole milliseconds. */
const wholeMs = ([least, most]: Bounds): Bounds => [
  least > -Infinity ? Math.ceil(least) : least,
  most < Infinity ? Math.floor(most) : most,
];

/** No image has a value for it. */
const lacks = (field: UnknownField) => fits({ unknown: [field] });

/** What can stand before the colon of a search word. */
export const SEARCH_FIELDS = {
  // The bar in front: the name may also be that of a branch below others.
  tag: { read: (value) => (/[^|]/.test(value) ? fits({ tag: `|${value.replace(/^\|+/, '')}` }) : null) },
  roll: name('film_roll'),
  camera: name('camera'),
  lens: name('lens'),
  title: name('title'),
  date: {
    read: (value) => {
      const bounds = readBounds(value, readDate, /^(?!)/);
      return bounds && between(['from', 'to'], wholeMs(bounds));
    },
  },
  iso: range('iso', /^iso\s*/i, readWhole),
  f: range('aperture', /^[fƒ]\//i, readDecimal),
  exposure: range('exposure', /\s*[s″"]$/i, readExposure),
  mm: range('focal_length', /\s*mm$/i, readDecimal),
  mp: range('megapixels', /\s*mp$/i, readDecimal),
  stars: {
    read: (value) => {
      const bounds = readBounds(value, (text) => (/^[0-5]$/.test(text) ? [Number(text), Number(text)] : null));
      // Rejects have no number of stars.
      return bounds && between(['rating_min', 'rating_max'], [Math.max(0, bounds[0]), bounds[1]]);
    },
  },
  label: {
    read: (value) => {
      const labels = value.toLowerCase().split(',');
      const known = COLOR_LABELS.filter((label) => labels.includes(label));
      return known.length === new Set(labels).size ? fits({ color_label: known }) : null;
    },
    values: COLOR_LABELS,
  },
  is: list({
    raw: fits({ is_raw: true }),
    hdr: fits({ is_hdr: true }),
    edited: fits({ is_edited: true }),
    rejected: fits({ rating: -1 }),
    undecided: fits({ undecided: true }),
    duplicate: fits({ is_duplicate: true }),
    grouped: fits({ in_group: true }),
    leader: fits({ group: 'leaders' }),
  }),
  no: list({
    tag: fits({ has_tag: false }),
    place: fits({ has_place: false }),
    label: { filters: { color_label: [...COLOR_LABELS] }, not: true },
    date: lacks('datetime_taken'),
    camera: lacks('camera'),
    lens: lacks('lens'),
    iso: lacks('iso'),
    f: lacks('aperture'),
    exposure: lacks('exposure'),
    mm: lacks('focal_length'),
    mp: lacks('megapixels'),
  }),
} as const satisfies Record<string, SearchField>;
export type FieldName = keyof typeof SEARCH_FIELDS;
export const FIELD_NAMES = Object.keys(SEARCH_FIELDS) as FieldName[];
export const searchField = (name: FieldName): SearchField => SEARCH_FIELDS[name];

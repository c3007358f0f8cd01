import {
  type FacetQuery,
  type Facets,
  type GroupedOutlineQuery,
  MEMBER_BYTES,
  OUTLINE_BYTES,
  OUTLINE_HEAD,
  type Timeline,
  type TimelineQuery,
} from '../contract/image-overview.ts';
import { COLOR_LABELS } from '../contract/color-labels.ts';
import type { Columns } from './columns.ts';
import { DUPLICATE, EDITED, HDR, PLACED, RAW, TAGGED } from './entry-columns.ts';
import type { GearNames, Question } from './image-lists.ts';

/** Ids and shapes of a whole list, from which a gallery makes its layout; with `members`, of the images in its groups as well. */
export const outline =
  ({ members, ...query }: GroupedOutlineQuery): Question<Buffer> =>
  ({ find, columns, shapes, leaders }) => {
    const slots = find(query);
    const list = outlineOf(slots, columns, shapes());
    if (!members) return list;
    const { sort_by, sort_dir } = query;
    const lists = {
      shown: query.group ? slots : new Uint32Array(),
      fitting: find({ ...query, group: undefined }),
      all: find({ sort_by, sort_dir }),
    };
    return Buffer.concat([list, membersOf(lists, columns, leaders(), shapes())]);
  };

/** How many images each month has. */
export const timeline =
  (query: TimelineQuery): Question<Timeline> =>
  ({ find, columns }) =>
    timelineOf(find({ ...query, sort_by: 'datetime_taken' }), columns);

/** How many images each other filter would find. */
export const facets =
  (query: FacetQuery): Question<Facets> =>
  ({ find: findAll, count, columns, gearOf, leaders }) => {
    // In the order in which galleries ask, so that their results are found again. A filter finds a group by any of its images, so
    // all of them are looked at.
    const find = (without: Partial<Record<keyof FacetQuery, undefined>>) =>
      findAll({ ...query, ...without, group: undefined, sort_by: 'datetime_taken' });
    const found = {
      all: find({}),
      anyRating: find({ rating: undefined, rating_min: undefined, rating_max: undefined, undecided: undefined }),
      anyLabel: find({ color_label: undefined }),
      anyKind: find({ is_raw: undefined, is_hdr: undefined }),
      anyEdit: find({ is_edited: undefined }),
      anyTagging: find({ has_tag: undefined }),
      anyVersion: find({ is_duplicate: undefined }),
      anyPlace: find({ has_place: undefined }),
    };
    const counted = {
      total: count(query),
      grouped: count({ ...query, in_group: true }),
      not_grouped: count({ ...query, in_group: false }),
      leaders: count({ ...query, group: 'leaders' }),
    };
    return { ...counted, ...facetsOf(found, columns, gearOf, query.group ? leaders() : null) };
  };

/**
 * For images in their order: how many there are, all ids (32 bits each, little endian), then all shapes (16 bits each).
 */
function outlineOf(slots: Uint32Array, { arrays: { id } }: Columns, shapes: Uint16Array): Buffer {
  const bytes = new ArrayBuffer(OUTLINE_HEAD + slots.length * OUTLINE_BYTES);
  const view = new DataView(bytes);
  view.setUint32(0, slots.length, true);
  let at = OUTLINE_HEAD;
  for (const slot of slots) {
    view.setInt32(at, id[slot]!, true);
    at += 4;
  }
  for (const slot of slots) {
    view.setUint16(at, shapes[slot]!, true);
    at += 2;
  }
  return Buffer.from(bytes);
}

/**
 * The images of groups of two or more that stand in a list, in the order of the list: how many there are, all ids (32 bits each), the
 * place of the group of each in the list (32 bits each), all shapes (16 bits each), and whether the filters let each through (8 bits each).
 */
function membersOf(
  { shown, fitting, all }: Record<'shown' | 'fitting' | 'all', Uint32Array>,
  { slots: room, arrays: { id } }: Columns,
  leaders: Int32Array,
  shapes: Uint16Array,
): Buffer {
  // By the leader's slot.
  const places = new Int32Array(room).fill(-1);
  shown.forEach((slot, place) => (places[leaders[slot]!] = place));
  const sizes = new Uint32Array(room);
  for (const slot of all) sizes[leaders[slot]!]!++;
  const members = all.filter((slot) => places[leaders[slot]!]! >= 0 && sizes[leaders[slot]!]! > 1);
  const fits = new Uint8Array(room);
  for (const slot of fitting) fits[slot] = 1;

  const view = new DataView(new ArrayBuffer(OUTLINE_HEAD + members.length * MEMBER_BYTES));
  view.setUint32(0, members.length, true);
  const [groupsAt, shapesAt, fitsAt] = [4, 8, 10].map((bytes) => OUTLINE_HEAD + bytes * members.length) as [
    number,
    number,
    number,
  ];
  members.forEach((slot, at) => {
    view.setInt32(OUTLINE_HEAD + 4 * at, id[slot]!, true);
    view.setUint32(groupsAt + 4 * at, places[leaders[slot]!]!, true);
    view.setUint16(shapesAt + 2 * at, shapes[slot]!, true);
    view.setUint8(fitsAt + at, fits[slot]!);
  });
  return Buffer.from(view.buffer);
}

/** The months of images sorted by date, in either direction. */
function timelineOf(slots: Uint32Array, { arrays: { taken_ms } }: Columns): Timeline {
  const items: Timeline['items'] = [];
  // Most images are from the same month as the one before, so only the month's bounds are checked.
  let from = Infinity;
  let to = -Infinity;
  let open: Timeline['items'][number] | null = null;
  for (const slot of slots) {
    const ms = taken_ms[slot]!;
    if (Number.isNaN(ms)) {
      if (open?.month !== null) items.push((open = { month: null, count: 0 }));
    } else if (!open || ms < from || ms >= to) {
      const date = new Date(ms);
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
      from = Date.UTC(year, month);
      to = Date.UTC(year, month + 1);
      items.push((open = { month: date.toISOString().replace(/-\d\dT.*$/, ''), count: 0 }));
    }
    open.count++;
  }
  return { items, total: slots.length };
}

/** In the column of stars, and a bit beside those of the seven ratings. */
const UNDECIDED = 1;
const DECIDED = 1 << 7;

/**
 * Each part counts the images that the other filters leave; cameras and lenses count those that all filters leave. With `leaders`, a
 * group counts once wherever one of its images has what is counted.
 */
function facetsOf(
  found: Record<
    'all' | 'anyRating' | 'anyLabel' | 'anyKind' | 'anyEdit' | 'anyTagging' | 'anyVersion' | 'anyPlace',
    Uint32Array
  >,
  { slots: room, gear, arrays: { stars, labels, flags, gear_id } }: Columns,
  namesOf: (slot: number) => GearNames,
  leaders: Int32Array | null,
): Omit<Facets, 'total' | 'grouped' | 'not_grouped' | 'leaders'> {
  const known = new Map<Uint8Array, Map<Uint32Array, Uint32Array>>();
  /** How many have each number of the column. Where a filter is not set, its list is that of others, and counted once. */
  const histogram = (slots: Uint32Array, column: Uint8Array): Uint32Array => {
    const lists = known.get(column) ?? new Map<Uint32Array, Uint32Array>();
    known.set(column, lists);
    const counted = lists.get(slots);
    if (counted) return counted;
    const counts = new Uint32Array(256);
    for (const slot of slots) counts[column[slot]!]!++;
    lists.set(slots, counts);
    return counts;
  };
  /** For each bit, how many have it in what `bitsOf` makes of their number in the column. */
  const countBits = (slots: Uint32Array, column: Uint8Array, bitsOf: (value: number) => number) => {
    const table = Uint8Array.from({ length: 256 }, (_, value) => bitsOf(value));
    const combinations = new Uint32Array(256);
    if (leaders === null) {
      histogram(slots, column).forEach((count, value) => (combinations[table[value]!]! += count));
    } else {
      const groups = new Uint8Array(room);
      for (const slot of slots) groups[leaders[slot]!]! |= table[column[slot]!]!;
      for (const bits of groups) combinations[bits]!++;
    }
    return (bit: number) => combinations.reduce((sum, count, bits) => sum + (bits & (1 << bit) ? count : 0), 0);
  };
  /** How many have the flag, and how many do not. */
  const withAndWithout = (slots: Uint32Array, flag: number) => {
    const bits = countBits(slots, flags, (value) => (value & flag ? 1 : 2));
    return [bits(0), bits(1)] as const;
  };
  const ratings = countBits(found.anyRating, stars, (value) => (1 << value) | (value === UNDECIDED ? 0 : DECIDED));
  const labelled = countBits(found.anyLabel, labels, (value) => value);
  const kinds = countBits(found.anyKind, flags, (value) => (value & RAW ? 1 : 2) | (value & HDR ? 4 : 0));
  const [edited, not_edited] = withAndWithout(found.anyEdit, EDITED);
  const [tagged, not_tagged] = withAndWithout(found.anyTagging, TAGGED);
  const [duplicate, not_duplicate] = withAndWithout(found.anyVersion, DUPLICATE);
  const [placed, not_placed] = withAndWithout(found.anyPlace, PLACED);

  const example = new Int32Array(gear.length).fill(-1);
  for (const slot of found.all) example[gear_id[slot]!] = slot;
  const names = Array.from(example, (slot) => (slot < 0 ? null : namesOf(slot)));
  const busiest = <Item extends object>(itemOf: (names: GearNames) => Item | null): (Item & { count: number })[] => {
    const items = new Map<string, Item & { count: number }>();
    const itemsOf = names.map((each) => {
      const item = each && itemOf(each);
      if (item === null) return null;
      const key = JSON.stringify(item);
      if (!items.has(key)) items.set(key, { ...item, count: 0 });
      return items.get(key)!;
    });
    if (leaders === null) {
      for (const slot of found.all) {
        const item = itemsOf[gear_id[slot]!];
        if (item) item.count++;
      }
    } else {
      const groups = new Map([...items.values()].map((item) => [item, new Set<number>()]));
      for (const slot of found.all) {
        const item = itemsOf[gear_id[slot]!];
        if (item) groups.get(item)!.add(leaders[slot]!);
      }
      for (const [item, those] of groups) item.count = those.size;
    }
    return [...items.values()].sort((one, other) => other.count - one.count);
  };
  return {
    ratings: Array.from({ length: 7 }, (_, index) => ({ rating: index - 1, count: ratings(index) })),
    decided: ratings(7),
    color_labels: Object.fromEntries(
      COLOR_LABELS.map((label, bit) => [label, labelled(bit)]),
    ) as Facets['color_labels'],
    raw: kinds(0),
    not_raw: kinds(1),
    hdr: kinds(2),
    edited,
    not_edited,
    tagged,
    not_tagged,
    duplicate,
    not_duplicate,
    placed,
    not_placed,
    cameras: busiest(({ maker, model }) => (maker === null && model === null ? null : { maker, model })),
    lenses: busiest(({ lens }) => (lens === null ? null : { lens })),
  };
}

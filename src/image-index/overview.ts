import {
  type FacetQuery,
  type Facets,
  OUTLINE_BYTES,
  OUTLINE_HEAD,
  type OutlineQuery,
  type Timeline,
  type TimelineQuery,
} from '../contract/image-overview.ts';
import { COLOR_LABELS } from '../contract/color-labels.ts';
import type { Columns } from './columns.ts';
import { EDITED, HDR, RAW } from './entry-columns.ts';
import type { GearNames, Question } from './image-lists.ts';

/** Ids and shapes of a whole list, from which a gallery makes its layout. */
export const outline =
  (query: OutlineQuery): Question<Buffer> =>
  ({ find, columns, shapes }) =>
    outlineOf(find(query), columns, shapes());

/** How many images each month has. */
export const timeline =
  (query: TimelineQuery): Question<Timeline> =>
  ({ find, columns }) =>
    timelineOf(find({ ...query, sort_by: 'datetime_taken' }), columns);

/** How many images each other filter would find. */
export const facets =
  (query: FacetQuery): Question<Facets> =>
  ({ find: findAll, columns, gearOf }) => {
    // In the order in which galleries ask, so that their results are found again.
    const find = (without: Partial<Record<keyof FacetQuery, undefined>>) =>
      findAll({ ...query, ...without, sort_by: 'datetime_taken' });
    const found = {
      all: find({}),
      anyRating: find({ rating: undefined, rating_min: undefined, rating_max: undefined, undecided: undefined }),
      anyLabel: find({ color_label: undefined }),
      anyKind: find({ is_raw: undefined, is_hdr: undefined }),
      anyEdit: find({ is_edited: undefined }),
    };
    return facetsOf(found, columns, gearOf);
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

/** Each group counts the images that the other filters leave; cameras and lenses count those that all filters leave. */
function facetsOf(
  found: {
    all: Uint32Array;
    anyRating: Uint32Array;
    anyLabel: Uint32Array;
    anyKind: Uint32Array;
    anyEdit: Uint32Array;
  },
  { arrays: { stars, labels, flags, gear_id } }: Columns,
  namesOf: (slot: number) => GearNames,
): Facets {
  const ratings = new Uint32Array(7);
  for (const slot of found.anyRating) ratings[stars[slot]!]!++;

  const combinations = new Uint32Array(256);
  for (const slot of found.anyLabel) combinations[labels[slot]!]!++;
  const color_labels = Object.fromEntries(
    COLOR_LABELS.map((label, bit) => [
      label,
      combinations.reduce((sum, count, bits) => sum + (bits & (1 << bit) ? count : 0), 0),
    ]),
  ) as Facets['color_labels'];

  let raw = 0;
  let hdr = 0;
  for (const slot of found.anyKind) {
    raw += Number((flags[slot]! & RAW) !== 0);
    hdr += Number((flags[slot]! & HDR) !== 0);
  }
  let edited = 0;
  for (const slot of found.anyEdit) edited += Number((flags[slot]! & EDITED) !== 0);

  const gear = new Map<number, { slot: number; count: number }>();
  for (const slot of found.all) {
    const known = gear.get(gear_id[slot]!);
    if (known) known.count++;
    else gear.set(gear_id[slot]!, { slot, count: 1 });
  }
  const cameras = new Map<string, Facets['cameras'][number]>();
  const lenses = new Map<string, Facets['lenses'][number]>();
  for (const { slot, count } of gear.values()) {
    const { maker, model, lens } = namesOf(slot);
    if (maker !== null || model !== null) {
      const camera = cameras.get(JSON.stringify([maker, model])) ?? { maker, model, count: 0 };
      camera.count += count;
      cameras.set(JSON.stringify([maker, model]), camera);
    }
    if (lens !== null) {
      const known = lenses.get(lens) ?? { lens, count: 0 };
      known.count += count;
      lenses.set(lens, known);
    }
  }
  const busiest = (one: { count: number }, other: { count: number }) => other.count - one.count;
  return {
    total: found.all.length,
    ratings: Array.from(ratings, (count, index) => ({ rating: index - 1, count })),
    color_labels,
    raw,
    not_raw: found.anyKind.length - raw,
    hdr,
    edited,
    not_edited: found.anyEdit.length - edited,
    cameras: [...cameras.values()].sort(busiest),
    lenses: [...lenses.values()].sort(busiest),
  };
}

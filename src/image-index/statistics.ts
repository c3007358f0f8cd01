import type { Statistics, StatisticsQuery } from '../contract/statistics.ts';
import type { Columns } from './columns.ts';
import { DIVIDER } from './fold.ts';
import type { GearNames, Question } from './image-lists.ts';

/** Counts what a filter finds. Unknown is null, and comes last. */
export const statistics =
  ({ count, import_stars, ...filters }: StatisticsQuery): Question<Statistics> =>
  ({ find, columns, gearOf }) => {
    const images = find({ ...filters, sort_by: 'datetime_taken' });
    const slots = count === 'images' ? images : photographs(images, columns);
    const { arrays } = columns;
    const stars = new Uint32Array(7);
    for (const slot of slots) stars[arrays.stars[slot]!]!++;
    return {
      total: slots.length,
      images: images.length,
      years: byNumber(slots, (slot) => new Date(arrays.taken_ms[slot]!).getUTCFullYear()),
      hours: byNumber(slots, (slot) => (arrays.hour[slot] === NO_HOUR ? NaN : arrays.hour[slot]!)),
      ...gearCounts(slots, columns, gearOf, import_stars),
      focal_lengths: byNumber(slots, (slot) => arrays.focal_length[slot]!),
      apertures: byNumber(slots, (slot) => arrays.aperture[slot]!),
      exposures: byNumber(slots, (slot) => arrays.exposure[slot]!),
      isos: byNumber(slots, (slot) => arrays.iso[slot]!),
      megapixels: byNumber(slots, (slot) => arrays.megapixels[slot]!),
      ratings: Array.from(stars.subarray(1), (count, value) => ({ value, count })),
      rejected: stars[0]!,
    };
  };

/** In the column of hours. */
const NO_HOUR = 24;

/** Of each photograph, the image with the most stars. */
function photographs(images: Uint32Array, columns: Columns): Uint32Array {
  const { stars } = columns.arrays;
  const firsts = firstOfPhotographs(images, columns);
  const best = new Int32Array(columns.slots).fill(-1);
  for (const slot of images) {
    const first = firsts[slot]!;
    const other = best[first]!;
    if (other < 0 || stars[slot]! > stars[other]!) best[first] = slot;
  }
  return images.filter((slot) => best[firsts[slot]!] === slot);
}

/**
 * By slot: of these images, the first of the same photograph. Those of one photograph are in one film roll, their file names differ in their
 * extension alone, and they are versions of one file or members of one group.
 */
function firstOfPhotographs(images: Uint32Array, { slots, arrays, names }: Columns): Int32Array {
  const { film_id, group_id } = arrays;
  const firsts = new Int32Array(slots).fill(-1);
  /** By film roll and stem: the last slot so far; through `former` those before it. */
  const latest = new Map<string, number>();
  const former = new Int32Array(slots).fill(-1);
  for (const slot of images) {
    firsts[slot] = slot;
    const name = names.filename(slot);
    const stem = `${film_id[slot]} ${name.replace(/\.[^.]*$/, '').toLowerCase()}`;
    for (let other = latest.get(stem) ?? -1; other >= 0; other = former[other]!) {
      if (group_id[other] !== group_id[slot] && names.filename(other) !== name) continue;
      firsts[slot] = firsts[other]!;
      break;
    }
    former[slot] = latest.get(stem) ?? -1;
    latest.set(stem, slot);
  }
  return firsts;
}

/** How many have each number, smallest first; NaN becomes null and comes last. */
function byNumber(slots: Uint32Array, numberOf: (slot: number) => number): { value: number | null; count: number }[] {
  const counts = new Map<number, number>();
  for (const slot of slots) {
    const number = numberOf(slot);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  const unknown = counts.get(NaN);
  counts.delete(NaN);
  return [
    ...[...counts].sort(([one], [other]) => one - other).map(([value, count]) => ({ value, count })),
    ...(unknown === undefined ? [] : [{ value: null, count: unknown }]),
  ];
}

/** Cameras and lenses: see `Statistics`. */
function gearCounts(
  slots: Uint32Array,
  { arrays: { gear_id, stars }, gear }: Columns,
  gearOf: (slot: number) => GearNames,
  importStars: number,
): Pick<Statistics, 'cameras' | 'lenses'> {
  const [count, decided, kept] = Array.from({ length: 3 }, () => new Uint32Array(gear.length)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  const example = new Int32Array(gear.length);
  for (const slot of slots) {
    const id = gear_id[slot]!;
    const given = stars[slot]! - 1;
    count[id]!++;
    decided[id]! += Number(given !== importStars);
    kept[id]! += Number(given > importStars);
    example[id] = slot;
  }
  const cameras = new Map<string, Statistics['cameras'][number]>();
  const lenses = new Map<string, Statistics['lenses'][number]>();
  for (let id = 0; id < gear.length; id++) {
    if (count[id] === 0) continue;
    const { maker, model, lens: name } = gearOf(example[id]!);
    // Names that differ in their spelling alone are one to the filters.
    const [, ofLens = '', ofCamera = ''] = gear[id]!.split(DIVIDER);
    const camera = cameras.get(ofCamera) ?? { maker, model, count: 0 };
    cameras.set(ofCamera, { ...camera, count: camera.count + count[id]! });
    const lens = lenses.get(ofLens) ?? { lens: name, count: 0, decided: 0, kept: 0 };
    lenses.set(ofLens, {
      ...lens,
      count: lens.count + count[id]!,
      decided: lens.decided + decided[id]!,
      kept: lens.kept + kept[id]!,
    });
  }
  const busiest = (one: { count: number }, other: { count: number }) => other.count - one.count;
  return {
    cameras: [...cameras.values()].sort(
      (one, other) => Number(isNameless(one)) - Number(isNameless(other)) || busiest(one, other),
    ),
    lenses: [...lenses.values()].sort(
      (one, other) => Number(one.lens === null) - Number(other.lens === null) || busiest(one, other),
    ),
  };
}

const isNameless = ({ maker, model }: Statistics['cameras'][number]) => maker === null && model === null;

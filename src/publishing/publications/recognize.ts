import { archiveNaming, keyOf } from '../../contract/archive-names.ts';
import { type ExistingMatch, MATCHES } from '../../contract/publication-existing.ts';
import type { Item } from '../destinations/destination.ts';
import type { PictureKey } from './ledger.ts';

/** A picture that an item there could show. */
export interface Wanted {
  imageId: number;
  key: PictureKey;
}

/** What others put there, with what it tells. */
export interface Existing {
  item: Item;
  /** Local time, in any notation; null: not told. */
  takenAt: string | null;
}

export interface Recognized<Picture extends Wanted> extends Existing {
  /** null: it shows none of them, or nobody can say which. */
  picture: Picture | null;
  match: ExistingMatch | null;
  /** Where nothing decides. */
  couldBe: Picture[];
}

export interface Evidence<Picture extends Wanted> {
  /** Of names, as recipes have it. */
  pattern: string;
  /** Whether the item is a file of the kind that is made of the picture, such as a JPEG. */
  isKind: (item: Item, picture: Picture) => boolean;
  /** Whether the item is that very file; asked only where name or time fit. */
  isFile: (item: Item, picture: Picture) => Promise<boolean>;
}

interface Edge<Picture> {
  existing: Existing;
  picture: Picture;
  match: ExistingMatch;
}

/**
 * Which picture each item shows. The surest evidence decides first; what fits several pictures, or a picture that several items fit, is never
 * decided by less. A time that differs outweighs a name that is the same.
 */
export async function recognized<Picture extends Wanted>(
  pictures: readonly Picture[],
  there: readonly Existing[],
  evidence: Evidence<Picture>,
): Promise<Recognized<Picture>[]> {
  const edges = await edgesOf(pictures, there, evidence);
  const found = new Map<Existing, Edge<Picture>>();
  const open = new Map<Existing, Picture[]>();
  const settled = new Set<Existing | Picture>();
  for (const level of MATCHES) {
    const left = edges.filter(({ match, existing, picture }) => match === level && ![existing, picture].some(has));
    const byItem = Map.groupBy(left, ({ existing }) => existing);
    const byPicture = Map.groupBy(left, ({ picture }) => picture);
    for (const edge of left) {
      const isOnly = byItem.get(edge.existing)?.length === 1 && byPicture.get(edge.picture)?.length === 1;
      if (isOnly) found.set(edge.existing, edge);
      else open.set(edge.existing, [...(open.get(edge.existing) ?? []), edge.picture]);
      settled.add(edge.existing).add(edge.picture);
    }
  }
  return there.map((existing) => {
    const { picture = null, match = null } = found.get(existing) ?? {};
    return { ...existing, picture, match, couldBe: open.get(existing) ?? [] };
  });

  function has(one: Existing | Picture): boolean {
    return settled.has(one);
  }
}

/** Whether the name of an item there fits one of the pictures. */
export function fitByName(pictures: readonly Wanted[], pattern: string): (item: Item) => boolean {
  const names = new Set(pictures.flatMap((picture) => namesOf(picture, pattern)));
  return ({ name }) => names.has(keyOf(stemOf(name)));
}

async function edgesOf<Picture extends Wanted>(
  pictures: readonly Picture[],
  there: readonly Existing[],
  { pattern, isKind, isFile }: Evidence<Picture>,
): Promise<Edge<Picture>[]> {
  const byName = grouped(pictures, (picture) => namesOf(picture, pattern));
  const byTime = grouped(pictures, ({ key }) => [secondOf(key.taken)].filter((second) => second !== null));
  const edges: Edge<Picture>[] = [];
  for (const existing of there) {
    const name = keyOf(stemOf(existing.item.name));
    const second = secondOf(existing.takenAt);
    const named = new Set(byName.get(name));
    const timed = new Set(second === null ? [] : byTime.get(second));
    for (const picture of new Set([...named, ...timed])) {
      if (!isKind(existing.item, picture)) continue;
      const differs = second !== null && picture.key.taken !== null && !timed.has(picture);
      const match = (await isFile(existing.item, picture))
        ? 'same-file'
        : !named.has(picture)
          ? 'time'
          : timed.has(picture)
            ? 'name-and-time'
            : 'name';
      if (!(match === 'name' && differs)) edges.push({ existing, picture, match });
    }
  }
  return edges;
}

function grouped<Picture>(
  pictures: readonly Picture[],
  keysOf: (picture: Picture) => string[],
): Map<string, Picture[]> {
  const groups = new Map<string, Picture[]>();
  for (const picture of pictures)
    for (const key of new Set(keysOf(picture))) {
      const group = groups.get(key);
      if (group) group.push(picture);
      else groups.set(key, [picture]);
    }
  return groups;
}

/** What only a run or the library can say. */
const NOT_KNOWN = /\$\((SEQUENCE|TITLE|STARS)\)/;

/** Its file's name as darktable exports it, duplicates with their number, and its name by the recipe. */
function namesOf({ imageId, key: { filename, folder, version, taken } }: Wanted, pattern: string): string[] {
  const stem = stemOf(filename);
  const own = version > 0 ? `${stem}_${String(version).padStart(2, '0')}` : stem;
  if (NOT_KNOWN.test(pattern)) return [keyOf(own)];
  const facts = { id: imageId, filename, film_roll: folder, title: null, rating: 0, datetime_taken: taken };
  const byRecipe = stemOf(archiveNaming(pattern)(facts).replace(/^.*\//, ''));
  return version > 0 && byRecipe === stem ? [keyOf(own)] : [keyOf(own), keyOf(byRecipe)];
}

/** The same text whatever stands between the digits, and whatever follows the seconds. */
function secondOf(time: string | null): string | null {
  const digits = time?.replaceAll(/\D/g, '') ?? '';
  return digits.length < 14 ? null : digits.slice(0, 14);
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

import type { Outline } from '../../api/images.ts';
import { itemAt } from '../../item-at.ts';
import type { NewVersions } from './new-versions.ts';

/** A group of two or more that stands in a list. */
export interface Group {
  /** The picture that stands for it. */
  tile: number;
  /** All its pictures, in the order of the list. */
  members: readonly number[];
  /** Those that the filters let through. */
  fitting: readonly number[];
}
/** By each of their pictures. */
export type Groups = ReadonlyMap<number, Group>;

/** What is in the grid. */
export interface ShownList {
  ids: Int32Array;
  shapes: Uint16Array;
  groups: Groups;
  /** The place of each in the service's list, or of the group that it was unfolded from; null: its own. */
  places: Int32Array | null;
  /** How many pictures the service's list has. */
  listed: number;
  /** How many pictures the filters let through. */
  fitting: number;
}

export const NO_GROUPS: Groups = new Map();

export function groupsIn({ ids, members }: Outline): Groups {
  if (!members || members.ids.length === 0) return NO_GROUPS;
  const byPlace = new Map<number, { tile: number; members: number[]; fitting: number[] }>();
  const groups = new Map<number, Group>();
  members.ids.forEach((id, at) => {
    const place = itemAt(members.places, at);
    let group = byPlace.get(place);
    if (!group) byPlace.set(place, (group = { tile: itemAt(ids, place), members: [], fitting: [] }));
    group.members.push(id);
    if (members.fits[at] === 1) group.fitting.push(id);
    groups.set(id, group);
  });
  return groups;
}

/** The list with the pictures of unfolded groups, and new versions that it lacks, behind those that stand for them. */
export function shownList(
  outline: Outline,
  groups: Groups,
  unfoldedIds: ReadonlySet<number>,
  newVersions: NewVersions = new Map(),
): ShownList {
  const { ids, shapes, members } = outline;
  const all = new Set(groups.values());
  const more = [...all].reduce((sum, { fitting }) => sum + fitting.length - 1, 0);
  const rest = { groups, listed: ids.length, fitting: ids.length + more };
  const unfolded = new Map([...all].filter(({ tile }) => unfoldedIds.has(tile)).map((group) => [group.tile, group]));
  const lacking = [...newVersions].filter(([id]) => !ids.includes(id) && !groups.get(id)?.fitting.includes(id));
  if (unfolded.size + lacking.length === 0) return { ...rest, ids, shapes, places: null };
  const shapeOf = new Map(members && Array.from(members.ids, (id, at) => [id, itemAt(members.shapes, at)]));
  const shown: [id: number, shape: number, place: number][] = [];
  ids.forEach((id, place) => {
    shown.push([id, itemAt(shapes, place), place]);
    for (const member of unfolded.get(id)?.fitting ?? [])
      if (member !== id) shown.push([member, shapeOf.get(member) ?? 0, place]);
    for (const [version, of] of lacking) if (of === id) shown.push([version, itemAt(shapes, place), place]);
  });
  return {
    ...rest,
    ids: Int32Array.from(shown, ([id]) => id),
    shapes: Uint16Array.from(shown, ([, shape]) => shape),
    places: Int32Array.from(shown, ([, , place]) => place),
  };
}

/** Where a picture of the service's list is in the grid, behind those that were unfolded before it. */
export function shownAt({ places }: Pick<ShownList, 'places'>, place: number): number {
  if (places === null) return place;
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (itemAt(places, middle) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a picture of the list was unfolded behind the one that stands for its group. */
export const isUnfoldedAt = ({ places }: ShownList, index: number): boolean =>
  places !== null && index > 0 && places[index] === places[index - 1];

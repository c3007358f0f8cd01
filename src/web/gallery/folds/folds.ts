import { useMemo } from 'react';
import { Store, useStore, useStorePart } from '../../stores/store.ts';
import { type Group, type Groups, NO_GROUPS, type ShownList } from './groups.ts';

const NONE: ReadonlySet<number> = new Set();
interface Folds {
  /** Of the grid. */
  ids: Int32Array;
  groups: Groups;
  /** The pictures of those that are unfolded. */
  unfolded: ReadonlySet<number>;
}
const store = new Store<Folds>({ ids: new Int32Array(), groups: NO_GROUPS, unfolded: NONE });

/** What the grid shows from now on. */
export const showList = ({ ids, groups }: ShownList): void => store.set({ ...store.snapshot(), ids, groups });
export const useUnfolded = () => useStorePart(store, ({ unfolded }) => unfolded);
const isUnfoldedIn = ({ unfolded }: Folds, { tile }: Group) => unfolded.has(tile);
export const isUnfolded = (group: Group): boolean => isUnfoldedIn(store.snapshot(), group);

/** Shows all pictures of a group that fit, or the one that stands for it. */
export function unfold({ tile, members }: Pick<Group, 'tile' | 'members'>): void {
  const { unfolded } = store.snapshot();
  const next = new Set(unfolded);
  const is = unfolded.has(tile);
  for (const id of members) {
    if (is) next.delete(id);
    else next.add(id);
  }
  store.set({ ...store.snapshot(), unfolded: next });
}

/** The folded group that a picture stands in. */
export function foldedGroup(id: number): Group | undefined {
  const group = store.snapshot().groups.get(id);
  return group && !isUnfolded(group) ? group : undefined;
}

/** What is meant by a picture of the grid: all of the group that it stands for. */
export const membersOf = (id: number): readonly number[] => foldedGroup(id)?.members ?? [id];
/** The picture of the grid in which a picture is. */
export const tileOf = (id: number): number => foldedGroup(id)?.tile ?? id;

/** All that is meant by pictures of the grid. */
export function membersOfAll(ids: Iterable<number>): Iterable<number> {
  const { groups } = store.snapshot();
  return groups.size === 0 ? ids : [...ids].flatMap(membersOf);
}

/** The pictures of the grid in its order, with those in folded groups. */
export const shownPictures = (): Iterable<number> => membersOfAll(store.snapshot().ids);

/** The folded groups of which all pictures are among these. */
function wholeGroups(ids: ReadonlySet<number>, folds = store.snapshot()): Group[] {
  if (folds.groups.size === 0) return [];
  return [...ids].flatMap((id) => {
    const group = folds.groups.get(id);
    const isWhole = group?.tile === id && !isUnfoldedIn(folds, group) && group.members.every((one) => ids.has(one));
    return isWhole ? [group] : [];
  });
}
export function useWholeGroups(ids: ReadonlySet<number>): readonly Group[] {
  const folds = useStore(store);
  return useMemo(() => wholeGroups(ids, folds), [ids, folds]);
}

/** For what is done to one picture of each folded group: edits, exports, new versions. */
export function onePerGroup(ids: Iterable<number>): readonly number[] {
  const all = new Set(ids);
  for (const { tile, members } of wholeGroups(all)) for (const id of members) if (id !== tile) all.delete(id);
  return [...all];
}

import { Store, useStorePart } from '../../stores/store.ts';

/** New versions, each with the picture that it is a version of. */
export type NewVersions = ReadonlyMap<number, number>;

const NONE: NewVersions = new Map();
const store = new Store<{ filter: string; versions: NewVersions }>({ filter: '', versions: NONE });

/** They are shown behind their pictures even where this filter hides them, until another one is chosen. */
export const showVersions = (filter: string, versions: NewVersions): void => store.set({ filter, versions });

export const useNewVersions = (filter: string): NewVersions =>
  useStorePart(store, (now) => (now.filter === filter ? now.versions : NONE));

/** They are gone from the library, since somebody has undone it. */
export function forgetVersions(ids: readonly number[]): void {
  const { filter, versions } = store.snapshot();
  const left = new Map([...versions].filter(([id]) => !ids.includes(id)));
  if (left.size < versions.size) store.set({ filter, versions: left });
}

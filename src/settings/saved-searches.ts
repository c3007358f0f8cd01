import { z } from 'zod';
import { MOST_SEARCHES, type NewSearch, SavedSearch } from '../contract/saved-searches.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

export interface SavedSearches {
  /** By name. */
  list(): SavedSearch[];
  /** One that has the name already becomes this one. Throws `conflict` when there are too many, `storage_error`. */
  save(search: NewSearch): SavedSearch;
  /** Throws `not_found`, `storage_error`. */
  remove(id: number): void;
}

/** Searches of the gallery under a name, for every browser of this Safelight. */
export function openSavedSearches({ file, log }: { file: string; log: Log }): SavedSearches {
  const damaged = (kept: string, reason: string) =>
    log.warn({ kept, reason }, 'The saved searches are damaged. The file is kept, and the list begins anew.');
  let searches = readPrivateFile(file, z.array(SavedSearch), damaged) ?? [];
  const store = (next: SavedSearch[]) => {
    try {
      writePrivateFile(file, `${JSON.stringify(next, null, 2)}\n`);
    } catch (error) {
      throw new AppError('storage_error', `${file} cannot be written: ${reasonOf(error)}`, { cause: error });
    }
    searches = next;
  };
  const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
  return {
    list: () => searches.toSorted((one, other) => byName.compare(one.name, other.name)),
    save(search) {
      const former = searches.find(({ name }) => byName.compare(name, search.name) === 0);
      const others = searches.filter((other) => other !== former);
      if (others.length >= MOST_SEARCHES)
        throw new AppError('conflict', `There are ${MOST_SEARCHES} saved searches. Delete one first.`);
      const saved = { ...search, id: former?.id ?? Math.max(0, ...searches.map(({ id }) => id)) + 1 };
      store([...others, saved]);
      return saved;
    },
    remove(id) {
      if (!searches.some((search) => search.id === id))
        throw new AppError('not_found', `There is no saved search ${id}.`);
      store(searches.filter((search) => search.id !== id));
    },
  };
}

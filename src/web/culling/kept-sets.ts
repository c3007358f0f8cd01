import { libraryQuery } from '../api/library.ts';
import { queryClient } from '../api/query-client.ts';
import { keepInTab, keptInTab } from '../stores/kept-in-tab.ts';

/** Pictures that are looked at by themselves, in their order. */
export interface ChosenSet {
  name: string;
  ids: Int32Array;
}
/** Every library has a picture 1. */
interface Kept {
  library: string | null;
  ids: readonly number[];
}

const PREFIX = 'set ';
/** Five thousand pictures take 35 kB of the megabytes that a tab may keep. */
const MOST_SETS = 20;

class KeptSets {
  /** Larger than a tab may keep: they last until the page is left. */
  readonly #inPage = new Map<string, Kept>();

  /** Keeps a set for an entry of the history, which has its name alone. The oldest ones make room. */
  keep(ids: readonly number[]): string {
    let time = Date.now();
    while (this.#keptAs(PREFIX + String(time))) time++;
    const name = PREFIX + String(time);
    const set: Kept = { library: libraryNow(), ids };
    const older = Object.keys(sessionStorage)
      .filter((one) => one.startsWith(PREFIX))
      .sort();
    while (older.length >= MOST_SETS || !keepInTab(name, set)) {
      const oldest = older.shift();
      if (oldest === undefined) {
        this.#inPage.set(name, set);
        break;
      }
      sessionStorage.removeItem(oldest);
    }
    return name;
  }

  /** null when there is none, or when it is of another library. */
  of(name = ''): ChosenSet | null {
    const set = this.#keptAs(name);
    return set?.library === libraryNow() ? { name, ids: Int32Array.from(set.ids) } : null;
  }

  #keptAs = (name: string): Kept | null => this.#inPage.get(name) ?? (keptInTab(name) as Kept | null);
}

const libraryNow = () => queryClient.getQueryData(libraryQuery.queryKey)?.library ?? null;

export const keptSets = new KeptSets();

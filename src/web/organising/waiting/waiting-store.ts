import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { WaitingChange } from './waiting-change.ts';

/** How long one tab may send without saying so again. */
export const LEASE_MS = 15_000;

/** `undefined` removes it, null leaves it as it is. */
export type Become = (change: WaitingChange) => WaitingChange | undefined | null;

/** The changes of every tab, library and client of this browser, the oldest first. See [Note: Waiting changes]. */
export interface Store {
  all(): Promise<WaitingChange[]>;
  add(change: WaitingChange): Promise<void>;
  /** Changes it if it is still there, and returns it; else null. */
  update(key: string, become: Become): Promise<WaitingChange | null>;
  /** Whether this tab may send until then. */
  lease(tab: string, until: number): Promise<boolean>;
}

interface Schema extends DBSchema {
  changes: { key: number; value: WaitingChange; indexes: { key: string } };
  lease: { key: 'lease'; value: { tab: string; until: number } };
}

class BrowserStore implements Store {
  readonly #database: IDBPDatabase<Schema>;

  constructor(database: IDBPDatabase<Schema>) {
    this.#database = database;
  }

  static async open(): Promise<BrowserStore> {
    const database = await openDB<Schema>('safelight-waiting', 1, {
      upgrade: (made) => {
        made.createObjectStore('changes', { autoIncrement: true }).createIndex('key', 'key', { unique: true });
        made.createObjectStore('lease');
      },
    });
    return new BrowserStore(database);
  }

  all() {
    return this.#database.getAll('changes');
  }

  async add(change: WaitingChange) {
    await this.#database.add('changes', change);
  }

  async update(key: string, become: Become) {
    const transaction = this.#database.transaction('changes', 'readwrite');
    const cursor = await transaction.store.index('key').openCursor(key);
    const next = cursor && become(cursor.value);
    if (cursor && next) await cursor.update(next);
    else if (cursor && next === undefined) await cursor.delete();
    await transaction.done;
    return next ?? null;
  }

  async lease(tab: string, until: number) {
    const { store, done } = this.#database.transaction('lease', 'readwrite');
    const lease = await store.get('lease');
    // One that lasts longer than any was taken before the clock was set back.
    const left = lease === undefined ? 0 : lease.until - Date.now();
    const isFree = lease?.tab === tab || left <= 0 || left > LEASE_MS;
    if (isFree) await store.put({ tab, until }, 'lease');
    await done;
    return isFree;
  }
}

/** For browsers that give a page no storage: decisions last until the page is left. */
class PageStore implements Store {
  #changes: WaitingChange[] = [];

  all() {
    return Promise.resolve([...this.#changes]);
  }

  add(change: WaitingChange) {
    this.#changes.push(change);
    return Promise.resolve();
  }

  update(key: string, become: Become) {
    const found = this.#changes.find((change) => change.key === key);
    const next = found ? become(found) : null;
    if (found && next !== null)
      this.#changes = this.#changes.flatMap((change) => (change === found ? (next ?? []) : change));
    return Promise.resolve(next ?? null);
  }

  lease() {
    return Promise.resolve(true);
  }
}

export const openStore = (): Promise<Store> => BrowserStore.open().catch(() => new PageStore());

import { keyOf } from '../../../contract/archive-names.ts';
import { fileNames } from './file-names.ts';
import { joined, type FileStore, type Stored } from './file-store.ts';

/** A folder is not listed for each of a thousand files that go there; nobody else is refused by an old list, as moves never overwrite. */
const LIST_LASTS_MS = 30_000;

/** The names that are taken in each folder, also to a disk that tells neither case nor Unicode forms apart. */
export class FreeNames {
  readonly #store: FileStore;
  readonly #folders = new Map<string, { taken: Set<string>; until: number }>();

  constructor(store: FileStore) {
    this.#store = store;
  }

  /** The path of the first free name. From now on it is taken. */
  async take(folder: string | null, wanted: string, signal: AbortSignal): Promise<string> {
    const taken = await this.#taken(folder ?? '', signal);
    for (const name of fileNames(wanted)) {
      if (taken.has(keyOf(name))) continue;
      taken.add(keyOf(name));
      return joined(folder, name);
    }
    throw new Error('Names do not end.');
  }

  /** The folder is listed anew. */
  forget(folder: string | null): void {
    this.#folders.delete(folder ?? '');
  }

  async entries(folder: string, signal: AbortSignal): Promise<Stored[]> {
    this.forget(folder);
    return (await this.#store.list(folder, signal)) ?? [];
  }

  async #taken(folder: string, signal: AbortSignal): Promise<Set<string>> {
    const known = this.#folders.get(folder);
    if (known && known.until > Date.now()) return known.taken;
    const entries = await this.entries(folder, signal);
    // Two that ask at once share one list: neither gets a name that the other has.
    const other = this.#folders.get(folder);
    if (other) return other.taken;
    const taken = new Set(entries.map(({ name }) => keyOf(name)));
    this.#folders.set(folder, { taken, until: Date.now() + LIST_LASTS_MS });
    return taken;
  }
}

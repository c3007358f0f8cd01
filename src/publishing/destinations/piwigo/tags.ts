import { Made, Tags } from './answers.ts';
import { type PiwigoApi, PiwigoRefusal } from './piwigo-api.ts';

/** "It exists", among others. */
const INVALID = 1003;

/** Tags of the gallery by name. */
export class PiwigoTags {
  readonly #api: PiwigoApi;
  /** null: not read yet. */
  #known: Map<string, string> | null = null;

  constructor(api: PiwigoApi) {
    this.#api = api;
  }

  async idsOf(names: readonly string[], signal: AbortSignal): Promise<string[]> {
    const ids: string[] = [];
    for (const name of names) ids.push(await this.#idOf(name, signal));
    return [...new Set(ids)];
  }

  async #idOf(name: string, signal: AbortSignal): Promise<string> {
    const known = this.#known ?? (await this.#read(signal));
    const there = known.get(name);
    if (there !== undefined) return there;
    const id = await this.#make(name, signal);
    known.set(name, id);
    return id;
  }

  async #make(name: string, signal: AbortSignal): Promise<string> {
    try {
      return (await this.#api.change('pwg.tags.add', { name }, Made, signal)).id;
    } catch (error) {
      if (!(error instanceof PiwigoRefusal) || error.code !== INVALID) throw error;
      // Somebody else made it, or its database takes another spelling for the same.
      const known = await this.#read(signal);
      const same = known.get(name) ?? [...known].find(([other]) => folded(other) === folded(name))?.[1];
      if (same === undefined) throw error;
      return same;
    }
  }

  async #read(signal: AbortSignal): Promise<Map<string, string>> {
    const { tags } = await this.#api.query('pwg.tags.getAdminList', {}, Tags, signal);
    this.#known = new Map(tags.map(({ id, name }) => [name, id]));
    return this.#known;
  }
}

const folded = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * What this browser keeps for a link, one entry a thing, so that two tabs do not overwrite each other. Browsers that keep nothing (private
 * windows, storage that is full or switched off) keep it as long as the page is open.
 */
export class Keeping {
  readonly #prefix: string;

  constructor(link: string) {
    this.#prefix = `${link} `;
  }

  read(): Map<string, unknown> {
    const found = new Map<string, unknown>();
    quietly(() => {
      for (const key of Object.keys(localStorage)) {
        if (!key.startsWith(this.#prefix)) continue;
        quietly(() => found.set(key.slice(this.#prefix.length), JSON.parse(localStorage.getItem(key) ?? 'null')));
      }
    });
    return found;
  }

  set(name: string, value: unknown): void {
    quietly(() => localStorage.setItem(this.#prefix + name, JSON.stringify(value)));
  }

  remove(name: string): void {
    quietly(() => localStorage.removeItem(this.#prefix + name));
  }

  clear(): void {
    for (const name of this.read().keys()) this.remove(name);
  }
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // The page works without it.
  }
}

import { LRUCache } from 'lru-cache';

const MOST_VIEWERS = 64;
/** A viewer who has not moved for so long may be gone. */
const FORGOTTEN_MS = 10 * 60_000;

/** What viewers see at present and may still need a preview. Who looked last is served first. */
export class VisibleImages {
  /** Those that `next` has not returned yet. */
  readonly #byViewer = new LRUCache<string, number[]>({ max: MOST_VIEWERS, ttl: FORGOTTEN_MS });
  readonly #seen = new LRUCache<string, Set<number>>({ max: MOST_VIEWERS, ttl: FORGOTTEN_MS });

  /** Replaces what this viewer saw before. */
  see(viewer: string, ids: readonly number[]): void {
    const seen = new Set(ids);
    this.#seen.set(viewer, seen);
    if (seen.size === 0) this.#byViewer.delete(viewer);
    else this.#byViewer.set(viewer, [...seen]);
  }

  /** Whether anybody sees it at present. */
  isSeen(id: number): boolean {
    return [...this.#seen.values()].some((ids) => ids.has(id));
  }

  /** Removes and returns the most wanted one. */
  next(): number | null {
    for (const [viewer, ids] of this.#byViewer.entries()) {
      const id = ids.shift();
      if (ids.length === 0) this.#byViewer.delete(viewer);
      if (id !== undefined) return id;
    }
    return null;
  }
}

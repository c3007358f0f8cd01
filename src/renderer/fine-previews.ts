/** The most images to keep, newest last. A batch of thousands is not rendered twice. */
const MOST = 200;

/**
 * Images with quick previews, to be rendered again in full quality when no job is waiting; latest first. Kept in memory only: quick
 * previews from before a restart stay, as they are as good as darktable's own thumbnails.
 */
export class FinePreviews {
  /** By image id: the development that the quick previews show. */
  readonly #wanted = new Map<number, string>();

  add(id: number, sidecar: string): void {
    this.#wanted.delete(id);
    this.#wanted.set(id, sidecar);
    for (const [oldest] of this.#wanted) {
      if (this.#wanted.size <= MOST) break;
      this.#wanted.delete(oldest);
    }
  }

  /** Removes and returns the next one. */
  take(): { id: number; sidecar: string } | null {
    const last = [...this.#wanted].at(-1);
    if (!last) return null;
    const [id, sidecar] = last;
    this.#wanted.delete(id);
    return { id, sidecar };
  }

  count(): number {
    return this.#wanted.size;
  }

  clear(): void {
    this.#wanted.clear();
  }
}

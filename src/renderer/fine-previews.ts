/** At most so many, the last ones: those that somebody may be looking at. A batch of thousands is not rendered twice. */
const MOST = 200;

/**
 * Images whose previews were made the quick way, to be made anew in full quality when nothing waits. What was made last comes
 * first. Known in memory only: quick previews that a former Safelight left are as good as darktable's own thumbnails, and stay.
 */
export class FinePreviews {
  /** By image id, what development the quick previews show. */
  readonly #wanted = new Map<number, string>();

  add(id: number, sidecar: string): void {
    this.#wanted.delete(id);
    this.#wanted.set(id, sidecar);
    for (const [oldest] of this.#wanted) {
      if (this.#wanted.size <= MOST) break;
      this.#wanted.delete(oldest);
    }
  }

  /** Takes the next one out. */
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

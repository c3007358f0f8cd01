import { basename, dirname } from 'node:path';
import type { Events } from '../platform/events.ts';
import { watchFolder } from '../platform/watch-folder.ts';

const SETTLE_MS = 100;

/** Tells when the numbers of a queue change, a storm of changes a few times. */
export class QueueNews {
  readonly #name: 'refresh' | 'export';
  readonly #counts: { depth: () => number; failures: () => number };
  readonly #events: Events;
  readonly #watch: { close(): void };
  #known: { depth: number; failures: number };
  #timer: NodeJS.Timeout | undefined;

  /** `counts` is handed what was last known, for when a file cannot be read. */
  constructor(options: {
    name: 'refresh' | 'export';
    file: string;
    counts: { depth: (known: number) => number; failures: (known: number) => number };
    events: Events;
  }) {
    const { name, file, counts, events } = options;
    this.#name = name;
    this.#events = events;
    this.#counts = {
      depth: () => counts.depth(this.#known.depth),
      failures: () => counts.failures(this.#known.failures),
    };
    this.#known = { depth: counts.depth(0), failures: counts.failures(0) };
    this.#watch = watchFolder(dirname(file), (changed) => {
      if (changed === null || changed.startsWith(basename(file))) this.look();
    });
  }

  /** How many jobs there are now; what is told follows a little later. */
  depth(): number {
    return this.#counts.depth();
  }

  look(): void {
    this.#timer ??= setTimeout(() => this.#tell(), SETTLE_MS).unref();
  }

  close(): void {
    this.#watch.close();
    clearTimeout(this.#timer);
  }

  #tell(): void {
    this.#timer = undefined;
    const before = this.#known;
    const now = { depth: this.#counts.depth(), failures: this.#counts.failures() };
    if (now.depth === before.depth && now.failures === before.failures) return;
    this.#known = now;
    if (now.failures > before.failures)
      this.#events.emit('queue.failed', { name: this.#name, failures: now.failures - before.failures });
    this.#events.emit('queue.changed', { name: this.#name, depth: now.depth });
    if (this.#name === 'export' && now.depth === 0 && before.depth > 0) this.#events.emit('exports.finished');
  }
}

import type { ChangeKind, ChangeResult } from '../../contract/image-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { Events } from '../../platform/events.ts';

/** What is being done, and for whom. */
export interface ChangeBegun {
  client: string;
  kind: ChangeKind;
  /** The change that it takes back. */
  undoes: number | null;
  /** What it was postponed as. */
  postponed?: number;
  /** Runs when its turn has come; what it throws keeps the change from being made. */
  check?: (() => Promise<void>) | undefined;
}

export interface RunningChange {
  /** The number of its images; 0: not known yet. */
  of: number;
  readonly signal: AbortSignal;
  /** Stops the rest. */
  readonly stop: () => void;
  /** Called with its id in the journal. */
  readonly begun: (id: number) => void;
  readonly progress: (imagesDone: number) => void;
}

/** The running changes: reports their progress and cancels them. */
export class RunningChanges {
  readonly #events: Pick<Events, 'emit'>;
  readonly #running = new Map<number, { change: RunningChange; ended: Promise<ChangeResult> }>();
  readonly #all = new Set<RunningChange>();

  constructor(events: Pick<Events, 'emit'>) {
    this.#events = events;
  }

  /** Runs a change. Changes of a single image are not reported, since they take no time. */
  async run(
    { client, kind, undoes }: ChangeBegun,
    work: (change: RunningChange) => Promise<ChangeResult>,
  ): Promise<ChangeResult> {
    const stopping = new AbortController();
    const ending = Promise.withResolvers<ChangeResult>();
    // Only a cancel waits for it.
    ending.promise.catch(() => undefined);
    const told = { id: null as number | null, last: -1 };
    const tell = (done: number, state: 'running' | 'ended') => {
      const { of } = change;
      if (told.id === null || of < 2 || (state === 'running' && done === told.last)) return;
      told.last = done;
      this.#events.emit('change.progress', { change: told.id, kind, undoes, client, done, of, state });
    };
    const change: RunningChange = {
      of: 0,
      signal: stopping.signal,
      stop: () => stopping.abort(),
      begun: (given) => {
        if (told.id !== null) this.#running.delete(told.id);
        told.id = given;
        this.#running.set(given, { change, ended: ending.promise });
      },
      progress: (done) => tell(done, 'running'),
    };
    this.#all.add(change);
    try {
      const result = await work(change);
      ending.resolve(result);
      // Images that were as wanted are no part of what the plugin has to do.
      tell(Math.min(change.of, result.changed + result.unchanged), 'ended');
      return result;
    } catch (error) {
      ending.reject(error);
      tell(Math.max(0, told.last), 'ended');
      throw error;
    } finally {
      this.#all.delete(change);
      if (told.id !== null) this.#running.delete(told.id);
    }
  }

  isRunning(id: number): boolean {
    return this.#running.has(id);
  }

  /** Stops a change and resolves with its result. Throws `conflict` if it is not running. */
  cancel(id: number): Promise<ChangeResult> {
    const running = this.#running.get(id);
    if (!running)
      throw new AppError('conflict', `Change ${id} has ended. POST /api/v1/changes/${id}/undo takes it back.`);
    running.change.stop();
    return running.ended;
  }

  stopAll(): void {
    for (const change of this.#all) change.stop();
  }
}

import type { FarmWorker } from '../../contract/farm.ts';
import type { Heartbeat, HeartbeatAnswer } from './protocol.ts';
import { Speed } from './speed.ts';

/** Three missed heartbeats. */
const AWAY_MS = 35_000;
/** Between two jobs a worker says that it is idle; who has just finished one is at work. */
const BETWEEN_MS = 4_000;
/** What a worker of ours never sends came from it. */
const DISTRUST_MS = 10 * 60_000;

interface Known {
  heartbeat: Heartbeat;
  /** Unix milliseconds, for people. */
  seenMs: number;
  /** The same moment, for what is reckoned (`performance.now`). */
  heardMs: number;
  isPaused: boolean;
  /** By our last answer, it takes no jobs. */
  isTold: boolean;
  done: number;
  failed: number;
  lastFailure: string | null;
  /** Why it takes no jobs until then (`performance.now`). */
  distrust: { reason: string; untilMs: number } | null;
  /** When its last result came (`performance.now`). */
  resultMs: number;
  speed: Speed;
}

/** The workers that have shown a sign of life, by name. Whatever they say of themselves, the name comes from the broker. */
export class FarmWorkers {
  /** The version of darktable that jobs need; null: any. */
  wantedVersion: string | null = null;
  readonly #known = new Map<string, Known>();
  #isAllPaused = false;

  hear(name: string, heartbeat: Heartbeat): HeartbeatAnswer {
    const known = this.#of(name, heartbeat);
    known.heartbeat = heartbeat;
    [known.seenMs, known.heardMs] = [Date.now(), performance.now()];
    const answer = answerTo(known, this.#isAllPaused, this.wantedVersion);
    known.isTold = answer.pause;
    return answer;
  }

  /** null: all of them. */
  pause(name: string | null, isPaused: boolean): void {
    if (name === null) this.#isAllPaused = isPaused;
    else {
      const known = this.#known.get(name);
      if (known) known.isPaused = isPaused;
    }
  }

  get isAllPaused(): boolean {
    return this.#isAllPaused;
  }

  noteDone(name: string): void {
    const known = this.#of(name);
    known.done++;
    known.resultMs = performance.now();
    known.speed.count();
  }

  noteFailed(name: string, reason: string): void {
    const known = this.#of(name);
    known.failed++;
    known.resultMs = performance.now();
    known.lastFailure = reason;
  }

  /** It takes no jobs for a while. Returns whether it took some before. */
  distrust(name: string, reason: string): boolean {
    const known = this.#of(name);
    const isNew = !isDistrusted(known);
    known.distrust = { reason, untilMs: performance.now() + DISTRUST_MS };
    return isNew;
  }

  /** Those that take jobs. */
  atWork(): string[] {
    return [...this.#known].filter(([, known]) => this.#takesJobs(known)).map(([name]) => name);
  }

  /** Whether every worker that takes jobs can read this file itself. */
  allRead(path: string): boolean {
    return [...this.#known.values()]
      .filter((known) => this.#takesJobs(known))
      .every(({ heartbeat }) => heartbeat.sharedFolders.some((folder) => isIn(path, folder)));
  }

  list(): FarmWorker[] {
    return [...this.#known]
      .map(([name, known]) => {
        const { version, cores, state, job, reason } = known.heartbeat;
        const { pause, reason: why } = answerTo(known, this.#isAllPaused, this.wantedVersion);
        // Until it has asked, it may take another.
        const isResting = pause && known.isTold && state === 'idle';
        const isBetween = state === 'idle' && performance.now() - known.resultMs < BETWEEN_MS;
        return {
          name,
          version,
          cores,
          done: known.done,
          failed: known.failed,
          state: isAway(known)
            ? ('away' as const)
            : isResting
              ? ('paused' as const)
              : isBetween
                ? ('working' as const)
                : state,
          job: isAway(known) ? null : job,
          paused: known.isPaused,
          reason: why ?? reason,
          last_failure: known.lastFailure,
          jobs_per_minute: known.speed.perMinute(),
          seen_at: known.seenMs,
        };
      })
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  #takesJobs(known: Known): boolean {
    return (
      !isAway(known) &&
      known.heartbeat.state !== 'paused' &&
      !answerTo(known, this.#isAllPaused, this.wantedVersion).pause
    );
  }

  #of(name: string, heartbeat: Heartbeat = UNKNOWN): Known {
    const known = this.#known.get(name) ?? {
      heartbeat,
      seenMs: Date.now(),
      heardMs: performance.now(),
      isPaused: false,
      isTold: false,
      done: 0,
      failed: 0,
      resultMs: -Infinity,
      lastFailure: null,
      distrust: null,
      speed: new Speed(),
    };
    this.#known.set(name, known);
    return known;
  }
}

/** Its result came before its first heartbeat. */
const UNKNOWN: Heartbeat = { version: null, cores: 1, state: 'idle', job: null, sharedFolders: [], reason: null };

const isAway = ({ heardMs }: Known) => performance.now() - heardMs > AWAY_MS;

const isDistrusted = ({ distrust }: Known) => distrust !== null && performance.now() < distrust.untilMs;

function answerTo(known: Known, isAllPaused: boolean, wanted: string | null): HeartbeatAnswer {
  const { heartbeat, isPaused, distrust } = known;
  if (isDistrusted(known)) return { pause: true, reason: distrust!.reason };
  if (heartbeat.version === null) return { pause: true, reason: 'it has no darktable' };
  if (wanted !== null && heartbeat.version !== wanted)
    return { pause: true, reason: `it has darktable ${heartbeat.version}, and this library has ${wanted}` };
  return { pause: isPaused || isAllPaused, reason: null };
}

/** Windows' paths are compared as they are. */
export const isIn = (path: string, folder: string) =>
  path.startsWith(folder) && (/[\\/]$/.test(folder) || /^[\\/]/.test(path.slice(folder.length)));

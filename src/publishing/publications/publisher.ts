import { mkdir, rm } from 'node:fs/promises';
import { archiveNaming } from '../../contract/archive-names.ts';
import type { PublicationRun, PublicationState } from '../../contract/publications.ts';
import { exportStates } from '../../library/export-facts.ts';
import { reasonOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { RenderError } from '../../renderer/darktable-cli.ts';
import { Turns } from '../../renderer/turns.ts';
import { type Destination, DestinationFailure } from '../destinations/destination.ts';
import { privateTexts, withoutTexts } from '../private-texts.ts';
import { RecipeFailure } from '../recipe-failure.ts';
import type { RecipeMaker } from '../recipe-maker.ts';
import type { StoredPublication } from './ledger.ts';
import { type LookContext, lookAt, type Ready } from './look.ts';
import { allowedBy, type Step } from './plan.ts';
import { runStep, type StepContext } from './run-step.ts';

export interface PublisherOptions extends LookContext {
  /** Where pictures are made; nothing else is in it. */
  workDir: string;
  /** null: there is none. Whoever opens one closes it. */
  openDestination: (id: number) => Destination | null;
  maker: Pick<RecipeMaker, 'make'>;
  mayWork: () => boolean;
  /** Told whenever something about a publication is another. */
  onProgress: (id: number) => void;
  log: Log;
}

/** How a publication's run is, in this process. */
type Progress = Pick<PublicationState, 'state' | 'done' | 'of' | 'problem'> & {
  nextTryMs: number | null;
  tries: number;
};

export interface Publisher {
  progressOf(id: number): Progress;
  /** Somebody wants a run, or has mended what stopped one. */
  wake(id: number): void;
  /** The library has changed: what waits goes on waiting. */
  wakeUnlessWaiting(id: number): void;
  stop(id: number): void;
  settled(): Promise<void>;
  close(): Promise<void>;
}

const LOOK_MS = 2_000;
/** The first pause after a failure that may be over soon; each further one is twice as long. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [10_000, 3_600_000];
/** After so many failures in a row, the destination rather than the picture is the reason. */
const MOST_IN_A_ROW = 3;
const IDLE: Progress = { state: 'idle', done: 0, of: 0, problem: null, nextTryMs: null, tries: 0 };

/** A run ends early, and goes on by itself, or once somebody has done something. */
class Pause {
  readonly reason: string;
  readonly seconds: number | null;
  readonly isForPeople: boolean;
  constructor(
    reason: string,
    { seconds = null, isForPeople = false }: { seconds?: number | null; isForPeople?: boolean } = {},
  ) {
    this.reason = reason;
    this.seconds = seconds;
    this.isForPeople = isForPeople;
  }
}

/** Does what publications want, one after the other: what was begun goes on after a restart. */
export function openPublisher(options: PublisherOptions): Publisher {
  const { ledger, library, maker, mayWork, onProgress, log } = options;
  const stopping = new AbortController();
  const progress = new Map<number, Progress>();
  const stopped = new Set<number>();
  const progressOf = (id: number) => progress.get(id) ?? IDLE;
  const tell = (id: number, change: Partial<Progress>) => {
    progress.set(id, { ...progressOf(id), ...change });
    onProgress(id);
  };
  const turns = new Turns({
    take,
    onError: (error) => log.error({ err: error }, 'Publications cannot go on'),
    lookMs: LOOK_MS,
    soonMs: LOOK_MS,
    stopping: stopping.signal,
  });

  async function take(): Promise<void> {
    for (const publication of ledger.list()) {
      const { nextTryMs, problem } = progressOf(publication.id);
      if (stopping.signal.aborted || !mayWork()) return;
      const isDue = nextTryMs === null ? problem === null : nextTryMs <= Date.now();
      if (publication.wanted && publication.library === library.file && isDue) await carryOut(publication);
    }
  }

  async function carryOut(publication: StoredPublication): Promise<void> {
    const { id } = publication;
    const began = new Date().toISOString();
    const counts = { done: 0, failed: 0 };
    tell(id, { state: 'running', done: 0, of: 0, problem: null, nextTryMs: null });
    const destination = options.openDestination(publication.destination);
    let pause: Pause | null;
    try {
      pause = await attempt(publication, destination, counts);
    } catch (error) {
      pause = pauseFor(error);
    } finally {
      await destination?.close();
    }
    // The next start goes on with it.
    if (stopping.signal.aborted) return;
    const run: PublicationRun = { began, ended: new Date().toISOString(), ...counts, problem: pause?.reason ?? null };
    if (counts.done + counts.failed > 0 || pause?.isForPeople) ledger.addRun(id, run);
    const wasStopped = stopped.delete(id);
    if (pause === null || wasStopped) {
      ledger.want(id, null);
      progress.delete(id);
      onProgress(id);
      return;
    }
    const { tries } = progressOf(id);
    // Whatever went through shows that it is not all in vain.
    const rounds = counts.done > 0 ? 0 : tries;
    const ms = Math.max((pause.seconds ?? 0) * 1000, Math.min(FIRST_PAUSE_MS * 2 ** rounds, LONGEST_PAUSE_MS));
    tell(id, {
      state: 'waiting',
      problem: pause.reason,
      tries: rounds + 1,
      nextTryMs: pause.isForPeople ? null : Date.now() + ms,
    });
  }

  /** null: everything was done that may be done. */
  async function attempt(
    publication: StoredPublication,
    destination: Destination | null,
    counts: { done: number; failed: number },
  ): Promise<Pause | null> {
    const { signal } = stopping;
    const { id } = publication;
    const wanted = publication.wanted!;
    const yes = new Set(wanted.yes);
    const look = await lookAt(publication, destination, options, { isThorough: yes.size > 0, yes, signal });
    if (look.is === 'problem') return new Pause(look.problem, { isForPeople: true });
    const { steps, identity } = look.ready;
    const removals = steps.filter(({ kind }) => kind === 'gone-here').length;
    // Somebody said yes to fewer.
    if (removals > wanted.removals) yes.delete('removals');
    const todo = steps.filter(allowedBy(steps, yes));
    if (publication.identity !== identity) ledger.pin(id, identity);
    tell(id, { of: todo.length });
    if (todo.length === 0) return null;
    const context = await contextOf(publication, destination!, look.ready);
    let pause: Pause | null = null;
    let inARow = 0;
    for (const step of todo) {
      if (stopped.has(id)) return null;
      if (!mayWork()) return new Pause('Safelight is paused.');
      const failed = await attemptStep(step, context);
      if (failed === null) inARow = 0;
      else if (failed !== 'never') {
        pause = failed;
        if (failed.isForPeople || ++inARow === MOST_IN_A_ROW) return failed;
      }
      counts[failed === null ? 'done' : 'failed']++;
      tell(id, { done: counts.done + counts.failed });
    }
    return pause;
  }

  async function attemptStep(step: Step, context: StepContext): Promise<'never' | Pause | null> {
    try {
      await runStep(step, context);
      return null;
    } catch (error) {
      if (stopping.signal.aborted) throw error;
      const isOfPicture = error instanceof RecipeFailure || error instanceof RenderError;
      const kind = error instanceof DestinationFailure ? error.kind : isOfPicture ? 'never' : null;
      if (kind !== 'never' && kind !== 'changed_there') return pauseFor(error);
      if (step.picture) keepFailure(step, kind, reasonOf(error), context);
      return 'never';
    }
  }

  function keepFailure({ picture, item }: Step, kind: 'never' | 'changed_there', reason: string, context: StepContext) {
    const { publication } = context;
    const { imageId, key, shown } = picture!;
    const known = item ?? ledger.newItem(imageId, key, key.filename);
    // What was sent last is in the ledger, not in the plan.
    const present = ledger.items(publication).find(({ mark }) => mark === known.mark) ?? known;
    ledger.put(publication, { ...present, sending: null, failure: { kind, reason, of: shown } });
  }

  async function contextOf(
    publication: StoredPublication,
    destination: Destination,
    ready: Ready,
  ): Promise<StepContext> {
    const { signal } = stopping;
    const { id, album: name, albumId } = publication;
    const album = name === null ? null : await destination.album(name, albumId, signal);
    if (album !== null && album !== albumId) ledger.keepAlbum(id, album);
    const { recipe, version, steps } = ready;
    const naming = archiveNaming(recipe.pattern, steps.filter(({ item }) => item).length);
    await rm(options.workDir, { recursive: true, force: true });
    await mkdir(options.workDir, { recursive: true, mode: 0o700 });
    return {
      publication: id,
      ledger,
      destination,
      album,
      recipe,
      version,
      // A destination has no folders below an album, so a pattern's folders fall away.
      nameOf: (record, ending) => naming(record, ending.slice(1)).replace(/^.*\//, ''),
      make: (imageId, by, till) => maker.make(imageId, by, options.workDir, till),
      async factsOf(imageId) {
        const stayingHome = await privateTexts(library);
        const state = (await library.read((reader) => exportStates(reader, [imageId]))).get(imageId);
        return state ? withoutTexts(state.record, stayingHome) : null;
      },
      signal,
    };
  }

  turns.wake();
  return {
    progressOf,
    wake(id) {
      stopped.delete(id);
      if (progressOf(id).state === 'waiting') progress.delete(id);
      turns.wake();
    },
    wakeUnlessWaiting(id) {
      if (progressOf(id).state === 'waiting') return;
      stopped.delete(id);
      turns.wake();
    },
    stop(id) {
      if (progressOf(id).state === 'running') stopped.add(id);
      else {
        progress.delete(id);
        ledger.want(id, null);
      }
    },
    settled: () => turns.taken(),
    async close() {
      turns.close();
      stopping.abort(new Error('Safelight is closing.'));
      await turns.taken();
    },
  };
}

function pauseFor(error: unknown): Pause {
  if (!(error instanceof DestinationFailure)) return new Pause(reasonOf(error));
  return new Pause(error.message, { seconds: error.retryAfterSeconds, isForPeople: error.kind === 'person' });
}

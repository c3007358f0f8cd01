import { reasonOf } from '../../platform/errors.ts';
import { RenderError } from '../../renderer/darktable-cli.ts';
import { type Destination, DestinationFailure } from '../destinations/destination.ts';
import { RecipeFailure } from '../recipe-failure.ts';
import type { StoredPublication, WantedRun } from './ledger.ts';
import { lookAt } from './look.ts';
import { Pause, pauseFor } from './pause.ts';
import { allowedBy, type Step } from './plan.ts';
import { runStep, type StepContext } from './run-step.ts';
import { stepContext, type StepContextOptions } from './step-context.ts';

export interface AttemptOptions extends StepContextOptions {
  mayWork: () => boolean;
}

export interface Attempt {
  publication: StoredPublication;
  wanted: WantedRun;
  destination: Destination | null;
  /** Counted up. */
  counts: { done: number; failed: number };
  /** What failed when it was tried last, and is tried after all others. Kept up to date. */
  late: Set<string>;
  /** Whether somebody wants it to end. */
  isStopped: () => boolean;
  onProgress: (change: { done?: number; of?: number }) => void;
  signal: AbortSignal;
}

/** After so many failures in a row, the destination rather than the picture is the reason. */
const MOST_IN_A_ROW = 3;

/** The same with each plan, also before the picture has an item. */
const nameOf = ({ picture, item }: Step): string => (picture ? `image ${picture.imageId}` : (item?.mark ?? ''));

/** null: everything was done that may be done. Throws what no step throws, and anything once `signal` is aborted. */
export async function attemptRun(attempt: Attempt, options: AttemptOptions): Promise<Pause | null> {
  const { publication, wanted, destination, onProgress, signal } = attempt;
  const yes = new Set(wanted.yes);
  const look = await lookAt(publication, destination, options, { isThorough: yes.size > 0, yes, signal });
  if (look.is === 'problem') return new Pause(look.problem, { isForPeople: true });
  const { steps, identity } = look.ready;
  const removals = new Set(wanted.removals);
  // Since the yes, others may have left the source.
  const isSeen = ({ kind, item }: Step) => kind !== 'gone-here' || (item !== null && removals.has(item.mark));
  const allowed = steps.filter(allowedBy(steps, yes)).filter(isSeen);
  const isLate = (step: Step) => attempt.late.has(nameOf(step));
  const todo = [...allowed.filter((step) => !isLate(step)), ...allowed.filter(isLate)];
  if (publication.identity !== identity) options.ledger.pin(publication.id, identity);
  onProgress({ of: todo.length });
  if (todo.length === 0) return null;
  return attemptSteps(todo, await stepContext(publication, look.ready, options, signal), attempt, options);
}

async function attemptSteps(
  todo: readonly Step[],
  context: StepContext,
  { counts, late, isStopped, onProgress }: Attempt,
  { mayWork }: AttemptOptions,
): Promise<Pause | null> {
  let pause: Pause | null = null;
  let inARow = 0;
  for (const step of todo) {
    if (isStopped()) return null;
    if (!mayWork()) return new Pause('Safelight is paused.');
    const failed = await attemptStep(step, context);
    if (failed === null || failed === 'never') late.delete(nameOf(step));
    else late.add(nameOf(step));
    if (failed === null) inARow = 0;
    else if (failed !== 'never') {
      pause = failed;
      if (failed.isForPeople || ++inARow === MOST_IN_A_ROW) return failed;
    }
    counts[failed === null ? 'done' : 'failed']++;
    onProgress({ done: counts.done + counts.failed });
  }
  return pause;
}

/** null: it is done; never: it fails until the picture is another, or somebody wants it tried again. */
async function attemptStep(step: Step, context: StepContext): Promise<'never' | Pause | null> {
  try {
    await runStep(step, context);
    return null;
  } catch (error) {
    if (context.signal.aborted) throw error;
    const isOfPicture = error instanceof RecipeFailure || error instanceof RenderError;
    const kind = error instanceof DestinationFailure ? error.kind : isOfPicture ? 'never' : null;
    if (kind !== 'never' && kind !== 'changed_there') return pauseFor(error);
    if (step.picture) keepFailure(step, kind, reasonOf(error), context);
    return 'never';
  }
}

function keepFailure({ picture, item }: Step, kind: 'never' | 'changed_there', reason: string, context: StepContext) {
  const { ledger, publication } = context;
  const { imageId, key, shown } = picture!;
  const known = item ?? ledger.newItem(imageId, key, key.filename);
  // What was sent last is in the ledger, not in the plan.
  const present = ledger.items(publication).find(({ mark }) => mark === known.mark) ?? known;
  ledger.put(publication, { ...present, sending: null, failure: { kind, reason, of: shown } });
}

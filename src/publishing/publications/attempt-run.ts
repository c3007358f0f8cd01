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

/** One picture is made while others are on their way. */
const AT_ONCE = 3;

async function attemptSteps(
  todo: readonly Step[],
  context: StepContext,
  attempt: Attempt,
  { mayWork }: AttemptOptions,
): Promise<Pause | null> {
  const { counts, late, isStopped, onProgress } = attempt;
  const run = { pause: null as Pause | null, inARow: 0, hasWorked: false, isOver: false };
  const isOver = () => run.isOver;
  // What was on its way meanwhile only repeats why.
  const end = (why: Pause | null) => {
    if (!isOver()) run.pause = why;
    run.isOver = true;
  };

  async function attemptOne(step: Step): Promise<void> {
    const failed = await attemptStep(step, context);
    if (failed === null || failed === 'never') late.delete(nameOf(step));
    else late.add(nameOf(step));
    if (failed === null) Object.assign(run, { inARow: 0, hasWorked: true });
    else if (failed !== 'never') {
      if (failed.isForPeople || ++run.inARow >= MOST_IN_A_ROW) {
        end(failed);
        return;
      }
      if (!isOver()) run.pause = failed;
    }
    counts[failed === null ? 'done' : 'failed']++;
    onProgress({ done: counts.done + counts.failed });
  }

  async function work(queue: Iterable<Step>, isEnough = () => false): Promise<void> {
    for (const step of queue) {
      if (isStopped()) end(null);
      else if (!mayWork()) end(new Pause('Safelight is paused.'));
      if (isOver()) return;
      await attemptOne(step);
      if (isEnough()) return;
    }
  }

  const mayBeBeside = ({ kind }: Step) => !context.destination.abilities.describes && kind !== 'gone-here';
  for (const stretch of stretches(todo, mayBeBeside)) {
    const queue = stretch.values();
    // While nothing has arrived, no second file is sent to a place that may take none.
    await work(queue, () => run.hasWorked && mayBeBeside(stretch[0]!));
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => work(queue)));
    for (const one of ends) if (one.status === 'rejected') throw one.reason;
  }
  return run.pause;
}

/** Photo services make one item of equal bytes, and what takes something away comes after what is sent: both one after the other. */
function stretches(todo: readonly Step[], mayBeBeside: (step: Step) => boolean): Step[][] {
  const found: Step[][] = [];
  for (const step of todo) {
    const last = found.at(-1);
    if (last && mayBeBeside(last[0]!) === mayBeBeside(step)) last.push(step);
    else found.push([step]);
  }
  return found;
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

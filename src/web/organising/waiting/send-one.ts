import type { ImageChange } from '../../../contract/image-change.ts';
import type { ImageRecord } from '../../../contract/image-record.ts';
import { MOST_IDS } from '../../../contract/most-ids.ts';
import { changeImageIf, changeImages, imageNow, undoChange } from '../../api/organising.ts';
import { ApiError } from '../../api/request.ts';
import { type AnyChange, isImageChange, isPaste } from '../change-words.ts';
import type { Marks } from '../marks.ts';
import { changedMeanwhile } from './meanwhile.ts';
import type { Outcome, WaitingChange, WaitingUndo } from './waiting-change.ts';
import { waitingChanges } from './waiting-changes.ts';

type Stored = Extract<Outcome, { is: 'stored' }>;

/** Keeps what was done so far, in case the page is left in the middle. */
export type NoteProgress = (progress: Pick<WaitingChange, 'ids' | 'stored' | 'what'>) => Promise<void>;

/** The outcome, and the images that somebody else has changed meanwhile. */
export interface Sent {
  outcome: Stored;
  conflicts: Conflict[];
}
interface Conflict {
  id: number;
  /** File name. */
  name: string;
  now: Marks;
}

/** After this many changes by others in between, it is a failure. */
const ATTEMPTS = 5;
/** How many images are read at the same time. */
const AT_ONCE = 6;

export async function sendOne(waiting: WaitingChange, note: NoteProgress): Promise<Sent> {
  const outcome: Stored = {
    is: 'stored',
    changes: [...waiting.stored],
    count: waiting.ids.length,
    hadToWait: waiting.hadToWait,
    cancelled: 0,
    missing: 0,
    conflicts: [],
    left: 0,
    leftFields: 0,
  };
  const { what } = waiting;
  if (what.is === 'undo') {
    await sendUndo(waiting, what, outcome, note);
    return { outcome, conflicts: [] };
  }
  if (!waiting.hadToWait) {
    await sendParts(waiting.ids, what.change, outcome, (ids) => note({ ids, stored: outcome.changes, what }));
    return { outcome, conflicts: [] };
  }
  const [only] = waiting.ids;
  return waiting.ids.length === 1 && only !== undefined
    ? sendGuarded(waiting, only, what.change, outcome)
    : sendCompared(waiting, what.change, outcome, note);
}

async function sendParts(
  ids: readonly number[],
  change: ImageChange,
  outcome: Stored,
  noteLeft: (ids: number[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    const cancels = waitingChanges.cancels();
    const { change: made, failed } = await changeImages({ ids: ids.slice(from, from + MOST_IDS), change });
    if (made !== null) outcome.changes.push(made);
    const left = ids.slice(from + MOST_IDS);
    if (waitingChanges.cancels() > cancels) {
      outcome.cancelled = failed + left.length;
      break;
    }
    outcome.missing += failed;
    if (left.length > 0) await noteLeft(left);
  }
  outcome.count -= outcome.missing + outcome.cancelled;
}

/** A single image: `If-Match` guards it between the comparison and the change. */
async function sendGuarded(waiting: WaitingChange, id: number, change: ImageChange, outcome: Stored): Promise<Sent> {
  for (let attempt = 1; ; attempt += 1) {
    const now = await imageIfThere(id);
    if (now === null) return { outcome: { ...outcome, count: 0, missing: 1 }, conflicts: [] };
    const meanwhile = changedMeanwhile(waiting, now.image);
    if (meanwhile)
      return {
        outcome: { ...outcome, count: 0, conflicts: [id] },
        conflicts: [{ id, name: now.image.filename, now: meanwhile }],
      };
    try {
      const made = await changeImageIf(now.etag ?? '*', id, change);
      if (made !== null) outcome.changes.push(made);
      return { outcome, conflicts: [] };
    } catch (error) {
      const isFaster = error instanceof ApiError && error.code === 'precondition_failed';
      if (!isFaster || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Many images in one change, so that one undo takes it back. */
async function sendCompared(
  waiting: WaitingChange,
  change: ImageChange,
  outcome: Stored,
  note: NoteProgress,
): Promise<Sent> {
  const seen = waiting.before.map(([id]) => id).filter((id) => waiting.ids.includes(id));
  const conflicts: Conflict[] = [];
  for (let from = 0; from < seen.length; from += AT_ONCE) {
    const images = await Promise.all(seen.slice(from, from + AT_ONCE).map(imageIfThere));
    for (const found of images) {
      const meanwhile = found && changedMeanwhile(waiting, found.image);
      if (meanwhile) conflicts.push({ id: found.image.id, name: found.image.filename, now: meanwhile });
    }
  }
  const others = new Set(conflicts.map(({ id }) => id));
  const free = waiting.ids.filter((id) => !others.has(id));
  Object.assign(outcome, { count: free.length, conflicts: [...others] });
  await sendParts(free, change, outcome, (ids) =>
    note({ ids: [...ids, ...others], stored: outcome.changes, what: waiting.what }),
  );
  return { outcome, conflicts };
}

async function imageIfThere(id: number): Promise<{ image: ImageRecord; etag: string | null } | null> {
  try {
    return await imageNow(id);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}

async function sendUndo(waiting: WaitingChange, undo: WaitingUndo, outcome: Stored, note: NoteProgress): Promise<void> {
  const left = new Set<number>();
  let done = 0;
  for (const [at, id] of undo.changes.entries()) {
    const cancels = waitingChanges.cancels();
    const result = await undoneOf(id, undo.of);
    if (result && result.change !== null) outcome.changes.push(result.change);
    outcome.leftFields += result?.left.length ?? 0;
    for (const { image_id } of result?.left ?? []) left.add(image_id);
    const rest = undo.changes.slice(at + 1);
    const isCancelled = waitingChanges.cancels() > cancels;
    done += result?.changed ?? 0;
    if (isPaste(undo.of) && result && (result.failed > 0 || (isCancelled && rest.length > 0))) {
      const whyNot = isCancelled ? null : (result.failures[0]?.reason ?? null);
      outcome.rest = { changes: result.failed > 0 ? [id, ...rest] : rest, done, whyNot };
      break;
    }
    if (isCancelled) {
      outcome.cancelled = result?.failed ?? 0;
      break;
    }
    if (rest.length > 0) await note({ ids: waiting.ids, stored: outcome.changes, what: { ...undo, changes: rest } });
  }
  outcome.left = left.size;
}

/** null if it was undone already, perhaps by this very request, whose answer was lost. For tags, a conflict may mean a name that is taken; for pasted edits, that there are newer ones. */
async function undoneOf(id: number, change: AnyChange) {
  try {
    return await undoChange(id);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict' && isImageChange(change)) return null;
    throw error;
  }
}

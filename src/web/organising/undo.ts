import { t } from '../i18n/words.ts';
import { changeWords, undoneWords } from './change-words.ts';
import { showMarks } from './marks.ts';
import {
  enter,
  inTurn,
  made,
  marksAfter,
  newWaiting,
  nextKey,
  nextTurn,
  show,
  shown,
  type UndoneStep,
  untilEnded,
} from './on-its-way.ts';
import { addStep, areTogether, forgetStep, type Step, stepOf, undoSteps } from './steps.ts';
import { tell, tellOf } from './telling.ts';
import type { WaitingChange } from './waiting/waiting-change.ts';
import { allWaiting, removeWaiting, tellTabs } from './waiting/waiting-store.ts';

/** The last one is redone first. A new decision empties it, and so does leaving the page. */
let undone: UndoneStep[] = [];
export const forgetUndone = (only?: UndoneStep) => {
  undone = only ? undone.filter((step) => step !== only) : [];
};
export const addUndone = (step: UndoneStep) => {
  undone = [...undone, step];
};

/** Undoes the last step. Returns its pictures, as far as their records were here. */
export function undoLast(): readonly number[] {
  const last = undoSteps().at(-1);
  // After this, an earlier undo being stored is no news.
  if (!last) tellOf(nextTurn(), { title: t('organise.nothingToUndo') });
  return last ? undo(last) : [];
}

/** Redoes the step that was undone last. Returns its pictures, as `undoLast` does. */
export function redoLast(): readonly number[] {
  const last = undone.at(-1);
  if (!last) tellOf(nextTurn(), { title: t('organise.nothingToRedo') });
  const all = last ? undone.filter(({ step }) => areTogether(step, last.step)).toReversed() : [];
  for (const one of all) redo(one);
  return all.flatMap(({ step }) => [...step.before.keys()]);
}

/** Undoes a step and those that belong to it; one that was undone already is left alone. */
export function undo(step: Step): readonly number[] {
  if (!stepOf(step.key)) return [];
  const all = undoSteps()
    .filter((one) => areTogether(one, step))
    .toReversed();
  for (const one of all) undoAlone(one);
  return all.flatMap(({ before }) => [...before.keys()]);
}

function undoAlone(step: Step): void {
  forgetStep(step);
  const back: UndoneStep = { step, key: null, changes: [], unsent: null };
  addUndone(back);
  const ahead = showMarks(new Map(step.before));
  const turn = nextTurn();
  inTurn(async () => {
    if (step.changes.length === 0) back.unsent = await withdraw(step.key);
    if (back.unsent) {
      tellTabs({ is: 'ended', key: step.key, outcome: { is: 'withdrawn' } });
      ahead.takeBack();
      tellOf(turn, { title: undoneWords(step.change, step.count) });
      return;
    }
    if (step.changes.length === 0 && !shown.has(step.key))
      tell({ title: t('organise.undoFailed', { what: changeWords(step.change) }) });
    // It is being sent; its failure is told elsewhere.
    else if (step.changes.length === 0) await untilEnded(step.key);
    ahead.takeBack();
    if (step.changes.length === 0) {
      forgetUndone(back);
      return;
    }
    const waiting: WaitingChange = {
      ...newWaiting(),
      ...{ what: { is: 'undo', of: step.change, changes: step.changes.toReversed() }, ids: [...step.before.keys()] },
      ...{ before: [...step.before], name: null },
    };
    back.key = waiting.key;
    made.set(waiting.key, { step, is: 'undo', undone: back, turn });
    show(waiting);
    await enter(waiting);
  });
}

/** Removes a change that was not sent yet, and returns it. */
async function withdraw(key: string): Promise<WaitingChange | null> {
  const waiting = (await allWaiting()).find((change) => change.key === key);
  return waiting && (await removeWaiting(key, ({ state }) => state === 'waiting')) ? waiting : null;
}

function redo(back: UndoneStep): void {
  forgetUndone(back);
  // It can be undone again before it is stored.
  const step: Step = { ...back.step, key: nextKey(), changes: [] };
  const { change, key, before } = step;
  addStep(step);
  const turn = nextTurn();
  const ahead = showMarks(new Map([...before.keys()].map((id) => [id, marksAfter(change, id)])));
  const send = async (waiting: WaitingChange) => {
    made.set(key, { step, turn, ...(waiting.what.is === 'undo' ? { is: 'redo', undone: back } : { is: 'change' }) });
    show(waiting);
    ahead.takeBack();
    await enter(waiting);
  };
  inTurn(async () => {
    if (back.unsent) return send({ ...back.unsent, ...newWaiting(), key });
    // The undo may not have ended yet.
    if (back.key !== null && back.changes.length === 0) await untilEnded(back.key);
    if (back.changes.length === 0) {
      // It failed, which was told.
      ahead.takeBack();
      forgetStep(step);
      return;
    }
    const what = { is: 'undo' as const, of: change, changes: back.changes.toReversed(), isRedo: true };
    await send({ ...newWaiting(), ...{ key, what, ids: [...before.keys()], before: [...before], name: null } });
  });
}

import { t } from '../i18n/words.ts';
import { changeWords, undoneWords } from './change-words.ts';
import { decisions } from './decisions.ts';
import { showMarks } from './marks-ahead.ts';
import { areTogether, type Step, steps, type UndoneStep } from './steps.ts';
import { tell, tellOf } from './telling.ts';
import type { WaitingChange } from './waiting/waiting-change.ts';
import { waitingChanges } from './waiting/waiting-changes.ts';

/** Undoes the last step. Returns its pictures, as far as their records were here. */
export function undoLast(): readonly number[] {
  const last = steps.done().at(-1);
  // After this, an earlier undo being stored is no news.
  if (!last) tellOf(decisions.nextTurn(), { title: t('organise.nothingToUndo') });
  return last ? undo(last) : [];
}

/** Redoes the step that was undone last. Returns its pictures, as `undoLast` does. */
export function redoLast(): readonly number[] {
  const last = steps.undone().at(-1);
  if (!last) tellOf(decisions.nextTurn(), { title: t('organise.nothingToRedo') });
  const all = last
    ? steps
        .undone()
        .filter(({ step }) => areTogether(step, last.step))
        .toReversed()
    : [];
  for (const one of all) redo(one);
  return all.flatMap(({ step }) => [...step.before.keys()]);
}

/** Undoes a step and those that belong to it; one that was undone already is left alone. */
export function undo(step: Step): readonly number[] {
  if (!steps.of(step.key)) return [];
  const all = steps
    .done()
    .filter((one) => areTogether(one, step))
    .toReversed();
  for (const one of all) undoAlone(one);
  return all.flatMap(({ before }) => [...before.keys()]);
}

function undoAlone(step: Step): void {
  steps.forget(step);
  const back: UndoneStep = { step, key: null, changes: [], unsent: null };
  steps.addUndone(back);
  const ahead = showMarks(new Map(step.before));
  const turn = decisions.nextTurn();
  decisions.inTurn(async () => {
    if (step.changes.length === 0) back.unsent = await withdraw(step.key);
    if (back.unsent) {
      waitingChanges.tell({ is: 'ended', key: step.key, outcome: { is: 'withdrawn' } });
      ahead.takeBack();
      tellOf(turn, { title: undoneWords(step.change, step.count) });
      return;
    }
    if (step.changes.length === 0 && !decisions.isOnItsWay(step.key))
      tell({ title: t('organise.undoFailed', { what: changeWords(step.change) }) });
    // It is being sent; its failure is told elsewhere.
    else if (step.changes.length === 0) await decisions.untilEnded(step.key);
    ahead.takeBack();
    if (step.changes.length === 0) {
      steps.forgetUndone(back);
      return;
    }
    const waiting: WaitingChange = {
      ...decisions.newWaiting(),
      what: { is: 'undo', of: step.change, changes: step.changes.toReversed() },
      ids: [...step.before.keys()],
      before: [...step.before],
      name: null,
    };
    back.key = waiting.key;
    decisions.begin(waiting, { step, is: 'undo', undone: back, turn });
    await decisions.enter(waiting);
  });
}

/** Removes a change that was not sent yet, and returns it. */
async function withdraw(key: string): Promise<WaitingChange | null> {
  const waiting = (await waitingChanges.all()).find((change) => change.key === key);
  return waiting && (await waitingChanges.remove(key, ({ state }) => state === 'waiting')) ? waiting : null;
}

function redo(back: UndoneStep): void {
  steps.forgetUndone(back);
  // It can be undone again before it is stored.
  const step: Step = { ...back.step, key: decisions.nextKey(), changes: [] };
  const { change, key, before } = step;
  steps.add(step);
  const turn = decisions.nextTurn();
  const ahead = showMarks(new Map([...before.keys()].map((id) => [id, decisions.marksAfter(change, id)])));
  const send = async (waiting: WaitingChange) => {
    decisions.begin(waiting, {
      step,
      turn,
      ...(waiting.what.is === 'undo' ? { is: 'redo', undone: back } : { is: 'change' }),
    });
    ahead.takeBack();
    await decisions.enter(waiting);
  };
  decisions.inTurn(async () => {
    if (back.unsent) return send({ ...back.unsent, ...decisions.newWaiting(), key });
    // The undo may not have ended yet.
    if (back.key !== null && back.changes.length === 0) await decisions.untilEnded(back.key);
    if (back.changes.length === 0) {
      // It failed, which was told.
      ahead.takeBack();
      steps.forget(step);
      return;
    }
    const what = { is: 'undo' as const, of: change, changes: back.changes.toReversed(), isRedo: true };
    await send({ ...decisions.newWaiting(), key, what, ids: [...before.keys()], before: [...before], name: null });
  });
}

import { createElement, Fragment } from 'react';
import type { ErrorCode } from '../../contract/errors.ts';
import { isConnectionLost, onConnectionChange } from '../api/connection.ts';
import { queryClient } from '../api/query-client.ts';
import { ApiError } from '../api/request.ts';
import { historiesChanged } from '../history/histories-changed.ts';
import { t } from '../i18n/words.ts';
import { Store } from '../stores/store.ts';
import { changeWords, doneWords, isPaste, isTagChange, partlyWords, undoneWords } from './change-words.ts';
import { decisions, type MadeUndo } from './decisions.ts';
import { type Step, steps, type UndoneStep } from './steps.ts';
import { tagBecame } from './tags/tag-became.ts';
import { tell, tellFailure, tellOf, undoAction } from './telling.ts';
import { undo } from './undo.ts';
import type { Outcome, UndoRest } from './waiting/waiting-change.ts';
import { waitingChanges } from './waiting/waiting-changes.ts';

/** The result of an undo lists at most this many fields. */
const MOST_LEFT = 100;

/** How many waiting changes were stored since the service came back. */
const caughtUp = new Store(0);

/** Follows what becomes of the decisions. */
export function openEnded(): void {
  onConnectionChange(() => {
    if (isConnectionLost()) caughtUp.set(0);
  });
  waitingChanges.news.subscribe((news) => {
    if (news.is === 'ended') ended(news.key, news.outcome);
  });
}

function ended(key: string, outcome: Outcome): void {
  const { ahead, made: mine } = decisions.end(key) ?? {};
  if (mine && mine.is !== 'change') {
    const { step, undone } = mine;
    if (outcome.is === 'stored') {
      if (outcome.left > 0 || outcome.cancelled > 0) ahead?.takeBack();
      else ahead?.stored();
      countAnew();
      if (isPaste(step.change)) historiesChanged(step.before.keys());
      if (isTagChange(step.change)) tagBecame(step.change, { isUndone: mine.is === 'undo' });
      if (outcome.rest) {
        stopped(mine, outcome, outcome.rest);
        return;
      }
      if (mine.is === 'undo') undone.changes = outcome.changes;
      else if (outcome.changes.length > 0) steps.become(step, { changes: outcome.changes, count: step.count });
      else steps.forget(step);
      tellOf(mine.turn, mine.is === 'undo' ? undoneMessage(step, outcome) : redoneMessage(step, outcome));
      return;
    }
    ahead?.takeBack();
    if (outcome.is === 'withdrawn') return;
    // It can be tried again, perhaps once darktable is closed.
    if (mine.is === 'undo') {
      steps.forgetUndone(undone);
      steps.add(step);
    } else {
      steps.forget(step);
      steps.addUndone(undone);
    }
    const what = changeWords(step.change);
    tellFailure(t(mine.is === 'undo' ? 'organise.undoFailed' : 'organise.redoFailed', { what }), errorOf(outcome));
    return;
  }
  const step = mine?.step ?? steps.of(key);
  if (outcome.is === 'withdrawn') {
    ahead?.takeBack();
    if (step) steps.forget(step);
    return;
  }
  if (outcome.is === 'refused') {
    // Parts of it may be stored; the lists show them.
    ahead?.takeBack();
    if (step && outcome.changes.length === 0) steps.forget(step);
    if (step) steps.become(step, { changes: outcome.changes, count: step.count - outcome.count });
    if (mine) tellFailure(t('organise.failed', { count: outcome.count }), errorOf(outcome));
    return;
  }
  const { changes, count, conflicts, cancelled, hadToWait } = outcome;
  ahead?.takeBack(conflicts);
  // The lists show which pictures a canceled change has reached.
  if (cancelled > 0) ahead?.takeBack();
  else ahead?.stored();
  const total = count + cancelled;
  if (step && changes.length === 0) steps.forget(step);
  else if (step) steps.become(step, { changes, count });
  countAnew();
  if (hadToWait) {
    if (count > 0) caughtUp.set(caughtUp.snapshot() + 1);
    if (caughtUp.snapshot() > 0) tell({ title: t('waiting.caughtUp', { count: caughtUp.snapshot() }) });
  } else if (mine && step)
    tellOf(mine.turn, {
      title: cancelled > 0 ? partlyWords(changeWords(step.change), count, total) : doneWords(step.change, count),
      ...(outcome.missing > 0 && { description: t('selection.missing', { count: outcome.missing }) }),
      ...(changes.length > 0 && undoAction(() => undo(steps.of(key) ?? step))),
    });
}

type Stored = Extract<Outcome, { is: 'stored' }>;

/** An undo or redo of edits ended half-way: the rest is a step of its own, which can be undone or redone again. */
function stopped({ step, is, undone, turn }: MadeUndo, { changes, left }: Stored, rest: UndoRest): void {
  const { change, count } = step;
  const { done, whyNot } = rest;
  const notDone = Math.max(0, count - done - left);
  const more: Step = { ...step, key: decisions.nextKey(), count: notDone, changes: [] };
  const later: UndoneStep = { step: more, key: null, changes: rest.changes.toReversed(), unsent: null };
  if (is === 'undo') {
    if (changes.length > 0) Object.assign(undone, { step: { ...step, count: done }, changes });
    else steps.forgetUndone(undone);
    more.changes = rest.changes.toReversed();
    steps.add(more);
  } else {
    if (changes.length > 0) steps.become(step, { changes, count: done });
    else steps.forget(step);
    steps.addUndone(later);
  }
  const what = changeWords(change);
  tellOf(turn, {
    title: partlyWords(is === 'undo' ? t('organise.undoneAlone', { what }) : what, done, count),
    description: createElement(Fragment, null, restWords(notDone, left), whyNot && createElement('p', LANG, whyNot)),
    ...(is === 'undo' && { action: { label: t('organise.undoRest'), onClick: () => undo(more) } }),
  });
}

const LANG = { lang: 'en' };

const restWords = (notDone: number, left: number): string =>
  [notDone > 0 && t('organise.failed', { count: notDone }), left > 0 && t('organise.left', { count: left })]
    .filter((words) => words !== false)
    .join(' ');

function undoneMessage({ change, count }: Step, { left, leftFields, cancelled }: Stored) {
  const title = undoneWords(change, count);
  const few = leftFields >= MOST_LEFT ? { number: `${left}+` } : {};
  return {
    title:
      cancelled > 0
        ? partlyWords(t('organise.undoneAlone', { what: changeWords(change) }), count - cancelled, count)
        : title,
    ...(left > 0 && { description: t('organise.left', { count: left, ...few }) }),
  };
}

function redoneMessage({ change, count }: Step, { left, cancelled }: Stored) {
  return {
    title: cancelled > 0 ? partlyWords(changeWords(change), count - cancelled, count) : doneWords(change, count),
    ...(left > 0 && { description: t('organise.left', { count: left }) }),
  };
}

const errorOf = ({ reason }: Extract<Outcome, { is: 'refused' }>) =>
  new ApiError(0, reason.code as ErrorCode, reason.detail);

/** Reloads the numbers beside tags, labels and ratings; lists follow the library's own news. */
export function countAnew(): void {
  for (const queryKey of [['tags'], ['images', 'facets'], ['summary']])
    void queryClient.invalidateQueries({ queryKey });
}

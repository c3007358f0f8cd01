import type { ReactNode } from 'react';
import type { ImageChange } from '../../contract/image-change.ts';
import { MOST_IDS } from '../../contract/most-ids.ts';
import { wouldChange } from '../api/organising.ts';
import { lackingNow } from '../api/rights.ts';
import { t } from '../i18n/words.ts';
import {
  changeWords,
  doneWords,
  type EditsPasted,
  partlyWords,
  type PicturesChange,
  type TagChange,
} from './change-words.ts';
import { changeOf, decide, decisionOf, type MarkWish } from './decision.ts';
import { countAnew } from './ended.ts';
import { knownPictures } from './known-pictures.ts';
import { marksBefore } from './marks.ts';
import { decisions } from './decisions.ts';
import { type Step, steps } from './steps.ts';
import { tagBecame } from './tags/tag-became.ts';
import { tellFailure, tellOf, undoAction } from './telling.ts';
import { undo } from './undo.ts';
import { sending } from './waiting/send-waiting.ts';
import type { WaitingChange } from './waiting/waiting-change.ts';
import { waitingChanges } from './waiting/waiting-changes.ts';

/** Rates, rejects or labels pictures: shown at once, stored in turn, told, and taken back if it fails. */
export function organise(wish: MarkWish, ids: readonly number[], together?: string): void {
  const known = knownPictures(ids);
  const decision = decide(wish, known, ids.length);
  if (decision) changePictures(changeOf(decision), ids, together);
  // Only the service knows whether the other pictures have it.
  else
    decisions.inTurn(async () => {
      const add = changeOf(decisionOf(wish, true));
      try {
        await decisions.untilSent();
        const isMissing = await wouldChangeSome(ids, add);
        await decisions.enter(begin(isMissing ? add : changeOf(decisionOf(wish, false)), ids, together));
      } catch (error) {
        tellFailure(t('organise.failed', { count: ids.length }), error);
      }
    });
}

/** Several decisions that are one step to undo. */
export function organiseTogether(several: readonly { wish: MarkWish; ids: readonly number[] }[]): void {
  const together = decisions.nextKey();
  for (const { wish, ids } of several) if (ids.length > 0) organise(wish, ids, together);
}

/** As `organise`, for any change of pictures. */
export function changePictures(change: ImageChange, ids: readonly number[], together?: string): void {
  const waiting = begin(change, ids, together);
  decisions.inTurn(() => decisions.enter(waiting));
}

/** Shows the change, and returns it as it will wait. */
function begin(change: ImageChange, ids: readonly number[], together?: string): WaitingChange {
  const known = knownPictures(ids);
  const before = new Map(known.map((image) => [image.id, marksBefore(change, image, decisions.starsBehind(image.id))]));
  if (change.rejected === true) for (const { id, rating } of known) if (rating >= 0) decisions.hide(rating, id);
  const waiting: WaitingChange = {
    ...decisions.newWaiting(),
    what: { is: 'change', change },
    ids: [...ids],
    before: [...before],
    name: known.find(({ id }) => id === ids[0])?.filename ?? null,
  };
  const step: Step = {
    key: waiting.key,
    change,
    changes: [],
    count: ids.length,
    before,
    ...(together !== undefined && { together }),
  };
  steps.add(step);
  steps.forgetUndone();
  decisions.begin(waiting, { step, is: 'change', turn: decisions.nextTurn() });
  return waiting;
}

/** Tells that a tag was changed, and makes it a step that can be undone. `id` is the change's in the journal. */
export function tagChanged(change: TagChange, id: number, count: number): void {
  const step: Step = { key: decisions.nextKey(), change, changes: [id], count, before: new Map() };
  steps.add(step);
  steps.forgetUndone();
  tagBecame(change);
  countAnew();
  tellOf(decisions.nextTurn(), { title: doneWords(change, count), ...undoAction(() => undo(step)) });
}

/** Tells that pictures got versions, were grouped or removed, and makes it a step that can be undone. `changes` are the journal's ids. */
export function picturesChanged(
  change: PicturesChange,
  changes: number[],
  count: number,
  description?: ReactNode,
): void {
  const step: Step = { key: decisions.nextKey(), change, changes, count, before: new Map() };
  steps.add(step);
  steps.forgetUndone();
  countAnew();
  tellOf(decisions.nextTurn(), { title: doneWords(change, count), description, ...undoAction(() => undo(step)) });
}

interface Pasted {
  ids: readonly number[];
  count: number;
  /** How many pictures it was for, if it was canceled. */
  of?: number;
  description?: ReactNode;
}

/** Tells that edits were pasted, and makes it a step that can be undone. `changes` are the journal's ids. */
export function editsPasted(change: EditsPasted, changes: number[], { ids, count, of, description }: Pasted): void {
  const before = new Map(ids.map((id) => [id, {}]));
  const step: Step = { key: decisions.nextKey(), change, changes, count, before };
  steps.add(step);
  steps.forgetUndone();
  const mayUndo = lackingNow('images:write') === null;
  tellOf(decisions.nextTurn(), {
    title: of === undefined ? doneWords(change, count) : partlyWords(changeWords(change), count, of),
    description,
    ...(mayUndo && undoAction(() => undo(step))),
  });
}

/** Sends a change again that failed or met a conflict, this time overwriting what is there. */
export async function tryAgain(key: string): Promise<void> {
  const waiting = await waitingChanges.update(key, ({ reason: _, meanwhile: _now, ...change }) => ({
    ...change,
    state: 'waiting',
    hadToWait: false,
    isForced: true,
  }));
  if (!waiting || waiting.what.is === 'undo') return;
  const { what, ids, before } = waiting;
  const step: Step = steps.of(key) ?? {
    key,
    change: what.change,
    changes: [],
    count: ids.length,
    before: new Map(before),
  };
  steps.forget(step);
  steps.add(step);
  decisions.begin(waiting, { step, is: 'change', turn: decisions.nextTurn() });
  sending.send();
}

export async function discard(key: string): Promise<void> {
  if (await waitingChanges.remove(key)) waitingChanges.tell({ is: 'ended', key, outcome: { is: 'withdrawn' } });
}

async function wouldChangeSome(ids: readonly number[], change: ImageChange): Promise<boolean> {
  for (let from = 0; from < ids.length; from += MOST_IDS)
    if ((await wouldChange({ ids: ids.slice(from, from + MOST_IDS), change })) > 0) return true;
  return false;
}

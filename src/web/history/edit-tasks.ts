import { createElement } from 'react';
import { MOST_IDS } from '../../contract/most-ids.ts';
import { type HistoryCopy, historyQuery } from '../api/history.ts';
import { dropPostponed, type PostponedChange, postponedChanged } from '../api/postponed.ts';
import { type PuttableEdits, putEdits, type When } from '../api/put-edits.ts';
import { noteRefusal, queryClient } from '../api/query-client.ts';
import { reasonOf } from '../api/reason.ts';
import { renderingNow } from '../api/rendering.ts';
import { ApiError } from '../api/request.ts';
import { lackingNow } from '../api/rights.ts';
import { nowWaiting } from '../api/waiting.ts';
import { knownPictures } from '../organising/known-pictures.ts';
import type { EditsPasted } from '../organising/change-words.ts';
import { editsPasted } from '../organising/organise.ts';
import { whilePutting } from '../organising/progress.ts';
import { tell, tellFailure } from '../organising/telling.ts';
import { Turns } from '../stores/turns.ts';
import { copiedNow, keepCopied } from './copied.ts';
import { type Failure, Failures } from './failures.tsx';
import { historiesChanged } from './histories-changed.ts';
import { askWhen, askWhichEdits } from './edit-wish.ts';
import { putWords } from './postponed/put-words.ts';
import { outlookOf } from './postponed/outlook.ts';
import { t } from './words.ts';

/** What is pasted, and how; by default, all that darktable's own copy takes, on top. */
export type What = Pick<HistoryCopy, 'modules' | 'mode'>;

/** Remembers whose edits are pasted from now on. */
export async function copyEdits(from: number | null): Promise<void> {
  if (from === null) {
    tell({ title: t('copyOne') });
    return;
  }
  const name = knownPictures([from])[0]?.filename ?? String(from);
  try {
    const { end } = await queryClient.query({ ...historyQuery(from), staleTime: 0 });
    if (end > 0) keepCopied({ id: from, name });
    tell({ title: t(end > 0 ? 'copied' : 'noEdits', { name }) });
  } catch (error) {
    fail(t('copyFailed', { name }), error);
  }
}

/** Asks which of the copied edits to paste. */
export function pasteParts(onto: readonly number[]): void {
  if (mayPaste(onto)) askWhichEdits({ is: 'paste', ids: onto });
}

/**
 * Pastes the copied edits, tells how that ended, and makes it a step that can be undone. `when` omitted: it asks, if darktable is open and makes it
 * slow or impossible.
 */
export async function pasteEdits(onto: readonly number[], what: What = {}, when?: When): Promise<void> {
  const copied = copiedNow();
  if (!mayPaste(onto) || copied === null) return;
  const to = onto.filter((id) => id !== copied.id);
  await putOn(to, {
    words: t('pasting', { count: to.length }),
    change: { is: 'pasted', from: copied.name },
    edits: { is: 'copy', from: copied.id, ...what },
    when,
    whenNothing: t('nothingToPaste'),
  });
}

/** Asks which style to put on the pictures. */
export function chooseStyle(onto: readonly number[]): void {
  const whyNot = lackingNow('images:read') ?? (onto.length === 0 ? t('choosePictures') : null);
  if (whyNot !== null) tell({ title: whyNot });
  else askWhichEdits({ is: 'style', ids: onto });
}

/** Puts a style on pictures, as `pasteEdits` does with edits. */
export async function applyStyle(name: string, to: readonly number[]): Promise<void> {
  const whyNot = lackingNow('cache:refresh');
  if (whyNot !== null) {
    tell({ title: whyNot });
    return;
  }
  await putOn(to, {
    words: t('styling', { count: to.length }),
    change: { is: 'styled', from: name },
    edits: { is: 'style', name },
    whenNothing: t('emptyStyle'),
  });
}

interface Put {
  /** What is said meanwhile. */
  words: string;
  change: EditsPasted;
  edits: PuttableEdits;
  /** Omitted: it is asked if it matters. */
  when?: When | undefined;
  /** What is said when there is nothing to put on pictures. */
  whenNothing: string;
}

/** What is asked for meanwhile waits: one progress is told at a time. */
const turns = new Turns();
const putOn = (to: readonly number[], put: Put): Promise<void> => turns.run(() => putWhen(to, put));

async function putWhen(to: readonly number[], put: Put): Promise<void> {
  if (put.when !== undefined) return putNow(to, put);
  const outlook = await outlookOf(put.edits, to);
  if (outlook === null) return putNow(to, put);
  // What follows does not wait for the answer.
  askWhen({ change: put.change, count: to.length, outlook, onChoose: (when) => void putOn(to, { ...put, when }) });
}

/** Part by part, until one is refused or it is canceled. */
async function putNow(to: readonly number[], put: Put): Promise<void> {
  const { words, change, edits, when = 'now', whenNothing } = put;
  tell({ title: words, stays: true });
  const failures: Failure[] = [];
  const changes: number[] = [];
  const done: number[] = [];
  const postponed: PostponedChange[] = [];
  let [changed, failed] = [0, 0];
  let refusal: unknown = null;
  const { done: asked, isCancelled } = await whilePutting(change, to.length, async (now) => {
    while (now.done < to.length && refusal === null && !now.isCancelled) {
      const part = to.slice(now.done, now.done + MOST_IDS);
      try {
        const result = await putEdits(edits, part, when);
        if ('state' in result) {
          postponed.push(result);
          now.done += part.length;
          continue;
        }
        if (result.change !== null) changes.push(result.change);
        changed += result.changed;
        failed += result.failed;
        failures.push(...result.failures);
        const failedIds = new Set(result.failures.map(({ id }) => id));
        // Of many that failed, only the first are told: after a cancel, those at the end failed too.
        done.push(...part.filter((id) => !failedIds.has(id)).slice(0, result.changed + result.unchanged));
        now.done += part.length;
      } catch (error) {
        refusal = error;
      }
    }
    return now;
  });
  const notDone = failed + to.length - asked;
  const isStopped = isCancelled && notDone > 0;
  const description = isStopped
    ? t('pasteFailed', { count: notDone })
    : failed > 0 && createElement(Failures, { count: failed, failures });
  if (changed > 0) {
    if (renderingNow()?.is_rendering) nowWaiting(done.map((id) => ({ id, version: '' })));
    historiesChanged(done);
    editsPasted(change, changes, {
      ids: done,
      count: changed,
      ...(isStopped && { of: to.length }),
      ...(description !== false && { description }),
    });
  }
  if (postponed.length > 0) tellPostponed(change, postponed);
  if (refusal !== null)
    fail(t('pasteFailed', { count: to.length - asked }), refusal, {
      whenNothing,
      later: when === 'now' ? () => void putOn(to.slice(asked), { ...put, when: 'darktable_closed' }) : null,
    });
  else if (postponed.length > 0) return;
  else if (changed === 0 && isStopped) tell({ title: t('pasteFailed', { count: notDone }) });
  else if (changed === 0 && failed === 0) tell({ title: t('sameAlready') });
  else if (changed === 0) tell({ title: t('pasteFailed', { count: failed }), isFailure: true, description });
}

/** Tells why not, if not. */
function mayPaste(onto: readonly number[]): boolean {
  const copied = copiedNow();
  const whyNot =
    lackingNow('cache:refresh') ??
    (copied === null
      ? t('nothingCopied')
      : onto.length === 0
        ? t('choosePictures')
        : onto.every((id) => id === copied.id)
          ? t('ontoItself')
          : null);
  if (whyNot !== null) tell({ title: whyNot });
  return whyNot === null;
}

/** They wait; nothing has changed yet. */
function tellPostponed(change: EditsPasted, postponed: readonly PostponedChange[]): void {
  postponedChanged();
  const drop = async () => {
    try {
      for (const { id } of postponed) await dropPostponed(id);
      tell({ title: t('dropped', { what: putWords(change) }) });
    } catch (error) {
      tellFailure(t('notDropped'), error);
    }
  };
  tell({
    title: t('postponed', {
      what: putWords(change),
      count: postponed.reduce((sum, { images }) => sum + images, 0),
    }),
    action: { label: t('drop'), onClick: () => void drop() },
  });
}

/** `later`: has it wait until darktable is closed, if that is what keeps it from being done. */
function fail(
  title: string,
  error: unknown,
  { whenNothing = '', later = null }: { whenNothing?: string; later?: (() => void) | null } = {},
): void {
  noteRefusal(error);
  const isNothing = error instanceof ApiError && error.code === 'conflict';
  const isNotWritten = error instanceof ApiError && error.code === 'db_write_error';
  tell({
    title,
    isFailure: true,
    description: isNothing && whenNothing !== '' ? whenNothing : reasonOf(error),
    ...(later && isNotWritten && { action: { label: t('whenClosed'), onClick: later } }),
  });
}

import { createElement } from 'react';
import { type ChangeProgress, changeProgress } from '../api/change-progress.ts';
import { cancelChange } from '../api/organising.ts';
import { ApiError } from '../api/request.ts';
import { lackingNow } from '../api/rights.ts';
import { number, t } from '../i18n/words.ts';
import type { ChangeKind } from '../../contract/image-change.ts';
import { changeWords, type EditsPasted, isPaste, type PicturesChange } from './change-words.ts';
import { decisions } from './decisions.ts';
import { Store } from '../stores/store.ts';
import { Turns } from '../stores/turns.ts';
import { tell, tellFailure } from './telling.ts';
import { waitingChanges } from './waiting/waiting-changes.ts';
import { ownerNow } from './waiting/whose.ts';
import controls from '../ui/controls.module.css';

/** What this page is doing to pictures and what is no decision: one request after the other, and none after a cancel. */
export interface Putting {
  change: EditsPasted | PicturesChange;
  /** The pictures of the requests that were answered. */
  done: number;
  of: number;
  isCancelled: boolean;
}

const putting = new Store<Putting | null>(null);
/** One progress is told at a time. */
const turns = new Turns();

/** While it is under way, its progress is told. */
export const whilePutting = <T>(change: Putting['change'], of: number, put: (now: Putting) => Promise<T>): Promise<T> =>
  turns.run(async () => {
    const now: Putting = { change, done: 0, of, isCancelled: false };
    putting.set(now);
    try {
      return await put(now);
    } finally {
      putting.set(null);
    }
  });

const KINDS = { duplicated: 'duplicate', grouped: 'group', ungrouped: 'group', removed: 'remove' } as const;
const kindOf = (change: Putting['change']): ChangeKind => (isPaste(change) ? 'history' : KINDS[change.is]);
/** What this page is putting on pictures, if this is its progress. */
function puttingOf({ kind, undoes }: ChangeProgress): Putting | null {
  const now = putting.snapshot();
  return now !== null && undoes === null && kind === kindOf(now.change) ? now : null;
}

/** Ids of the journal's changes that this page has canceled. */
const cancelled = new Set<number>();

/** Tells how far a change of many pictures is, in the tab that made it, with a button to cancel it. */
export function openProgress(): void {
  changeProgress.subscribe((progress) => {
    if (progress.state === 'running' && progress.client === ownerNow()?.client) tellProgress(progress);
  });
}

function tellProgress(progress: ChangeProgress): void {
  const now = whatOf(progress);
  if (now === null) return;
  const isCancelled = cancelled.has(progress.change);
  const title = t(isCancelled ? 'organise.cancelling' : 'organise.partly', {
    what: now.what,
    done: number(now.done),
    count: now.of,
  });
  const mayCancel = !isCancelled && lackingNow('images:write') === null;
  tell({
    title,
    stays: true,
    description: createElement('progress', {
      className: controls.progress,
      value: now.done,
      max: now.of,
      'aria-label': title,
    }),
    ...(mayCancel && { action: { label: t('common.cancel'), onClick: () => void cancel(progress) } }),
  });
}

/** null: this page does not make it. */
function whatOf(progress: ChangeProgress): { what: string; done: number; of: number } | null {
  const { kind, undoes, done, of } = progress;
  const now = puttingOf(progress);
  if (now) return { what: changeWords(now.change), done: now.done + done, of: now.of };
  if (kind !== 'decision' && undoes === null) return null;
  // Changes are sent one after the other, so it is the oldest.
  const sent = decisions.oldest();
  if (!sent) return null;
  const what = changeWords(sent.step.change);
  return { what: sent.is === 'undo' ? t('organise.undoneAlone', { what }) : what, done, of };
}

async function cancel(progress: ChangeProgress): Promise<void> {
  const { change } = progress;
  cancelled.add(change);
  const now = puttingOf(progress);
  if (now) now.isCancelled = true;
  else waitingChanges.tell({ is: 'cancelled' });
  tellProgress(progress);
  try {
    await cancelChange(change);
  } catch (error) {
    // It ended before.
    if (!(error instanceof ApiError && error.code === 'conflict')) tellFailure(t('organise.notCancelled'), error);
  }
}

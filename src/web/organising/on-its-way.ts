import { MOST_IDS } from '../../contract/most-ids.ts';
import { isConnectionLost, onConnectionChange } from '../api/connection.ts';
import { ConnectionError } from '../api/request.ts';
import { t } from '../i18n/words.ts';
import { type AnyChange, isImageChange } from './change-words.ts';
import { type Marks, marksOf, type ShownMarks, showMarks } from './marks.ts';
import type { Step } from './steps.ts';
import { tell, tellFailure } from './telling.ts';
import { sendWaiting } from './waiting/send-waiting.ts';
import type { WaitingChange } from './waiting/waiting-change.ts';
import { addWaiting, allWaiting, onTabNews, tellTabs } from './waiting/waiting-store.ts';
import { isOwnedBy, ownerNow } from './waiting/whose.ts';

/** The stars that rejects made here have hidden: records do not tell them. */
export const starsBehind = new Map<number, number>();
/** Marks shown ahead, by the key of the waiting change. */
export const shown = new Map<string, ShownMarks>();
/** Keys of changes that ended: a read of the store that began earlier may still contain them. */
export const over = new Set<string>();
/** The changes, undos and redos of this page, whose outcome it tells. */
export const made = new Map<string, Made>();
export type Made = { step: Step; turn: number } & ({ is: 'change' } | { is: 'undo' | 'redo'; undone: UndoneStep });
export type MadeUndo = Exclude<Made, { is: 'change' }>;

/** A step that was undone and can be redone. */
export interface UndoneStep {
  step: Step;
  /** The key of the undo's waiting change; null before there is one. */
  key: string | null;
  /** The journal's ids of the undo, once it is stored. */
  changes: number[];
  /** The change itself, if it was never sent. */
  unsent: WaitingChange | null;
}

/** Changes enter the store one after the other, in the order of the keys. */
let queue: Promise<unknown> = Promise.resolve();
export const inTurn = (act: () => Promise<void>) => {
  queue = queue.then(act).catch((error: unknown) => tellFailure(t('organise.notSaved'), error));
};

const tab = Math.random().toString(36).slice(2, 10);
let count = 0;
export const nextKey = () => `${Date.now()}-${tab}-${(count += 1)}`;
export const nextTurn = () => (count += 1);

export const newWaiting = () => ({
  ...{ key: nextKey(), time: Date.now(), ...(ownerNow() ?? { library: '', client: '' }) },
  ...{ hadToWait: isConnectionLost(), state: 'waiting' as const, stored: [] },
});

/** The marks of a picture after a change; changes of tags and pasted edits are not shown ahead. */
export const marksAfter = (change: AnyChange, id: number): Marks =>
  isImageChange(change) ? marksOf(change, starsBehind.get(id)) : {};

export function show({ key, what, before }: WaitingChange): void {
  const isBack = what.is === 'undo' && what.isRedo !== true;
  const change = what.is === 'undo' ? what.of : what.change;
  shown.set(key, showMarks(new Map(before.map(([id, was]) => [id, isBack ? was : marksAfter(change, id)]))));
}

export async function enter(waiting: WaitingChange): Promise<void> {
  if (waiting.ids.length > MOST_IDS && waiting.what.is === 'change')
    tell({ title: t('organise.saving', { count: waiting.ids.length }), stays: true });
  try {
    await addWaiting(waiting);
  } catch (error) {
    const reason = { code: 'unknown', detail: error instanceof Error ? error.message : String(error) };
    const outcome = { ...{ is: 'refused' as const, changes: [], count: waiting.ids.length }, reason };
    tellTabs({ is: 'ended', key: waiting.key, outcome });
    return;
  }
  if (isConnectionLost()) tellOffline();
  sendWaiting();
}

const tellOffline = () => tell({ title: t('waiting.offlineTitle'), description: t('waiting.offlineHow') });
// Decisions may be made before it is known that nobody answers.
onConnectionChange(() => {
  if (isConnectionLost() && shown.size > 0) tellOffline();
});

/** Shows decisions of other tabs, and those of this one from before a reload. */
async function followStore(): Promise<void> {
  const owner = ownerNow();
  if (!owner) return;
  for (const waiting of await allWaiting()) {
    const isOnItsWay = waiting.state === 'waiting' || waiting.state === 'sending';
    if (isOnItsWay && isOwnedBy(waiting, owner) && !shown.has(waiting.key) && !over.has(waiting.key)) show(waiting);
  }
}

onTabNews(({ is }) => {
  if (is === 'news') void followStore();
});

export const untilEnded = (key: string) =>
  new Promise<void>((resolve) => {
    if (!shown.has(key)) return resolve();
    const stop = onTabNews((news) => {
      if (news.is !== 'ended' || news.key !== key) return;
      stop();
      resolve();
    });
  });

/** Resolves when the service has every decision; throws while it is away. */
export async function untilSent(): Promise<void> {
  while (shown.size > 0 || made.size > 0) {
    if (isConnectionLost()) throw new ConnectionError(undefined);
    await new Promise<void>((resolve) => {
      const stops = [onTabNews(() => end()), onConnectionChange(() => end())];
      const end = () => {
        for (const stop of stops) stop();
        resolve();
      };
    });
  }
}

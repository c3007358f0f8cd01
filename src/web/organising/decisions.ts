import { MOST_IDS } from '../../contract/most-ids.ts';
import { isConnectionLost, onConnectionChange } from '../api/connection.ts';
import { ConnectionError } from '../api/request.ts';
import { t } from '../i18n/words.ts';
import { Turns } from '../stores/turns.ts';
import { type AnyChange, isImageChange } from './change-words.ts';
import { type Marks, marksOf } from './marks.ts';
import { type ShownMarks, showMarks } from './marks-ahead.ts';
import type { Step, UndoneStep } from './steps.ts';
import { tell, tellFailure } from './telling.ts';
import { sending } from './waiting/send-waiting.ts';
import type { WaitingChange } from './waiting/waiting-change.ts';
import { waitingChanges } from './waiting/waiting-changes.ts';
import { isOwnedBy, ownerNow } from './waiting/whose.ts';

/** A change, undo or redo of this page, whose outcome it tells. */
export type Made = { step: Step; turn: number } & ({ is: 'change' } | { is: 'undo' | 'redo'; undone: UndoneStep });
export type MadeUndo = Exclude<Made, { is: 'change' }>;

/** From the key that makes it to its end; see [Note: Waiting changes] for what the browser's store knows meanwhile. */
type Decision =
  /** Its marks are shown ahead. `made` is null for one of another tab, or from before a reload. */
  | { is: 'on its way'; ahead: ShownMarks; made: Made | null }
  /** It is stored, refused or withdrawn. A read of the store that began earlier may still contain it. */
  | { is: 'over' };
type OnItsWay = Extract<Decision, { is: 'on its way' }>;

/** The decisions of this browser, by the key of the waiting change, the oldest first. */
class Decisions {
  readonly #all = new Map<string, Decision>();
  /** The stars that rejects made here have hidden: records do not tell them. */
  readonly #starsBehind = new Map<number, number>();
  readonly #tab = Math.random().toString(36).slice(2, 10);
  #count = 0;
  readonly #turns = new Turns();

  nextTurn = () => (this.#count += 1);
  nextKey = () => `${Date.now()}-${this.#tab}-${this.nextTurn()}`;

  /** Decisions enter the store one after the other, in the order of the keys. */
  inTurn(act: () => Promise<void>): void {
    this.#turns.run(act).catch((error: unknown) => tellFailure(t('organise.notSaved'), error));
  }

  hide(stars: number, id: number): void {
    this.#starsBehind.set(id, stars);
  }
  starsBehind = (id: number): number | undefined => this.#starsBehind.get(id);

  /** The marks of a picture after a change; changes of tags and pasted edits are not shown ahead. */
  marksAfter = (change: AnyChange, id: number): Marks =>
    isImageChange(change) ? marksOf(change, this.starsBehind(id)) : {};

  newWaiting() {
    return {
      key: this.nextKey(),
      time: Date.now(),
      ...(ownerNow() ?? { library: '', client: '' }),
      hadToWait: isConnectionLost(),
      state: 'waiting' as const,
      stored: [],
    };
  }

  /** Shows its marks; from now on it is on its way. */
  begin({ key, what, before }: WaitingChange, made: Made | null): void {
    const isBack = what.is === 'undo' && what.isRedo !== true;
    const change = what.is === 'undo' ? what.of : what.change;
    const marks = new Map(before.map(([id, was]) => [id, isBack ? was : this.marksAfter(change, id)]));
    const ahead = this.#onItsWay(key)?.ahead ?? showMarks(marks);
    // It becomes the youngest.
    this.#all.delete(key);
    this.#all.set(key, { is: 'on its way', ahead, made });
  }

  /** Puts it into the store, from which it is sent. */
  async enter(waiting: WaitingChange): Promise<void> {
    if (waiting.ids.length > MOST_IDS && waiting.what.is === 'change')
      tell({ title: t('organise.saving', { count: waiting.ids.length }), stays: true });
    try {
      await waitingChanges.add(waiting);
    } catch (error) {
      const reason = { code: 'unknown', detail: error instanceof Error ? error.message : String(error) };
      const outcome = { is: 'refused' as const, changes: [], count: waiting.ids.length, reason };
      waitingChanges.tell({ is: 'ended', key: waiting.key, outcome });
      return;
    }
    if (isConnectionLost()) this.#tellOffline();
    sending.send();
  }

  /** It is over. Returns what it was, if it was on its way. */
  end(key: string): OnItsWay | undefined {
    const was = this.#onItsWay(key);
    this.#all.set(key, { is: 'over' });
    return was;
  }

  isOnItsWay = (key: string): boolean => this.#onItsWay(key) !== undefined;

  /** Of those that this page made. */
  oldest(): Made | null {
    for (const one of this.#all.values()) if (one.is === 'on its way' && one.made) return one.made;
    return null;
  }

  untilEnded(key: string): Promise<void> {
    return new Promise((resolve) => {
      if (!this.isOnItsWay(key)) return resolve();
      const stop = waitingChanges.news.subscribe((news) => {
        if (news.is !== 'ended' || news.key !== key) return;
        stop();
        resolve();
      });
    });
  }

  /** Resolves when the service has every decision; throws while it is away. */
  async untilSent(): Promise<void> {
    while (this.#isAnyOnItsWay()) {
      if (isConnectionLost()) throw new ConnectionError(undefined);
      await new Promise<void>((resolve) => {
        const end = () => {
          for (const stop of stops) stop();
          resolve();
        };
        const stops = [waitingChanges.news.subscribe(end), onConnectionChange(end)];
      });
    }
  }

  open(): void {
    // Decisions may be made before it is known that nobody answers.
    onConnectionChange(() => {
      if (isConnectionLost() && this.#isAnyOnItsWay()) this.#tellOffline();
    });
    waitingChanges.news.subscribe(({ is }) => {
      if (is === 'news') void this.#followStore();
    });
  }

  /** Shows decisions of other tabs, and those of this one from before a reload. */
  async #followStore(): Promise<void> {
    const owner = ownerNow();
    if (!owner) return;
    for (const waiting of await waitingChanges.all()) {
      const isSent = waiting.state === 'waiting' || waiting.state === 'sending';
      if (isSent && isOwnedBy(waiting, owner) && !this.#all.has(waiting.key)) this.begin(waiting, null);
    }
  }

  #onItsWay(key: string): OnItsWay | undefined {
    const one = this.#all.get(key);
    return one?.is === 'on its way' ? one : undefined;
  }
  #isAnyOnItsWay = (): boolean => [...this.#all.values()].some(({ is }) => is === 'on its way');

  #tellOffline(): void {
    tell({ title: t('waiting.offlineTitle'), description: t('waiting.offlineHow') });
  }
}

export const decisions = new Decisions();

import type { AnyChange } from './change-words.ts';
import type { Marks } from './marks.ts';
import type { WaitingChange } from './waiting/waiting-change.ts';
import { ownerNow } from './waiting/whose.ts';

/** What one Ctrl+Z takes back. */
export interface Step {
  /** The key of its waiting change; a change of a tag never waited. */
  key: string;
  change: AnyChange;
  /** The journal's ids: several if there were too many pictures for one request, none before it is stored. */
  changes: number[];
  count: number;
  /** The marks of the pictures whose records were here. */
  before: Map<number, Marks>;
  /** The same in steps that were one decision: what is kept of a burst and what is rejected. They are undone and redone together. */
  together?: string;
}

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

export const areTogether = (one: Step, other: Step): boolean =>
  one.key === other.key || (one.together !== undefined && one.together === other.together);

const MOST_STEPS = 200;
/** For larger steps, the marks before are not kept over a reload: their undo shows once it is stored. */
const MOST_KEPT = 20;

type KeptStep = Omit<Step, 'before'> & { before: [number, Marks][] };

/** What can be undone, the last one first; it belongs to this tab and survives a reload. And what can be redone, until the page is left. */
class Steps {
  #done: readonly Step[] = [];
  #owner: string | null = null;
  #undone: readonly UndoneStep[] = [];

  /** Those of the present library and client. */
  done(): readonly Step[] {
    const now = ownerNow();
    const own = now && `steps of ${now.client} in ${now.library}`;
    if (own !== null && own !== this.#owner) {
      this.#owner = own;
      const kept = JSON.parse(sessionStorage.getItem(own) ?? '[]') as KeptStep[];
      this.#done = kept.map((step) => ({ ...step, before: new Map(step.before) }));
    }
    return this.#done;
  }

  of = (key: string): Step | undefined => this.done().find((step) => step.key === key);
  add = (step: Step): void => this.#keep([...this.done(), step]);
  forget = (step: Step): void => this.#keep(this.done().filter(({ key }) => key !== step.key));

  /** It is stored, in whole or in part. */
  become(step: Step, now: Pick<Step, 'changes' | 'count'>): void {
    Object.assign(step, now);
    this.#keep(this.done());
  }

  undone = (): readonly UndoneStep[] => this.#undone;
  addUndone(step: UndoneStep): void {
    this.#undone = [...this.#undone, step];
  }
  /** A new decision forgets all of them. */
  forgetUndone(only?: UndoneStep): void {
    this.#undone = only ? this.#undone.filter((step) => step !== only) : [];
  }

  #keep(next: readonly Step[]): void {
    this.#done = next.slice(-MOST_STEPS);
    if (this.#owner === null) return;
    const kept = this.#done.map((step): KeptStep => ({
      ...step,
      before: step.before.size > MOST_KEPT ? [] : [...step.before],
    }));
    try {
      sessionStorage.setItem(this.#owner, JSON.stringify(kept));
    } catch {
      // The browser's storage is full: they last until the page is left.
    }
  }
}

export const steps = new Steps();

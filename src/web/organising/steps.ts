import type { AnyChange } from './change-words.ts';
import type { Marks } from './marks.ts';
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

export const areTogether = (one: Step, other: Step): boolean =>
  one.key === other.key || (one.together !== undefined && one.together === other.together);

const MOST_STEPS = 200;
/** For larger steps, the marks before are not kept over a reload: their undo shows once it is stored. */
const MOST_KEPT = 20;

/** The last one is undone first. They belong to this tab and survive a reload. */
let steps: Step[] = [];
let owner: string | null = null;

/** Those of the present library and client. */
export function undoSteps(): readonly Step[] {
  const now = ownerNow();
  const own = now && `steps of ${now.client} in ${now.library}`;
  if (own !== null && own !== owner) {
    owner = own;
    const kept = JSON.parse(sessionStorage.getItem(own) ?? '[]') as KeptStep[];
    steps = kept.map((step) => ({ ...step, before: new Map(step.before) }));
  }
  return steps;
}

type KeptStep = Omit<Step, 'before'> & { before: [number, Marks][] };

export function keepSteps(next: readonly Step[]): void {
  steps = next.slice(-MOST_STEPS);
  if (owner === null) return;
  const kept = steps.map((step): KeptStep => ({
    ...step,
    before: step.before.size > MOST_KEPT ? [] : [...step.before],
  }));
  try {
    sessionStorage.setItem(owner, JSON.stringify(kept));
  } catch {
    // The browser's storage is full: they last until the page is left.
  }
}

export const stepOf = (key: string): Step | undefined => undoSteps().find((step) => step.key === key);
export const addStep = (step: Step) => keepSteps([...undoSteps(), step]);
export const forgetStep = (step: Step) => keepSteps(undoSteps().filter(({ key }) => key !== step.key));

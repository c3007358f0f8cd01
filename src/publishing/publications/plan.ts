import { createHash } from 'node:crypto';
import { MOST_STEPS, type PublicationPlan, STEP_KINDS, type StepKind, type Yes } from '../../contract/publications.ts';
import type { LedgerItem } from './ledger.ts';
import { type Match, matched } from './matching.ts';
import { isSameShown, type SourcePicture } from './source-pictures.ts';

export interface Step extends Match {
  kind: StepKind;
}

export interface PlanFacts {
  pictures: readonly SourcePicture[];
  items: readonly LedgerItem[];
  /** The version of everything that is there, by id; null: nobody looked. */
  there: ReadonlyMap<string, string> | null;
}

/** What there is to do, in the order in which it is done: what takes something away comes last. */
export function stepsOf({ pictures, items, there }: PlanFacts): Step[] {
  const steps = matched(pictures, items).map((match) => ({ ...match, kind: kindOf(match, there) }));
  return steps.toSorted((one, other) => STEP_KINDS.indexOf(one.kind) - STEP_KINDS.indexOf(other.kind));
}

function kindOf({ picture, item }: Match, there: PlanFacts['there']): StepKind {
  if (!picture) return 'gone-here';
  if (!item) return 'new';
  const { sending, failure, placed, shown, isOurs } = item;
  if (sending) return 'unfinished';
  const fails = failure !== null && isSameShown(failure.of, picture.shown);
  // Whoever wants it tried again has not said yes to what others did there.
  if (fails && !(placed && failure.kind === 'changed_there')) return 'failed';
  if (!placed || !shown) return 'new';
  if (there) {
    const version = there.get(placed.id);
    if (version === undefined) return 'gone-there';
    if (version !== placed.version) return 'changed-there';
  }
  if (fails) return 'failed';
  if (!isOurs || isSameShown(shown, picture.shown)) return 'unchanged';
  if (shown.madeBy !== picture.shown.madeBy) return 'recipe';
  return shown.development === picture.shown.development ? 'metadata' : 'pixels';
}

/** So many at once are rather a mistake than a wish: more than 50, and more than a tenth of what is there. */
const isMany = (count: number, all: number) => count > Math.max(50, all / 10);

/** What a run leaves out without a yes. */
const ASKED: Partial<Record<StepKind, Yes>> = {
  recipe: 'recipe',
  'gone-there': 'gone-there',
  'changed-there': 'changed-there',
  'gone-here': 'removals',
  failed: 'failed',
};
const REPLACES: ReadonlySet<StepKind> = new Set(['pixels', 'metadata']);

/** Whether a run may do a step, given all of the plan and what was said yes to. */
export function allowedBy(steps: readonly Step[], yes: ReadonlySet<Yes>): (step: Step) => boolean {
  const missing = new Set(needsOf(steps).filter((need) => !yes.has(need)));
  return ({ kind }) => {
    const asked = ASKED[kind];
    if (kind === 'unchanged' || (asked && missing.has(asked))) return false;
    if (kind === 'gone-here') return !missing.has('many-removals');
    return !(REPLACES.has(kind) && missing.has('many-replacements'));
  };
}

function needsOf(steps: readonly Step[]): Yes[] {
  const counts = countsOf(steps);
  const there = steps.filter(({ item }) => item?.placed).length;
  const needs = new Set(steps.flatMap(({ kind }) => ASKED[kind] ?? []));
  if (isMany(counts['gone-here'], there)) needs.add('many-removals');
  if (isMany(counts.pixels + counts.metadata, there)) needs.add('many-replacements');
  return [...needs];
}

function countsOf(steps: readonly Step[]): Record<StepKind, number> {
  const counts = Object.fromEntries(STEP_KINDS.map((kind) => [kind, 0])) as Record<StepKind, number>;
  for (const { kind } of steps) counts[kind]++;
  return counts;
}

const STAYS: ReadonlySet<StepKind> = new Set(['unchanged', 'gone-here']);

/** What a run with every yes would send. A picture is taken for as large as it was the last time, a new one for as large as the others are. */
function uploadOf(steps: readonly Step[], isDescribed: boolean): PublicationPlan['upload'] {
  const sent = steps.filter(({ kind }) => !STAYS.has(kind) && !(kind === 'metadata' && isDescribed));
  const sizeOf = ({ item }: Step) => item?.sending?.bytes ?? item?.bytes ?? null;
  const known = steps.flatMap((step) => sizeOf(step) ?? []);
  if (known.length === 0) return { pictures: sent.length, bytes: sent.length === 0 ? 0 : null };
  const usual = known.reduce((sum, bytes) => sum + bytes, 0) / known.length;
  return { pictures: sent.length, bytes: Math.round(sent.reduce((sum, step) => sum + (sizeOf(step) ?? usual), 0)) };
}

/** As the API tells it. `isDescribed`: metadata arrive there without a new file. */
export function toldPlan(
  steps: readonly Step[],
  problem: string | null,
  more: readonly Yes[] = [],
  isDescribed = false,
): PublicationPlan {
  const todo = steps.filter(({ kind }) => kind !== 'unchanged');
  const listed = todo.map(({ kind, picture, item }) => ({
    image_id: picture?.imageId ?? item!.imageId,
    name: item?.name ?? null,
    kind,
    reason: item?.failure?.reason ?? null,
  }));
  const needs = [...more, ...needsOf(steps)];
  return {
    id: createHash('sha1')
      .update(JSON.stringify([listed, needs, problem]))
      .digest('base64url'),
    counts: countsOf(steps),
    needs,
    problem,
    upload: uploadOf(steps, isDescribed),
    steps: listed.slice(0, MOST_STEPS),
  };
}

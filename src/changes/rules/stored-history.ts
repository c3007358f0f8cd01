import { instanceOf } from './newest-steps.ts';
import { isSameRow, type Row } from '../writing/row-changes.ts';

/**
 * The develop history of an image, as rows of `history` and `masks_history`. Steps are in order. A set of masks has the number of the step from
 * which on it counts.
 */
export interface StoredHistory {
  /** Only steps with a lower number are in force. */
  end: number;
  steps: readonly Row[];
  masks: readonly Row[];
  /** null: darktable's own, which it chooses when it opens the image. */
  order: ModuleOrder | null;
}

/** The order of modules in the pixel pipe, as in `module_order`. */
export interface ModuleOrder {
  version: number;
  /** `exposure,0,exposure,1,…`; null: darktable's own of that version. */
  list: string | null;
}

const MASK_MANAGER = 'mask_manager';
const numOf = (row: Row) => Number(row.num);
const last = (numbers: readonly number[]) => Math.max(-1, ...numbers);

/** Whether these are the very same rows. */
export function isUnchanged(one: StoredHistory, other: StoredHistory): boolean {
  const areSame = (rows: readonly Row[], others: readonly Row[]) =>
    rows.length === others.length && rows.every((row, at) => isSameRow(row, others[at]!));
  return (
    one.end === other.end &&
    areSame(one.steps, other.steps) &&
    areSame(one.masks, other.masks) &&
    one.order?.version === other.order?.version &&
    one.order?.list === other.order?.list
  );
}

/** Whether there are steps that were undone. */
export const hasUndoneSteps = ({ end, steps }: StoredHistory): boolean => last(steps.map(numOf)) >= end;

/**
 * Keeps the newest step of each instance, as darktable's "compress history": those that are off as well, and of the masks the last set, which is
 * then there from the first step on. Numbers have no gaps afterwards.
 */
export function compressed({ steps, masks, order }: StoredHistory): StoredHistory {
  const newest = new Map(steps.map((row) => [instanceOf(row), row]));
  const kept = steps.filter((row) => row.operation !== MASK_MANAGER && newest.get(instanceOf(row)) === row);
  const latest = last(masks.map(numOf));
  const shapes = masks.filter((row) => numOf(row) === latest);
  const holder = shapes.length === 0 ? [] : [holdsMasks(steps[0]!) ? steps[0]! : maskHolder(steps[0]!)];
  return { ...numbered([...holder, ...kept]), masks: shapes.map((row) => ({ ...row, num: 0n })), order };
}

/** Of a history that was compressed before; darktable takes the step to version 2, with parameters. */
const holdsMasks = ({ operation, op_params: params, module: version }: Row) =>
  operation === MASK_MANAGER && (version === 1n || params !== null);

/** The step by which darktable keeps masks; version 1 without parameters, or it drops the masks with the step. */
const maskHolder = (like: Row): Row => ({
  ...Object.fromEntries(Object.keys(like).map((column) => [column, null])),
  imgid: like.imgid!,
  operation: MASK_MANAGER,
  module: 1n,
  enabled: 0n,
  blendop_version: 0n,
  multi_priority: 0n,
  multi_name: '',
});

/**
 * Takes all steps of an instance out. Masks that came with one of them stay: they move to the step that follows, or to the last one if none does.
 * null: there is no such step.
 */
export function withoutInstance(history: StoredHistory, operation: string, priority: number): StoredHistory | null {
  const isGone = (row: Row) => row.operation === operation && Number(row.multi_priority ?? 0n) === priority;
  const { end, steps, masks } = history;
  const kept = steps.filter((row) => !isGone(row));
  if (kept.length === steps.length) return null;
  const before = (num: number) => kept.filter((row) => numOf(row) < num).length;
  const sets = new Map<number, Row[]>();
  // In order, so that of two sets that come to stand on one step the later stays.
  for (const [num, set] of Map.groupBy(masks, numOf)) sets.set(Math.min(before(num), kept.length - 1), set);
  return {
    ...history,
    ...numbered(kept),
    end: before(end),
    masks: [...sets].flatMap(([num, set]) => (num < 0 ? [] : set.map((row) => ({ ...row, num: BigInt(num) })))),
  };
}

const numbered = (steps: readonly Row[]): Pick<StoredHistory, 'end' | 'steps'> => ({
  end: steps.length,
  steps: steps.map((row, num) => ({ ...row, num: BigInt(num) })),
});

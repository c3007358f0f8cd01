import { isUntouched, withoutTime } from '../writing/change-time.ts';
import type { StoredHistory } from '../rules/stored-history.ts';
import { AUTO_PRESETS_APPLIED, hasFirstSteps, historiesIn } from './plans.ts';
import { bitsOf, encodedRow, isReadyFor, type ReadRows, type Row, type RowChange } from '../writing/row-changes.ts';
import { isSameOrder, isSameShape, isSameStep } from '../rules/same-history.ts';

/** More than darktable puts in front of a history. */
const MOST_FIRST_STEPS = 20;
const EMPTY: StoredHistory = { end: 0, steps: [], masks: [], order: null };
const FIRST_STEPS = bitsOf('flags', AUTO_PRESETS_APPLIED);

/** A history as a change left it. */
export interface AsMade {
  history: StoredHistory;
  /** To show the image, darktable has put first steps of its own in front of it since, or has taken steps to newer versions. */
  isOther: boolean;
}

/** The history of an image as a change left it; null: it was changed since. `changes`: what its undo does. */
export function asMade(read: ReadRows, imageId: number, changes: readonly RowChange[]): AsMade | null {
  const present = historiesIn(read)(imageId);
  if (!present) return null;
  const reader = { get: (sql: string, names = {}) => read(sql, names)[0] };
  const isReady = (row: RowChange) => isReadyFor(reader, row);
  const timeless = changes.map(withoutTime);
  if (timeless.every(isReady)) return { history: present, isOther: false };
  const untouched = isUntouched(read, imageId, changes);
  if (isAsDiscarded(read, imageId, timeless, { isReady, isUntouched: untouched }))
    return { history: EMPTY, isOther: true };
  const others = timeless.filter(({ table }) => !SHOWN.includes(table));
  const order = madeOrder(present, timeless, { isReady, isUntouched: untouched });
  if (order === undefined || !others.every(isReady)) return null;
  const flag = hasFirstSteps(read, imageId);
  for (let first = 0; first <= Math.min(MOST_FIRST_STEPS, present.end - 1); first += 1) {
    const shown = withoutFirst(present, first);
    const history = shown && untouched ? unconverted(shown, timeless) : shown;
    if (history && timeless.every((change) => isReadyIn(history, flag, change)))
      return { history: { ...history, order }, isOther: true };
  }
  return null;
}

/** What darktable stores anew when it shows an image. */
const SHOWN: readonly string[] = ['main.images', 'main.history', 'main.masks_history', 'main.module_order'];

/** Sets of masks keep their numbers (4.2.1). null: these are not its first ones alone. */
function withoutFirst({ end, steps, masks, order }: StoredHistory, first: number): StoredHistory | null {
  const shifted = (row: Row): Row => ({ ...row, num: BigInt(Number(row.num) - first) });
  const kept = steps.filter(({ num }) => Number(num) >= first);
  if (steps.length - kept.length !== first) return null;
  return { end: end - first, steps: kept.map(shifted), masks, order };
}

/** With the rows that the change made in the place of what darktable has converted them to. */
function unconverted(history: StoredHistory, changes: readonly RowChange[]): StoredHistory {
  const madeIn = (name: RowChange['table']) =>
    changes.flatMap(({ table, before }) => (table === name && before !== null ? [before] : []));
  const replaced = (rows: readonly Row[], made: readonly Row[], isSame: (row: Row, wanted: Row) => boolean) =>
    rows.map((row) => made.find((one) => one.num === row.num && isSame(row, one)) ?? row);
  return {
    ...history,
    steps: replaced(history.steps, madeIn('main.history'), isSameStep),
    masks: replaced(history.masks, madeIn('main.masks_history'), isSameShape),
  };
}

/** The order of modules that the change left; undefined: it is another one now. */
function madeOrder(
  { order }: StoredHistory,
  changes: readonly RowChange[],
  { isReady, isUntouched: untouched }: Evidence,
): StoredHistory['order'] | undefined {
  const change = changes.find(({ table }) => table === 'main.module_order');
  if (!change || isReady(change)) return order;
  const { before } = change;
  const made = before && { version: Number(before.version), list: before.iop_list as string | null };
  return untouched && isSameOrder(order, made) ? made : undefined;
}

interface Evidence {
  isReady: (row: RowChange) => boolean;
  isUntouched: boolean;
}

function isReadyIn({ end, steps, masks }: StoredHistory, flag: boolean, { table, before, after }: RowChange): boolean {
  if (table === 'main.images') {
    const isEnd = before!.history_end === after!.history_end || Number(before!.history_end) === end;
    return isEnd && (before![FIRST_STEPS] === after![FIRST_STEPS] || (before![FIRST_STEPS] !== 0n) === flag);
  }
  if (table !== 'main.history' && table !== 'main.masks_history') return true;
  const rows = table === 'main.history' ? steps : masks;
  const isThere = (row: Row) => rows.some((one) => encodedRow(one) === encodedRow(row));
  return (before === null || isThere(before)) && (after === null || !isThere(after));
}

/**
 * Whether a discarded history got nothing since but steps of darktable's own, or steps that come back now: darktable gives an image its first ones when
 * it shows it. `changes`: what the undo does.
 */
function isAsDiscarded(
  read: ReadRows,
  imageId: number,
  changes: readonly RowChange[],
  { isReady, isUntouched: untouched }: Evidence,
): boolean {
  const emptied = changes.some(({ table, before }) => table === 'main.images' && before?.history_end === 0n);
  const steps = changes.filter(({ table }) => table === 'main.history');
  if (!emptied || steps.some(({ before }) => before !== null)) return false;
  const again = ['main.images', 'main.history', 'main.module_order'];
  if (!changes.filter(({ table }) => !again.includes(table)).every(isReady)) return false;
  if (read('SELECT 1 FROM main.masks_history WHERE imgid = :imageId', { imageId }).length > 0) return false;
  if (untouched) return true;
  const stepOf = ({ num: _num, ...row }: Row) => encodedRow(row);
  const coming = new Set(steps.map(({ after }) => stepOf(after!)));
  return read('SELECT * FROM main.history WHERE imgid = :imageId', { imageId }).every((row) => coming.has(stepOf(row)));
}

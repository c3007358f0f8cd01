import type { StoredHistory } from './history-changes.ts';
import { AUTO_PRESETS_APPLIED, hasFirstSteps, historiesIn } from './history-plans.ts';
import { bitsOf, encodedRow, isReadyFor, type ReadRows, type Row, type RowChange } from './row-changes.ts';

/** More than darktable puts in front of a history. */
const MOST_FIRST_STEPS = 20;
const EMPTY: StoredHistory = { end: 0, steps: [], masks: [], order: null };
const FIRST_STEPS = bitsOf('flags', AUTO_PRESETS_APPLIED);

/** A history as a change left it. */
export interface AsMade {
  history: StoredHistory;
  /** darktable has put first steps of its own in front of it since, to show the image. */
  hasMore: boolean;
}

/** The history of an image as a change left it; null: it was changed since. `changes`: what its undo does. */
export function asMade(read: ReadRows, imageId: number, changes: readonly RowChange[]): AsMade | null {
  const present = historiesIn(read)(imageId);
  if (!present) return null;
  const reader = { get: (sql: string, names = {}) => read(sql, names)[0] };
  const isReady = (row: RowChange) => isReadyFor(reader, row);
  if (changes.every(isReady)) return { history: present, hasMore: false };
  if (isAsDiscarded(read, imageId, changes, isReady)) return { history: EMPTY, hasMore: true };
  const others = changes.filter(({ table }) => !SHIFTED.includes(table));
  if (!others.every(isReady)) return null;
  const flag = hasFirstSteps(read, imageId);
  for (let first = 1; first <= Math.min(MOST_FIRST_STEPS, present.end - 1); first += 1) {
    const history = withoutFirst(present, first);
    if (history && changes.every((change) => isReadyIn(history, flag, change))) return { history, hasMore: true };
  }
  return null;
}

const SHIFTED: readonly string[] = ['main.images', 'main.history', 'main.masks_history'];

/** Sets of masks keep their numbers (4.2.1). null: these are not its first ones alone. */
function withoutFirst({ end, steps, masks, order }: StoredHistory, first: number): StoredHistory | null {
  const shifted = (row: Row): Row => ({ ...row, num: BigInt(Number(row.num) - first) });
  const kept = steps.filter(({ num }) => Number(num) >= first);
  if (steps.length - kept.length !== first) return null;
  return { end: end - first, steps: kept.map(shifted), masks, order };
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
 * Whether a discarded history got nothing since but steps that come back now: darktable gives an image its first ones when it shows it. `changes`: what
 * the undo does.
 */
function isAsDiscarded(
  read: ReadRows,
  imageId: number,
  changes: readonly RowChange[],
  isReady: (row: RowChange) => boolean,
): boolean {
  const emptied = changes.some(({ table, before }) => table === 'main.images' && before?.history_end === 0n);
  const steps = changes.filter(({ table }) => table === 'main.history');
  if (!emptied || steps.some(({ before }) => before !== null)) return false;
  const again = ['main.images', 'main.history', 'main.module_order'];
  if (!changes.filter(({ table }) => !again.includes(table)).every(isReady)) return false;
  if (read('SELECT 1 FROM main.masks_history WHERE imgid = :imageId', { imageId }).length > 0) return false;
  const stepOf = ({ num: _num, ...row }: Row) => encodedRow(row);
  const coming = new Set(steps.map(({ after }) => stepOf(after!)));
  return read('SELECT * FROM main.history WHERE imgid = :imageId', { imageId }).every((row) => coming.has(stepOf(row)));
}

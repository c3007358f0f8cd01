import { inForce } from '../../library/listed-history.ts';
import type { Row } from '../writing/row-changes.ts';

export const operationOf = (row: Row): string => String(row.operation);
export const priorityOf = (row: Row): number => Number(row.multi_priority ?? 0n);
/** `exposure 1` */
export const instanceOf = (row: Row): string => `${operationOf(row)} ${priorityOf(row)}`;

/** The newest step of each instance that is in force, in the order of the history. */
export function newestSteps({ end, steps }: { end: number; steps: readonly Row[] }): Row[] {
  const active = inForce(steps, end);
  const newest = new Map(active.map((row) => [instanceOf(row), row]));
  return active.filter((row) => newest.get(instanceOf(row)) === row);
}

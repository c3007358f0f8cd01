import type { PanelOption } from '../../../contract/panel.ts';

/** What fields store; undefined: unknown. */
export type Known = (field: string) => number | undefined;

/** The value of a control that has no field of its own, and what is stored when it is moved. */
export interface ComputedControl {
  value: number;
  /** null: it can only be looked at here. */
  changesTo: ((to: number) => Record<string, number>) | null;
}

/** The entry of a list that stores several fields; -1: none of them has what is stored. */
export function positionNow(options: readonly PanelOption[], stored: Known): number {
  const isNow = (set: Record<string, number>) =>
    Object.entries(set).every(([field, value]) => Math.fround(stored(field) ?? NaN) === Math.fround(value));
  return options.findIndex(({ set }) => set && isNow(set));
}

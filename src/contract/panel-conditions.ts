import type { PanelCondition, PanelControl } from './panel.ts';

/** What conditions ask for. undefined: not known. */
export interface PanelState {
  /** What a field stores: 0 or 1 for a switch, the number of a choice. */
  stored: (field: string) => number | undefined;
  /** Where a control stands that stores nothing: the place in its list. */
  position: (label: string) => number | undefined;
}

/**
 * Whether darktable would show a control. What depends on the picture (`needs`) is not known here: it counts as the
 * sample's.
 */
export function isShown({ hidden = false, shown_when: lists }: PanelControl, state: PanelState): boolean {
  return lists ? holds(lists, state) : !hidden;
}

/** Whether darktable would let people use a control. */
export function isEnabled({ disabled = false, enabled_when: lists }: PanelControl, state: PanelState): boolean {
  return lists ? holds(lists, state) : !disabled;
}

const holds = (lists: readonly (readonly PanelCondition[])[], state: PanelState) =>
  lists.some((list) => list.every((condition) => isFulfilled(condition, state)));

/**
 * A condition on something unknown counts as fulfilled: a control too many does less harm than one that cannot be
 * reached.
 */
function isFulfilled(condition: PanelCondition, state: PanelState): boolean {
  const value = 'field' in condition ? state.stored(condition.field) : state.position(condition.control);
  return value === undefined || condition.in.includes(value);
}

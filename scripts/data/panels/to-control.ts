import type { PanelControl } from '../../../src/contract/panel.ts';
import type { FactControl } from './facts.ts';

/** A control of the facts with the names of the API. What is empty, or says the same as its absence, is left out. */
export function toControl(fact: FactControl): PanelControl {
  const {
    offset,
    labelFrom,
    alsoSets,
    storedAs: _seen,
    samples: _measured,
    setsTo,
    offset_shown,
    noFill,
    ...rest
  } = fact;
  const { defaultIndex, tabsHidden, shownWhen, enabledWhen, ...same } = rest;
  const control: Record<string, unknown> = {
    ...same,
    label_is_hidden: labelFrom === 'shortcut' || undefined,
    byte_offset: offset,
    also_sets: alsoSets,
    set_to: setsTo,
    shown_offset: offset_shown,
    no_fill: noFill,
    // -1: nothing is chosen.
    default_index: defaultIndex === -1 ? undefined : defaultIndex,
    tabs_hidden: tabsHidden,
    shown_when: toConditions(shownWhen),
    enabled_when: toConditions(enabledWhen),
  };
  const told = Object.entries(control).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(told) as PanelControl;
}

function toConditions(facts: FactControl['shownWhen']): PanelControl['shown_when'] {
  if (!facts) return undefined;
  const lists = Array.isArray(facts) ? [facts] : facts.any;
  return lists.map((list) => list.map(({ note: _, ...condition }) => condition));
}

import { createContext, useContext } from 'react';
import type { ParamField } from '../../../../contract/modules.ts';
import type { PanelControl } from '../../../../contract/panel.ts';
import type { DefaultsOf } from '../../../../contract/panel-defaults.ts';
import { computedControl } from '../../../develop-panel/computed/computed-controls.ts';
import type { PictureFacts } from '../../../develop-panel/computed/picture-facts.ts';
import { changesOf } from '../../../develop-panel/computed/follow-ups.ts';

/** Stored values by field. */
export type Changes = Record<string, number>;

/** What the controls of a module show, and how they change it. */
export interface ModuleValues {
  operation: string;
  controls: readonly PanelControl[];
  params: Record<string, unknown>;
  fields: readonly ParamField[];
  stored: (field: string) => number | undefined;
  /** What the hand moves and is not stored yet; only kept for modules with a drawing of it. */
  held: Changes;
  /** Where a list stands that stores nothing. */
  position: (label: string) => number | undefined;
  setPosition: (label: string, position: number) => void;
  /** darktable's word in the reader's language. */
  text: (english: string) => string;
  defaultsOf: DefaultsOf;
  /** What some controls depend on beside what is stored. */
  facts?: PictureFacts | undefined;
  change: (changes: Changes) => void;
  /** The hand moves it, and it is not stored yet; null: not any more. */
  move: (changes: Changes | null) => void;
  /** For parts that change parameters by their names: curves. */
  changeParams: (params: Record<string, unknown>) => void;
  moveParams: (params: Record<string, unknown> | null) => void;
}

const Values = createContext<ModuleValues | null>(null);
export const ModuleValuesProvider = Values.Provider;

export function useModuleValues(): ModuleValues {
  const values = useContext(Values);
  if (!values) throw new Error('A control stands in a module.');
  return values;
}

/** What a control shows, and what is stored when it is moved. */
export interface Bound {
  value: number;
  /** null: it can only be looked at. */
  changesTo: ((to: number) => Changes) | null;
}

/** null: what the control stands for is not known here. */
export function boundTo(
  control: PanelControl,
  { operation, stored, facts }: Pick<ModuleValues, 'operation' | 'stored' | 'facts'>,
): Bound | null {
  const { field, also_sets: alsoSets = [] } = control;
  if (field === undefined) return computedControl(operation, control, stored, facts);
  const value = stored(field);
  if (value === undefined) return null;
  // A follower that this version does not have is never asked for: `alsoSets` names those that it has.
  const known = (name: string) => stored(name) ?? 0;
  return { value, changesTo: (to) => changesOf(operation, { field, to, alsoSets }, known, facts) };
}

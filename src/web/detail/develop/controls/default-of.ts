import type { PanelControl } from '../../../../contract/panel.ts';
import { knownDefault } from '../../../../contract/panel-defaults.ts';
import { computedControl } from '../../../develop-panel/computed/computed-controls.ts';
import type { ModuleValues } from './module-values.ts';

/** Where a reset puts a control; undefined: not known. What is worked out of several fields is worked out of their defaults. */
export function defaultOf(
  control: PanelControl,
  { operation, defaultsOf, facts }: Pick<ModuleValues, 'operation' | 'defaultsOf' | 'facts'>,
): number | undefined {
  const { told } = defaultsOf;
  if (control.field !== undefined || !told) return knownDefault(control, defaultsOf);
  const value = computedControl(operation, control, told, facts)?.value;
  return value ?? knownDefault(control, defaultsOf);
}

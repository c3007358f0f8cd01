import type { PanelControl } from '../../../../contract/panel.ts';
import { isShown } from '../../../../contract/panel-conditions.ts';
import { paramAt } from '../../../../contract/stored-values.ts';
import { isTurn } from '../../../develop-panel/computed/computed-controls.ts';
import { pickerOf } from '../../../develop-panel/computed/picked.ts';
import { SCALE } from '../curve-scale.ts';
import { isSpotInput, isSpotMode } from '../../picker/spot.ts';
import { boundTo, type ModuleValues } from './module-values.ts';

type State = Pick<ModuleValues, 'operation' | 'stored' | 'position' | 'params' | 'facts'>;

export interface Offer {
  /** Fields that curves show. */
  drawn: ReadonlySet<string>;
  /** The drawn area that the page has too: that of the curves, or of monochrome's filter. */
  plot: PanelControl | undefined;
}

/**
 * Whether the page shows a control: darktable would, and the page knows what it stands for. Most drawn areas need
 * its mouse: they stay there.
 */
export function isOffered(controls: readonly PanelControl[], state: State, { drawn, plot }: Offer) {
  const decides = new Set(
    controls.flatMap(({ shown_when = [], enabled_when = [] }) =>
      [...shown_when, ...enabled_when]
        .flat()
        .flatMap((condition) => ('control' in condition ? [condition.control] : [])),
    ),
  );
  return (control: PanelControl): boolean => {
    if (!isShown(control, state)) return false;
    if (isPicker(state.operation, control) || targetOf(state.operation, control) !== null) return true;
    if (isSpotMode(state.operation, control) || isSpotInput(state.operation, control)) return true;
    const { kind, field, sets = [] } = control;
    const own = field === undefined ? sets : [field];
    if (own.length > 0 && own.every((path) => drawn.has(path.replace(/\[.*/, '')))) return false;
    switch (kind) {
      case 'tabs':
      case 'section':
      case 'fold':
        return true;
      case 'graph':
        return control === plot;
      case 'button':
        return isTurn(state.operation, control) || storedText(control, state) !== null;
      case 'color':
        return colorFields(control, state) !== null;
      case 'combobox':
        return boundTo(control, state) !== null || isLocal(control, decides) || textOf(control, state) !== null;
      case 'slider':
      case 'toggle':
        return boundTo(control, state) !== null;
      case 'label':
        return state.operation === 'flip';
      default:
        return false;
    }
  };
}

/** A picker that stands by itself. */
export const isPicker = (operation: string, control: PanelControl): boolean =>
  control.field === undefined && pickerOf(operation, control) !== undefined;

/** A slider that stores nothing: the lightness that exposure's picker aims at, the scale of a curve's drawing. null: another one. */
export const targetOf = (operation: string, { kind, field, label, default: start = 0 }: PanelControl): number | null =>
  kind === 'slider' && field === undefined && label !== undefined && TARGETS[operation] === label ? start : null;

const TARGETS: Record<string, string> = { exposure: 'lightness', basecurve: SCALE, tonecurve: SCALE };

/** A list that stores nothing and decides what else is shown. */
const isLocal = ({ field, sets = [], label = '' }: PanelControl, decides: ReadonlySet<string>) =>
  field === undefined && sets.length === 0 && decides.has(label);

/** A list whose choice is stored as a text, such as the name of a lens. */
export function textOf({ field, sets = [] }: PanelControl, { params }: Pick<State, 'params'>): string | null {
  const stored = paramAt(params, field ?? sets[0] ?? '');
  return typeof stored === 'string' && field === undefined ? stored : null;
}

/** What a button shows that lets people choose a text: a camera, a lens, a font. */
export function storedText({ kind, field }: PanelControl, { params }: Pick<State, 'params'>): string | null {
  const stored = kind === 'button' && field !== undefined ? paramAt(params, field) : null;
  return typeof stored === 'string' ? stored : null;
}

/** The three fields of a color, from 0 to 1. */
export function colorFields({ sets = [] }: PanelControl, { stored }: Pick<State, 'stored'>): string[] | null {
  const fields = sets.slice(0, 3);
  return fields.length === 3 && fields.every((field) => stored(field) !== undefined) ? fields : null;
}

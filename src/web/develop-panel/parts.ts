import type { PanelControl } from '../../contract/panel.ts';

/** A module's controls as they are drawn: what arranges them holds what stands in it. */
export type Part =
  | { kind: 'control'; control: PanelControl }
  | { kind: 'row'; columns: Part[][] }
  | { kind: 'section' | 'fold'; control: PanelControl; parts: Part[] }
  | { kind: 'tabs'; control: PanelControl; pages: { name: string; parts: Part[] }[] };

/** The flat list of a panel as a tree. Each control names the page, the fold and the heading that it stands under. */
export function partsOf(controls: readonly PanelControl[]): Part[] {
  const root: Place = { parts: [] };
  const places = new Map<string, Place>([[key({}), root]]);
  for (const control of controls) {
    const place = places.get(key(control)) ?? root;
    const { tab, fold, label = '' } = control;
    switch (control.kind) {
      case 'tabs': {
        const pages = (control.tabs ?? []).map((name) => ({ name, parts: [] as Part[] }));
        for (const { name, parts } of pages) places.set(key({ tab: name, fold }), { parts });
        place.parts.push({ kind: 'tabs', control, pages });
        break;
      }
      case 'fold':
      case 'section': {
        const parts: Part[] = [];
        places.set(key(control.kind === 'fold' ? { tab, fold: label } : { tab, fold, section: label }), {
          parts,
          control,
        });
        put({ kind: control.kind, control, parts }, control, place);
        break;
      }
      default:
        put({ kind: 'control', control }, control, place);
    }
  }
  return root.parts;
}

/** Where controls are put, with the fold or the heading that they stand under. */
interface Place {
  parts: Part[];
  control?: PanelControl;
}

type Headings = Partial<Record<'tab' | 'fold' | 'section', string | undefined>>;
const key = ({ tab, fold, section }: Headings) => JSON.stringify([tab, fold, section]);

/**
 * Beside its neighbor of the same row, or below it in the same column of that row. A heading in a row has all of its
 * own below it.
 */
function put(part: Part, { row, column }: PanelControl, { parts, control: heading }: Place): void {
  if (row === undefined || row === heading?.row) {
    parts.push(part);
    return;
  }
  const last = parts.at(-1);
  if (last?.kind !== 'row' || topOf(last.columns[0])?.row !== row) {
    parts.push({ kind: 'row', columns: [[part]] });
    return;
  }
  const lastColumn = last.columns.at(-1);
  if (column !== undefined && topOf(lastColumn)?.column === column) lastColumn?.push(part);
  else last.columns.push([part]);
}

/** The control at the top of a column. */
function topOf([part]: readonly Part[] = []): PanelControl | undefined {
  return part && part.kind !== 'row' ? part.control : undefined;
}

/**
 * A name for a control that no other one of the module has while both are shown: its label with the headings above it,
 * such as "master, linear chroma grading, shadows". For screen readers, and wherever the headings are not seen.
 */
export const fullName = ({ tab, fold, section, label }: PanelControl, text: (english: string) => string): string =>
  [tab, fold, section, label].flatMap((part) => (part === undefined ? [] : text(part))).join(', ');

import { expect, test } from 'vitest';
import type { PanelControl } from '../../../../contract/panel.ts';
import { fullName, partsOf, type Part } from '../../../develop-panel/parts.ts';
import { pruned } from '../../../develop-panel/pruned.ts';
import { isOffered } from '../controls/is-offered.ts';

interface StoredPanel {
  operation: string;
  module_version: number;
  controls: PanelControl[];
}
const files = import.meta.glob<Omit<StoredPanel, 'operation'>[]>('../../../../../assets/panels/modules/*.json', {
  import: 'default',
  eager: true,
});
const panels = Object.entries(files).flatMap(([file, stored]) =>
  stored.map((panel) => ({ ...panel, operation: file.split('/').at(-1)!.replace('.json', '') })),
);

const controlsIn = (parts: readonly Part[]): PanelControl[] =>
  parts.flatMap((part) => {
    if (part.kind === 'control') return [part.control];
    if (part.kind === 'row') return controlsIn(part.columns.flat());
    return part.kind === 'tabs' ? controlsIn(part.pages.flatMap((page) => page.parts)) : controlsIn(part.parts);
  });

/** What is shown of a module with darktable's defaults. */
function offered({ operation, controls }: StoredPanel, params: Record<string, unknown> = {}): PanelControl[] {
  const defaults = new Map(controls.map(({ field, default: value }) => [field, value]));
  const state = { operation, params, stored: (field: string) => defaults.get(field), position: () => undefined };
  return controlsIn(pruned(partsOf(controls), isOffered(controls, state, { drawn: new Set(), plot: undefined })));
}

test.each(panels)('$operation $module_version: what is shown has a name of its own', (panel) => {
  const names = offered(panel).map((control) => fullName(control, String));
  expect(names.filter((name) => name === '')).toEqual([]);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('most of what darktable stores from its panels can be changed here', () => {
  const shown = panels.flatMap((panel) => offered(panel)).filter(({ field }) => field !== undefined);
  const withField = panels.flatMap(({ controls }) => controls).filter(({ field, hidden }) => field && !hidden);
  expect(shown.length / withField.length).toBeGreaterThan(0.9);
});

test('lists that darktable made without a field, and that decide about the rest, are offered in every version', () => {
  const labels = (operation: string) =>
    panels
      .filter((panel) => panel.operation === operation)
      .map((panel) => offered(panel).flatMap(({ kind, label = '' }) => (kind === 'combobox' ? [label] : [])));
  for (const shown of labels('denoiseprofile')) expect(shown).toContain('mode');
  for (const shown of labels('lens')) {
    expect(shown).toContain('corrections');
    expect(shown.some((label) => label.endsWith('geometry'))).toBe(true);
  }
});

test('camera and lens are told where darktable has buttons to choose them', () => {
  const params = { camera: 'X-T4', lens: 'XF 16-55mm' };
  for (const panel of panels.filter(({ operation }) => operation === 'lens')) {
    const told = offered(panel, params).filter(({ kind }) => kind === 'button');
    expect(told.map(({ field }) => field)).toEqual(['camera', 'lens']);
  }
});

import { expect, test } from 'vitest';
import exposure from '../../../../../assets/panels/modules/exposure.json';
import type { PanelControl } from '../../../../contract/panel.ts';
import { fullName } from '../../../develop-panel/parts.ts';
import { behindName, editWords } from './edit-words.ts';

const controls = exposure.find(({ module_version }) => module_version === 6)!.controls as unknown as PanelControl[];
const words = {
  controls,
  storedOf: (_field: string, value: unknown) => Number(value),
  text: (english: string) => english,
  onOrOff: (isOn: boolean) => (isOn ? 'on' : 'off'),
  undone: 'undone',
  blending: 'blending',
  blendText: (english: string) => english,
};

test('an edit is told by its control and the value as darktable shows it', () => {
  expect(editWords({ params: { exposure: 1 } }, words)).toBe('exposure +1.000 EV');
  expect(editWords({ params: { mode: 1 } }, words)).toBe('mode: automatic');
  expect(editWords({ params: { compensate_exposure_bias: true } }, words)).toBe('compensate camera exposure: on');
});

test('of several fields, those with a control are told, two of them at most', () => {
  expect(editWords({ params: { 'curve[0].x': 1, black: 0.01 } }, words)).toBe('black level correction +0.0100');
  expect(editWords({ params: { exposure: 1, black: 0.01 } }, words)).toBe(
    'exposure +1.000 EV, black level correction +0.0100',
  );
  expect(editWords({ params: { exposure: 1, black: 0.01, compensate_exposure_bias: true } }, words)).toMatch(/, …$/);
});

test('behind the name of its module, a control of that name is not told twice', () => {
  expect(behindName('exposure +1.000 EV, black level correction +0.0100', 'exposure')).toBe(
    '+1.000 EV, black level correction +0.0100',
  );
  expect(behindName('mode: automatic', 'exposure')).toBe('mode: automatic');
});

test('switches and undo are told in words', () => {
  expect(editWords({ enabled: false }, words)).toBe('off');
  expect(editWords(null, words)).toBe('undone');
  expect(editWords({ blend: { opacity: 80 } }, words)).toBe('blending: 80%');
});

interface LayoutField {
  name: string;
  values?: Record<string, number>;
  fields?: LayoutField[];
}
const layouts = import.meta.glob<{ versions?: Record<string, { fields: LayoutField[] }> }>(
  '../../../../../assets/layouts/*.json',
  { import: 'default', eager: true },
);
const panels = import.meta.glob<{ module_version: number; controls: PanelControl[] }[]>(
  '../../../../../assets/panels/modules/*.json',
  { import: 'default', eager: true },
);
const pathsOf = ({ name, fields = [] }: LayoutField): string[] => [
  name,
  `${name}[0]`,
  ...fields.flatMap(pathsOf).map((path) => `${name}[0].${path}`),
];
/** A name of the source: `exposure_bias`, `DT_IOP_MODE`, `curve[0].x`. */
const SOURCE = /[a-z]_[a-z]|\[\d|^DT_/i;

test('whatever is edited, in every version of every module, is never told by a name of the source', () => {
  let told = 0;
  for (const [file, { versions = {} }] of Object.entries(layouts)) {
    const facts = panels[file.replace('/layouts/', '/panels/modules/')] ?? [];
    for (const [version, { fields }] of Object.entries(versions)) {
      const known = facts.filter((panel) => panel.module_version === Number(version));
      for (const { controls } of known.length > 0 ? known : [{ controls: [] }]) {
        const labels = new Set(controls.map((control) => fullName(control, String)));
        for (const path of fields.flatMap(pathsOf)) {
          for (const value of [0, 1, 2.5, -1]) {
            const text = editWords({ params: { [path]: value } }, { ...words, controls });
            expect([file, version, path, text]).not.toEqual([file, version, path, expect.stringMatching(SOURCE)]);
            if (text === '') continue;
            told++;
            // The name that the panel has, before the value.
            expect([...labels].some((label) => text.startsWith(label))).toBe(true);
          }
        }
      }
    }
  }
  expect(told).toBeGreaterThan(3000);
});

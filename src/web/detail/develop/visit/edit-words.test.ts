import { expect, test } from 'vitest';
import exposure from '../../../../../assets/panels/modules/exposure.json';
import type { PanelControl } from '../../../../contract/panel.ts';
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

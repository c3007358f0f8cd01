import { expect, test } from 'vitest';
import type { PanelControl } from '../../../contract/panel.ts';
import { correctionsDone, lensValues, withLensLists } from './lens-lists.ts';

const lens = (focal: [number, number], aperture: number) => ({ focal, aperture: [aperture, 0] as [number, number] });

// As the darkroom of 4.2.1 listed them, where a value stood twice once.
test.each([
  ['24-70mm f/2.8', lens([24, 70], 2.8), [24, 28, 30, 31, 35, 38, 40, 43, 45, 50, 55, 60, 70], [2.8, 3.2, 3.4]],
  ['6mm f/2.8', lens([6, 6], 2.8), [6], [2.8, 3.2, 3.4]],
  ['12-13mm f/3.1', lens([12, 13], 3.1), [12], [3.1, 3.2, 3.4]],
  ['19-35mm f/3.5', lens([19, 35], 3.5), [19, 20, 24, 28, 30, 31, 35], [3.5, 4, 4.5]],
  ['140-420mm f/5.6', lens([140, 420], 5.6), [140, 150, 200, 210, 240, 250, 300, 400], [5.6, 6.3, 7.1]],
] as const)('the lists of a %s are those of the darkroom', (_, one, focals, apertures) => {
  const { focal, aperture, distance } = lensValues(one, false);
  expect(focal).toEqual(focals);
  expect(aperture.slice(0, 3)).toEqual(apertures);
  expect(aperture.at(-1)).toBe(38);
  expect([distance[0], distance.length, distance.at(-1)]).toEqual([0.25, 25, 1000]);
  expect(lensValues(one, true).aperture.at(-1)).toBe(90);
});

const LISTS: PanelControl[] = [
  { kind: 'combobox', label: 'mm', row: 3, editable: true, options: [{ label: '50' }] },
  { kind: 'combobox', label: 'f/', row: 3, editable: true, options: [{ label: '5.6' }] },
  { kind: 'combobox', label: 'mode', field: 'inverse' },
];

test('what is stored stands first, and a choice notes that a hand was there', () => {
  const stored: Record<string, number> = { focal: 33, aperture: Math.fround(5.6), modified: 0 };
  const [focal, aperture, mode] = withLensLists(LISTS, lens([24, 35], 2.8), (field) => stored[field], String);
  expect(focal!.options!.map(({ label }) => label)).toEqual(['33', '24', '28', '30', '31', '35']);
  expect(focal!.options![1]!.set).toEqual({ focal: 24, modified: 1 });
  // Once, although single precision has another 5.6.
  expect(aperture!.options!.filter(({ label }) => label === '5.6')).toHaveLength(1);
  expect(aperture!.options![0]).toEqual({ label: '5.6', set: { aperture: 5.6 } });
  expect(mode).toBe(LISTS[2]);
  stored.has_been_set = 0;
  const [inFive] = withLensLists(LISTS, lens([24, 35], 2.8), (field) => stored[field], String);
  expect(inFive!.options![1]!.set).toEqual({ focal: 24, has_been_set: 1 });
});

test('done is what was asked for and the lens was measured for', () => {
  expect(correctionsDone(7, { corrections: ['distortion', 'tca'] })).toBe(5);
  expect(correctionsDone(2, { corrections: ['distortion', 'tca'] })).toBe(0);
  expect(correctionsDone(6, { corrections: ['distortion', 'tca', 'vignetting'] })).toBe(6);
});

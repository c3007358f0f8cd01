import { expect, test } from 'vitest';
import type { ParamField } from '../../../../contract/modules.ts';
import { type Levels, levelsOf, movedLevels } from './levels.ts';

const near = (...values: number[]) => values.map((value) => expect.closeTo(value, 9) as number);

test('gray keeps its place between black and white when one of these moves', () => {
  expect(movedLevels([0, 0.25, 1], 0, 0.2)).toEqual(near(0.2, 0.4, 1));
  expect(movedLevels([0, 0.25, 1], 2, 0.8)).toEqual(near(0, 0.2, 0.8));
  expect(movedLevels([0, 0.25, 1], 1, 0.6)).toEqual(near(0, 0.6, 1));
});

test('no handle passes another one, or the ends', () => {
  for (const start of [
    [0, 0.5, 1],
    [0.2, 0.3, 0.9],
    [0.1, 0.15, 0.3],
  ] as Levels[]) {
    for (const at of [0, 1, 2]) {
      for (const to of [-1, 0, 0.2, 0.5, 0.99, 2]) {
        const [black, gray, white] = movedLevels(start, at, to);
        expect(black).toBeGreaterThanOrEqual(0);
        expect(white).toBeLessThanOrEqual(1);
        expect(gray - black).toBeGreaterThan(0.0499);
        expect(white - gray).toBeGreaterThan(0.0499);
      }
    }
  }
});

test('handles that are closer than darktable lets them be stay where they are', () => {
  const close: Levels = [0.5, 0.51, 0.52];
  expect(movedLevels(close, 1, 0.9)).toBe(close);
});

const enumField = (name: string, values: string[]): ParamField => ({
  name,
  label: name,
  type: 'enum',
  values: values.map((each, value) => ({ name: each, value, label: each })),
});
const list = (dimensions: number[]): ParamField => ({ name: 'levels', label: 'levels', type: 'number', dimensions });

test('levels has handles while it is set by hand, rgb levels one set for each channel that is its own', () => {
  const fields = [enumField('mode', ['MANUAL', 'AUTOMATIC']), list([3])];
  const levels = [0, 0.5, 1];
  expect(levelsOf('levels', { mode: 'MANUAL', levels }, fields).map(({ fields: own }) => own)).toEqual([
    ['levels[0]', 'levels[1]', 'levels[2]'],
  ]);
  expect(levelsOf('levels', { mode: 'AUTOMATIC', levels }, fields)).toEqual([]);
  const rgb = [enumField('autoscale', ['LINKED', 'INDEPENDENT']), list([3, 3])];
  const of = (autoscale: string) =>
    levelsOf('rgblevels', { autoscale, levels: [levels, levels, levels] }, rgb).map(({ channel }) => channel);
  expect([of('LINKED'), of('INDEPENDENT')]).toEqual([[null], ['R', 'G', 'B']]);
  expect(levelsOf('exposure', {}, fields)).toEqual([]);
});

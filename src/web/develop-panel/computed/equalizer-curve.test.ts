import { expect, test } from 'vitest';
import { equalizerCurve, pulledEqualizer } from './equalizer-curve.ts';

const names = ['noise', 'ultra_deep_blacks', 'deep_blacks', 'blacks', 'shadows', 'midtones', 'highlights', 'whites'];
const curve = (changes: number[], smoothing = Math.SQRT2) => {
  const values: Record<string, number> = { smoothing };
  [...names, 'speculars'].forEach((name, at) => (values[name] = changes[at] ?? 0));
  return equalizerCurve((field) => values[field])!;
};

test('nothing set changes nothing', () => {
  const { at, bands } = curve([]);
  for (let exposure = -8; exposure <= 0; exposure += 0.5) expect(at(exposure)).toBeCloseTo(0, 1);
  expect(bands.map(({ exposure }) => exposure)).toEqual([-8, -7, -6, -5, -4, -3, -2, -1, 0]);
});

test('a slope of the sliders is the slope of the curve', () => {
  const changes = [-8, -7, -6, -5, -4, -3, -2, -1, 0].map((exposure) => (exposure + 4) / 4);
  const { at, bands } = curve(changes);
  for (const { exposure, change } of bands) expect(at(exposure)).toBeCloseTo(change, 1);
  expect(at(-1.5)).toBeCloseTo(2.5 / 4, 1);
});

test('no light is changed by more than two stops', () => {
  const { at } = curve([0, 0, 0, 2, 2, 2, 0, 0, 0], 0.7);
  for (let exposure = -8; exposure <= 0; exposure += 0.1) expect(Math.abs(at(exposure))).toBeLessThanOrEqual(2);
});

test('there is none without all its fields', () => {
  expect(equalizerCurve((field) => (field === 'blacks' ? undefined : 0.5))).toBeNull();
});

test('the curve is pulled where it is taken hold of, and its neighbors go along', () => {
  const flat = (field: string) => (field === 'smoothing' ? Math.SQRT2 : 0);
  const pulled = pulledEqualizer(flat, -4, 1)!;
  expect(pulled.shadows).toBeGreaterThan(0.8);
  expect(pulled.shadows).toBeLessThan(1.1);
  expect(pulled.blacks).toBeGreaterThan(pulled.deep_blacks!);
  expect(Math.abs(pulled.noise!)).toBeLessThan(0.1);
  expect(pulled.blacks).toBeCloseTo(pulled.midtones!, 6);
  // What does not fit best is not stored: pulled back, it is nearly as before.
  const back = pulledEqualizer((field) => pulled[field] ?? flat(field), -4, -1)!;
  for (const change of Object.values(back)) expect(Math.abs(change)).toBeLessThan(0.15);
  // No light is changed by more than two stops.
  expect(Math.max(...Object.values(pulledEqualizer(flat, -4, 9)!))).toBeLessThanOrEqual(2);
  expect(pulledEqualizer(() => undefined, -4, 1)).toBeNull();
});

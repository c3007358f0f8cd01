import { expect, test } from 'vitest';
import { knownDefault } from './panel-defaults.ts';

const raw = { isRaw: true, instance: 0 };
const exposure = { kind: 'slider', default: 0.7, default_needs: 'workflow', default_otherwise: 0 } as const;

test.each([
  [raw, 0.7],
  [{ isRaw: false, instance: 0 }, 0],
  [{ isRaw: true, instance: 1 }, 0],
  [{ ...raw, isSceneReferred: false }, 0],
])('exposure of 5.4 starts for %o at %d EV', (picture, value) => {
  expect(knownDefault(exposure, picture)).toBe(value);
});

test('most defaults are the same for every picture', () => {
  expect(knownDefault({ kind: 'slider', default: 0.25 }, raw)).toBe(0.25);
  expect(knownDefault({ kind: 'slider', default: 0.25 }, { isRaw: false, instance: 3 })).toBe(0.25);
});

test('a default that darktable works out for each picture is not guessed', () => {
  expect(knownDefault({ kind: 'slider', default: 2, default_needs: 'picture' }, raw)).toBeUndefined();
  expect(knownDefault({ kind: 'combobox', default: 1, default_needs: 'preferences' }, raw)).toBeUndefined();
  expect(
    knownDefault({ kind: 'combobox', default: 1, default_needs: 'workflow' }, { isRaw: false, instance: 0 }),
  ).toBeUndefined();
});

test('a default is what is stored, also where something else is shown', () => {
  const smoothing = { kind: 'slider', default: 0, power: { base: Math.SQRT2, plus: 1 } } as const;
  expect(knownDefault(smoothing, raw)).toBeCloseTo(1.414_214, 6);
});

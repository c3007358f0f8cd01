import { expect, test } from 'vitest';
import { changesOf } from './follow-ups.ts';
import { blackBody, chromaticityOf, daylight, hueAndChroma, temperatureOf } from './illuminant.ts';

// What real darktables showed of the light of a sample.
test('hue and chroma are those that darktable 4.2.1 shows of its default light', () => {
  const { hue, chroma } = hueAndChroma([0.333, 0.333]);
  expect(hue).toBeCloseTo(274.956, 2);
  expect(chroma).toBeCloseTo(19.071_577, 3);
});

test('the light of a hue and a chroma has the temperature that darktable 5.4.1 stored with it', () => {
  expect(temperatureOf(chromaticityOf({ hue: 61.453_89, chroma: 21.219_83 }))).toBeCloseTo(4290.642, 1);
});

test('hue and chroma lead back to the same light', () => {
  for (const light of [daylight(5000), daylight(8000), blackBody(2000), blackBody(3500), [0.45, 0.3]] as const) {
    const [x, y] = chromaticityOf(hueAndChroma(light));
    expect([x, y]).toEqual([expect.closeTo(light[0], 10), expect.closeTo(light[1], 10)]);
  }
});

test.each([
  ['D50', daylight(5003), 0.3457, 0.3586],
  ['D65', daylight(6504), 0.3127, 0.3291],
  ['D75', daylight(7504), 0.299, 0.3149],
  // An approximation of the locus: a little beside illuminant A.
  ['2856 K', blackBody(2856), 0.4471, 0.4075],
])('%s is where the CIE has it', (_name, light, x, y) => {
  expect(light[0]).toBeCloseTo(x, 3);
  expect(light[1]).toBeCloseTo(y, 3);
});

test.each([1800, 2500, 2900, 3200, 4000, 5500, 6500, 12_000])(
  'the temperature of light of %d K is found again',
  (kelvin) => {
    const found = temperatureOf(daylight(kelvin));
    expect(Math.abs(found / kelvin - 1)).toBeLessThan(0.01);
  },
);

const stored = (values: Record<string, number>) => (field: string) =>
  ({ illuminant: 2, illum_fluo: 2, illum_led: 4, temperature: 5003, ...values })[field]!;
const chosen = (field: string, to: number, values: Record<string, number> = {}) =>
  changesOf('channelmixerrgb', { field, to, alsoSets: ['x', 'y', 'temperature'] }, stored(values));

test('every way to choose a light ends in x and y', () => {
  expect(chosen('illuminant', 1)).toMatchObject({ illuminant: 1, x: 0.44757, y: 0.40745 });
  expect(chosen('illum_fluo', 6, { illuminant: 4 })).toMatchObject({ x: 0.31292, y: 0.32933 });
  expect(chosen('illum_led', 8, { illuminant: 5 })).toMatchObject({ x: 0.3781, y: 0.3775 });
  const [x, y] = daylight(6500);
  expect(chosen('temperature', 6500)).toEqual({ temperature: 6500, x, y });
});

test('a light without a temperature of its own tells the nearest one', () => {
  const { temperature } = chosen('illuminant', 4, { illum_fluo: 6 });
  expect(temperature).toBeGreaterThan(6400);
  expect(temperature).toBeLessThan(6600);
});

test('a custom light stays where it is', () => {
  expect(chosen('illuminant', 7)).toEqual({ illuminant: 7 });
});

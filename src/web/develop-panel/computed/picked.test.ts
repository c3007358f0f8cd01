import { expect, test } from 'vitest';
import { pickerOf, spotLightness } from './picked.ts';

/** A gray of 18.42 % of white's light, whose lightness is 50 %. */
const gray = [0.1842, 0.1842, 0.1842] as const;
const of = (values: readonly [number, number, number]) => ({ mean: [...values], min: [...values], max: [...values] });
const colors = { rgb: of(gray), lab: of([50, 0, 0]) } as Parameters<typeof spotLightness>[0];
const from = (values: Record<string, number>) => (field: string) => values[field];

test('what exposure measures is the lightness that its picker aims at, before and after', () => {
  const stored = from({ exposure: 0, compensate_exposure_bias: 0 });
  const { input, output } = spotLightness(colors, stored, { exposureBias: null })!;
  expect([input, output]).toEqual([expect.closeTo(50, 1), expect.closeTo(50, 1)]);
  for (const [lightness, bias] of [
    [25, 0],
    [80, 1],
    [5, -7],
  ] as const) {
    const set = from({ exposure: 0, compensate_exposure_bias: 1 });
    const facts = { lightness, exposureBias: bias };
    const { exposure } = pickerOf('exposure', { field: 'exposure' })!(colors, set, facts)!;
    const after = spotLightness(colors, from({ exposure: exposure!, compensate_exposure_bias: 1 }), facts)!;
    expect(after.input).toBeCloseTo(50, 1);
    expect(after.output).toBeCloseTo(lightness, 6);
  }
});

test('it measures nothing in the dark, or with a compensation that is not known', () => {
  const stored = from({ exposure: 0, compensate_exposure_bias: 1 });
  expect(spotLightness(colors, stored, { exposureBias: null })).toBeNull();
  expect(spotLightness({ ...colors, rgb: of([0, 0, 0]) } as typeof colors, stored, { exposureBias: 0 })).toBeNull();
});

import { expect, test } from 'vitest';
import { changesOf } from './follow-ups.ts';

const from = (values: Record<string, number>) => (field: string) => values[field]!;

/** filmic rgb as a real darktable 4.2.1 stores it for a raw picture. */
const filmic = {
  grey_point_source: 18.45,
  black_point_source: -7.65,
  white_point_source: 4.56,
  security_factor: 0,
  grey_point_target: 18.45,
  output_power: 3.614_816_2,
  auto_hardness: 1,
};
const filmicSets = ['black_point_source', 'white_point_source', 'output_power'];
const moved = (field: string, to: number, values = filmic, alsoSets = filmicSets) =>
  changesOf('filmicrgb', { field, to, alsoSets }, from(values));

test('the hardness that filmic rgb works out is the one that darktable stored', () => {
  const { output_power } = moved('white_point_source', 4.56, { ...filmic, white_point_source: 3, output_power: 9 });
  expect(output_power).toBeCloseTo(3.614_816_2, 5);
});

test('the hardness set by hand stays', () => {
  expect(moved('white_point_source', 6, { ...filmic, auto_hardness: 0 })).toEqual({ white_point_source: 6 });
});

test('the scaling stretches white and black, and back again', () => {
  const wide = moved('security_factor', 50);
  expect(wide).toMatchObject({ security_factor: 50, white_point_source: 4.56 * 1.5, black_point_source: -7.65 * 1.5 });
  const back = moved('security_factor', 0, { ...filmic, ...wide });
  expect(back.white_point_source).toBeCloseTo(4.56, 10);
  expect(back.output_power).toBeCloseTo(3.614_816_2, 5);
});

test('half the gray point puts white one stop further, and black one stop', () => {
  expect(moved('grey_point_source', 18.45 / 2)).toMatchObject({ white_point_source: 5.56, black_point_source: -8.65 });
});

test('moving the threshold switches the reconstruction on', () => {
  const changes = moved('reconstruct_threshold', 1, filmic, ['enable_highlight_reconstruction']);
  expect(changes).toEqual({ reconstruct_threshold: 1, enable_highlight_reconstruction: 1 });
});

/** AgX with the defaults of a real darktable 5.4.1: the pivot is at 0 EV. */
const agx = {
  range_black_relative_ev: -10,
  range_white_relative_ev: 6.5,
  dynamic_range_scaling: 0.1,
  curve_pivot_x: 0.606_060_6,
};
const agxMoved = (field: string, to: number, values = agx) =>
  changesOf(
    'agx',
    { field, to, alsoSets: ['curve_pivot_x', 'range_black_relative_ev', 'range_white_relative_ev'] },
    from(values),
  );

test('the pivot of AgX stays at its exposure when white or black move', () => {
  const pivotEv = (values: typeof agx) =>
    values.range_black_relative_ev +
    values.curve_pivot_x * (values.range_white_relative_ev - values.range_black_relative_ev);
  expect(pivotEv({ ...agx, ...agxMoved('range_white_relative_ev', 8) })).toBeCloseTo(0, 5);
  expect(pivotEv({ ...agx, ...agxMoved('range_black_relative_ev', -4) })).toBeCloseTo(0, 5);
  const scaled = { ...agx, ...agxMoved('dynamic_range_scaling', 0.65) };
  expect(scaled.range_white_relative_ev).toBeCloseTo(9.75, 5);
  expect(pivotEv(scaled)).toBeCloseTo(0, 5);
});

test('a pivot that the range no longer holds goes to its end', () => {
  const high = { ...agx, curve_pivot_x: 0.9 };
  expect(agxMoved('range_white_relative_ev', 2, high).curve_pivot_x).toBe(1);
});

test('local contrast starts a mode with its own values', () => {
  const changed = (to: number) =>
    changesOf('bilat', { field: 'mode', to, alsoSets: ['sigma_r', 'sigma_s'] }, from({ mode: 1 - to }));
  expect(changed(0)).toEqual({ mode: 0, sigma_r: 20, sigma_s: 50 });
  expect(changed(1)).toEqual({ mode: 1, sigma_r: 0.5, sigma_s: 0.5 });
});

test('what is set by hand is noted where darktable would replace it', () => {
  expect(changesOf('lens', { field: 'scale', to: 1.1, alsoSets: ['has_been_set'] }, from({}))).toEqual({
    scale: 1.1,
    has_been_set: 1,
  });
  expect(changesOf('temperature', { field: 'red', to: 2, alsoSets: ['preset'] }, from({}))).toEqual({
    red: 2,
    preset: 2,
  });
});

test('an older version is not told of fields that it does not have', () => {
  expect(changesOf('temperature', { field: 'red', to: 2 }, from({}))).toEqual({ red: 2 });
});

test('a field that nothing follows changes alone', () => {
  expect(changesOf('exposure', { field: 'exposure', to: 1 }, from({}))).toEqual({ exposure: 1 });
});

test('a margin of a crop with an aspect takes the other sides along, up to the edges of the picture', () => {
  const crop = { cx: 0.2, cy: 0.2, cw: 0.8, ch: 0.8, ratio_n: 2, ratio_d: 3 };
  const margin = (field: string, to: number, values = crop) => changesOf('crop', { field, to }, from(values));
  const near = (values: Record<string, number>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, expect.closeTo(value, 9) as number]));
  expect(margin('cx', 0.4)).toEqual(near({ cx: 0.4, cw: 0.8, cy: 0.3, ch: 0.7 }));
  expect(margin('ch', 0.6)).toEqual(near({ cx: 0.3, cw: 0.7, cy: 0.2, ch: 0.6 }));
  // The other sides reach the edges before the margin gets there.
  expect(margin('cx', 0, { ...crop, cy: 0.05, ch: 0.95 })).toEqual(near({ cx: 0.8 - 2 / 3, cw: 0.8, cy: 0, ch: 1 }));
  expect(margin('cw', 1, { ...crop, cy: 0, ch: 0.5 })).toEqual(near({ cx: 0.2, cw: 0.9, cy: 0, ch: 0.7 / 1.2 }));
  for (const free of [{ ratio_d: 0 }, { ratio_n: -1 }])
    expect(margin('cx', 0.4, { ...crop, ...free })).toEqual({ cx: 0.4 });
});

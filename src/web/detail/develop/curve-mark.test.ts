import { expect, test } from 'vitest';
import { type CurveMark, type MarkColors, markOf } from './curve-mark.ts';
import { curvesOf } from './curve.ts';
import { pickedCurve } from './picked-curve.ts';

/** An area of the sky in the raw picture of the sample, as the service tells it of rgb curve, and of tone curve and color zones. */
const light = { min: [0.18483, 0.25802, 0.57412], mean: [0.2049, 0.2826, 0.61473], max: [0.2225, 0.30884, 0.64801] };
const lab = { min: [53.30688, -4.2, -38.68], mean: [54.78, -1.716, -36.38], max: [57.1049, 0.57, -34.03] };
const lch = { min: [53.31, 34.21, 0.73059], mean: [54.78, 36.43, 0.74246], max: [57.1, 38.69, 0.75242] };
const colors = { rgb: light, lab, lch } as unknown as MarkColors;
const from = (values: Record<string, number>) => (field: string) => values[field];
const mark = (operation: string, channel = 0, values: Record<string, number> = {}): CurveMark =>
  markOf(operation)!(colors, channel, from(values));

test('tone curve marks L, a and b as 4.2.1 did', () => {
  expect(mark('tonecurve').mean).toBeCloseTo(0.548, 3);
  expect(mark('tonecurve').text!(0.6)).toBe('54.8 → 60.0');
  expect(mark('tonecurve', 1).mean).toBeCloseTo(126.284 / 256, 5);
  expect(mark('tonecurve', 1).text!(0.5)).toBe('-1.7 → 0.0');
});

test('rgb curve marks the luminance of linked channels, else the channel', () => {
  const linked = mark('rgbcurve', 0, { curve_autoscale: 0 });
  // Stored by 4.2.1 as points of the area.
  expect(linked.min).toBeCloseTo(0.252, 4);
  expect(linked.mean).toBeCloseTo(0.276, 3);
  expect(linked.max).toBeCloseTo(0.30021, 4);
  expect(linked.text!(linked.mean)).toBe('70.4 → 70.4');
  expect(mark('rgbcurve', 2, { curve_autoscale: 1 }).max).toBeCloseTo(0.648, 3);
  const compensated = mark('rgbcurve', 0, { curve_autoscale: 0, compensate_middle_grey: 1 });
  expect(compensated.mean).toBeCloseTo(0.595, 3);
});

test('color zones marks what it selects by', () => {
  expect(mark('colorzones', 1, { channel: 2 }).mean).toBeCloseTo(0.74246, 5);
  expect(mark('colorzones', 1, { channel: 0 }).mean).toBeCloseTo(0.5478, 4);
  expect(mark('colorzones', 1, { channel: 1 }).mean).toBeCloseTo(0.2012, 4);
  expect(mark('colorzones', 1, { channel: 2 }).text).toBeUndefined();
});

const curveOf = (params: Record<string, unknown>) => {
  const struct = { name: 'curve', label: 'curve', type: 'struct' as const, dimensions: [3, 20] };
  const point = ['x', 'y'].map((name) => ({ name, label: name, type: 'number' as const }));
  const number = (name: string, dimensions?: number[]) => ({
    name,
    label: name,
    type: 'integer' as const,
    ...(dimensions && { dimensions }),
  });
  const fields = [
    { ...struct, fields: point },
    number('curve_num_nodes', [3]),
    number('channel'),
    number('splines_version'),
  ];
  const all = { curve_num_nodes: [2, 2, 2], splines_version: 1, ...params };
  return curvesOf(fields, all).curves[0]!;
};
const rounded = (operation: string, params: Record<string, unknown>, lift: -1 | 0 | 1, values = {}) =>
  pickedCurve(operation, curveOf(params), mark(operation, 0, values), lift).map(({ x, y }) => [
    Number(x.toFixed(3)),
    Number(y.toFixed(3)),
  ]);

test('color zones makes the curve that 4.2.1 stored of the area: level, raised with Ctrl, lowered with Shift', () => {
  const zones = (lift: -1 | 0 | 1) => rounded('colorzones', { channel: 2 }, lift, { channel: 2 });
  // The most of the area lies too close to the point at 0.75.
  const made = (edge: number, middle: number) => [
    [0.25, 0.5],
    [0.711, 0.5],
    [0.731, edge],
    [0.742, middle],
    [0.75, 0.5],
    [0.772, 0.5],
  ];
  expect(zones(0)).toEqual(made(0.5, 0.5));
  expect(zones(1)).toEqual(made(0.6, 0.7));
  expect(zones(-1)).toEqual(made(0.4, 0.3));
});

test('rgb curve makes a straight one with points at the least, the mean and the most', () => {
  expect(rounded('rgbcurve', { channel: undefined }, 0, { curve_autoscale: 0 })).toEqual([
    [0, 0],
    [0.252, 0.252],
    [0.276, 0.276],
    [0.3, 0.3],
    [1, 1],
  ]);
});

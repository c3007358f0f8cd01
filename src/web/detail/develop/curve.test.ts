import { expect, test } from 'vitest';
import type { ParamField } from '../../../contract/modules.ts';
import {
  addPoint,
  changesOf,
  curvesOf,
  gapAt,
  isSameCurve,
  movePoint,
  pointsOf,
  removePoint,
  valueAt,
} from './curve.ts';

const numberField = (name: string, rest: Partial<ParamField> = {}): ParamField => ({
  name,
  label: name,
  type: 'number',
  ...rest,
});

test('a path leads through lists and structures', () => {
  const params = { curve: [[{ x: 0, y: 0.25 }]], exposure: 1 };
  expect(valueAt(params, 'exposure')).toBe(1);
  expect(valueAt(params, 'curve[0][0].y')).toBe(0.25);
  expect(valueAt(params, 'curve[3][0].y')).toBeUndefined();
  expect(valueAt(undefined, 'x')).toBeUndefined();
});

/** Three channels with room for four points each; color zones also has the field `channel`. */
const fields: ParamField[] = [
  {
    name: 'curve_nodes',
    label: 'curve',
    type: 'struct',
    dimensions: [3, 4],
    fields: [numberField('x'), numberField('y')],
  },
  { name: 'curve_num_nodes', label: 'count', type: 'integer', dimensions: [3] },
  { name: 'curve_type', label: 'type', type: 'integer', dimensions: [3] },
];
const nodes = [
  { x: 0, y: 0 },
  { x: 0.5, y: 0.4 },
  { x: 1, y: 1 },
  { x: 0, y: 0 },
];
const params = { curve_nodes: [nodes, nodes, nodes], curve_num_nodes: [2, 3, 0], curve_type: [0, 2, 1] };
const [, curve] = curvesOf(fields, params).curves;
const points = pointsOf(curve!, params);

test('points with a count beside them are a curve for each channel that has some', () => {
  const { curves, used } = curvesOf(fields, params);
  expect(curves.map(({ channel, used: count, most, shape }) => [channel, count, most, shape])).toEqual([
    [0, 2, 4, 'cubic'],
    [1, 3, 4, 'monotone'],
  ]);
  expect(curves[1]!.pointFields[2]).toEqual({ x: 'curve_nodes[1][2].x', y: 'curve_nodes[1][2].y' });
  expect([...used]).toEqual(['curve_nodes', 'curve_num_nodes', 'curve_type']);
});

test('two lists of the same length are a curve whose points move up and down', () => {
  const lists = [
    numberField('transition_x', { dimensions: [6] }),
    numberField('transition_y', { dimensions: [6] }),
    numberField('center_x'),
  ];
  const { curves, used } = curvesOf(lists, {});
  expect(curves).toHaveLength(1);
  expect(curves[0]).toMatchObject({ isFixedX: true, channel: null, count: null, used: 6 });
  expect(curves[0]!.pointFields[5]).toEqual({ x: 'transition_x[5]', y: 'transition_y[5]' });
  expect(used.has('center_x')).toBe(false);
  const fixed = pointsOf(curves[0]!, { transition_x: [0, 0.2, 0.4, 0.6, 0.8, 1], transition_y: [0, 0, 0, 0, 0, 0] });
  expect(addPoint(curves[0]!, fixed, { x: 0.5, y: 0.5 })).toBeNull();
  expect(removePoint(curves[0]!, fixed, 2)).toBeNull();
  expect(movePoint(curves[0]!, fixed, 2, { x: 0.9, y: 0.5 })[2]).toEqual({ x: 0.4, y: 0.5 });
  expect(changesOf(curves[0]!, fixed)).not.toHaveProperty(['transition_x[0]']);
});

test('a new point stands where it belongs, and the whole curve is stored', () => {
  const added = addPoint(curve!, points, { x: 0.25, y: 0.3 })!;
  expect(added.at).toBe(1);
  expect(changesOf(curve!, added.points)).toEqual({
    'curve_num_nodes[1]': 4,
    'curve_nodes[1][0].x': 0,
    'curve_nodes[1][0].y': 0,
    'curve_nodes[1][1].x': 0.25,
    'curve_nodes[1][1].y': 0.3,
    'curve_nodes[1][2].x': 0.5,
    'curve_nodes[1][2].y': 0.4,
    'curve_nodes[1][3].x': 1,
    'curve_nodes[1][3].y': 1,
  });
  expect(addPoint(curve!, added.points, { x: 0.75, y: 0.5 })).toBeNull();
});

test('no point is added on top of another one, or beside the plot', () => {
  expect(addPoint(curve!, points, { x: 0.501, y: 0.9 })).toBeNull();
  expect(addPoint(curve!, points, { x: 1.2, y: 0.9 })).toBeNull();
});

test('an end is put back into its corner, as darktable does it, and only what lies between is removed', () => {
  const moved = movePoint(curve!, points, 0, { x: 0.1, y: 0.2 });
  expect(removePoint(curve!, moved, 0)).toEqual({ points, at: 0 });
  expect(removePoint(curve!, points, 0)).toBeNull();
  const fewer = removePoint(curve!, points, 1)!;
  expect(fewer).toEqual({ points: [points[0], points[2]], at: 0 });
  expect(changesOf(curve!, fewer.points)['curve_num_nodes[1]']).toBe(2);
});

test('color zones come round over hues, rest half-way up, and in their present form lose their ends too', () => {
  const zones = [numberField('channel', { type: 'enum' }), ...fields, numberField('splines_version')];
  const over = (channel: string, splines: number) =>
    curvesOf(zones, { ...params, channel, splines_version: splines }).curves[1]!;
  expect(over('DT_IOP_COLORZONES_h', 1)).toMatchObject({ isPeriodic: true, ends: null });
  expect(over('DT_IOP_COLORZONES_L', 0)).toMatchObject({ isPeriodic: false, ends: [{ y: 0.5 }, { y: 0.5 }] });
  const free = over('DT_IOP_COLORZONES_h', 1);
  const fewer = removePoint(free, points, 2)!;
  expect(fewer).toEqual({ points: points.slice(0, 2), at: 1 });
  expect(removePoint(free, fewer.points, 0)).toBeNull();
});

test('a point stays between its neighbors and on the plot', () => {
  const pushed = movePoint(curve!, points, 1, { x: 3, y: -3 });
  expect(pushed[1]!.y).toBe(0);
  expect(pushed[1]!.x).toBeLessThan(1);
  expect(pushed[1]!.x).toBeGreaterThan(0.99);
});

test('where nobody showed a place, a point goes behind the chosen one or into the widest gap', () => {
  const three = [
    { x: 0, y: 0 },
    { x: 0.2, y: 0.4 },
    { x: 1, y: 1 },
  ];
  expect(gapAt(three, null)).toBeCloseTo(0.6);
  expect(gapAt(three, 0)).toBeCloseTo(0.1);
  expect(gapAt(three, 2)).toBeCloseTo(0.6);
});

test('numbers that single precision cannot tell apart are the same curve', () => {
  expect(isSameCurve([{ x: 0.1, y: 0.2 }], [{ x: Math.fround(0.1), y: Math.fround(0.2) }])).toBe(true);
  expect(isSameCurve([{ x: 0.1, y: 0.2 }], [{ x: 0.1, y: 0.21 }])).toBe(false);
});

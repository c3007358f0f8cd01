import { expect, test } from 'vitest';
import type { ParamField } from '../../../contract/modules.ts';
import { curvesOf, isSlider, plainNumber, stepOf, valueAt } from './field-values.ts';

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

test('a slider has some thousand notches of a round size', () => {
  expect(stepOf(numberField('ev', { min: -18, max: 18 }))).toBeCloseTo(0.01);
  expect(stepOf(numberField('share', { min: 0, max: 1 }))).toBeCloseTo(0.001);
  expect(stepOf(numberField('count', { type: 'integer', min: 0, max: 500 }))).toBe(1);
});

test('only what has limits that mean something is a slider', () => {
  expect(isSlider(numberField('a', { min: 0, max: 1 }))).toBe(true);
  expect(isSlider(numberField('a'))).toBe(false);
  expect(isSlider(numberField('a', { min: -3e38, max: 3e38 }))).toBe(false);
});

test('digits that float32 made up are not shown', () => {
  expect(plainNumber(Math.fround(0.1))).toBe('0.1');
  expect(plainNumber(Math.fround(-2.35))).toBe('-2.35');
});

test('points with a count beside them are a curve for each channel that has some', () => {
  const fields: ParamField[] = [
    {
      name: 'curve_nodes',
      label: 'curve',
      type: 'struct',
      dimensions: [3, 20],
      fields: [numberField('x'), numberField('y')],
    },
    { name: 'curve_num_nodes', label: 'count', type: 'integer', dimensions: [3] },
    { name: 'curve_type', label: 'type', type: 'integer', dimensions: [3] },
  ];
  const { curves, used } = curvesOf(fields, { curve_num_nodes: [2, 3, 0] });
  expect(curves.map(({ channel, points }) => [channel, points.length])).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(curves[1]!.points[2]).toEqual({ x: 'curve_nodes[1][2].x', y: 'curve_nodes[1][2].y' });
  expect([...used]).toEqual(['curve_nodes', 'curve_num_nodes']);
});

test('two lists of the same length are a curve whose points move up and down', () => {
  const fields = [
    numberField('transition_x', { dimensions: [6] }),
    numberField('transition_y', { dimensions: [6] }),
    numberField('center_x'),
  ];
  const { curves, used } = curvesOf(fields, {});
  expect(curves).toHaveLength(1);
  expect(curves[0]).toMatchObject({ isFixedX: true, channel: null });
  expect(curves[0]!.points[5]).toEqual({ x: 'transition_x[5]', y: 'transition_y[5]' });
  expect(used.has('center_x')).toBe(false);
});

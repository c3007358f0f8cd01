import { expect, test } from 'vitest';
import type { ParamField } from '../../../contract/modules.ts';
import { isSlider, stepOf, typedNumber, writtenNumber } from './field-values.ts';

const numberField = (name: string, rest: Partial<ParamField> = {}): ParamField => ({
  name,
  label: name,
  type: 'number',
  ...rest,
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
  expect(writtenNumber(Math.fround(0.1))).toBe('0.1');
  expect(writtenNumber(Math.fround(-2.35))).toBe('-2.35');
  expect(writtenNumber(123456)).toBe('123456');
});

test.each<[string, number | null]>([
  ['1.5', 1.5],
  ['1,5', 1.5],
  [' -0,25 ', -0.25],
  ['−2', -2],
  ['', null],
  ['1.234,5', 1234.5],
  ['1\u202f234,5', 1234.5],
  ['1.234,5,6', null],
  ['two', null],
])('%j is typed for %s', (text, value) => {
  expect(typedNumber(text)).toBe(value);
});

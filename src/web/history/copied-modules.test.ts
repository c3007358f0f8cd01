import { expect, test } from 'vitest';
import type { HistoryStep } from '../../contract/history.ts';
import { copiedModules } from './copied-modules.ts';

const step = (operation: string, rest: Partial<HistoryStep> = {}): HistoryStep => ({
  num: 0,
  operation,
  label: operation,
  multi_priority: 0,
  multi_name: '',
  module_version: 1,
  enabled: true,
  in_force: true,
  time: null,
  ...rest,
});

test('each module in force is offered once with its instances; what belongs to one picture is not chosen by itself', () => {
  const steps = [
    step('rawprepare'),
    step('flip'),
    step('exposure', { num: 2 }),
    step('exposure', { num: 3, multi_priority: 1, multi_name: 'sky' }),
    step('clipping', { num: 4 }),
    step('exposure', { num: 5, enabled: false }),
    step('velvia', { in_force: false }),
    step('nobodyknows'),
  ];
  const known = ['rawprepare', 'flip', 'exposure', 'clipping', 'velvia'].map((operation) => ({
    operation,
    deprecated: operation === 'clipping',
  }));
  const offered = copiedModules({ steps }, known);
  expect(offered.map(({ operation, isUsual }) => [operation, isUsual])).toEqual([
    ['exposure', true],
    ['clipping', false],
    ['flip', false],
  ]);
  expect(offered[0]!.instances.map(({ num }) => num)).toEqual([5, 3]);
});

import { expect, test } from 'vitest';
import type { ParamField } from './modules.ts';
import { asParam, fieldAt, storedAt } from './stored-values.ts';

const fields: ParamField[] = [
  { name: 'red', label: 'red', type: 'number', dimensions: [4] },
  { name: 'clip', label: 'clip', type: 'boolean' },
  { name: 'mode', label: 'mode', type: 'enum', values: [{ name: 'MODE_AUTO', value: 3, label: 'auto' }] },
  { name: 'name', label: 'name', type: 'text' },
  {
    name: 'nodes',
    label: 'nodes',
    type: 'struct',
    dimensions: [2],
    fields: [{ name: 'x', label: 'x', type: 'number' }],
  },
];
const params = { red: [1, 0.5, 0, null], clip: true, mode: 'MODE_AUTO', name: 'a', nodes: [{ x: 0 }, { x: 0.25 }] };

test.each([
  ['red[1]', 0.5],
  ['red[3]', NaN],
  ['clip', 1],
  ['mode', 3],
  ['nodes[1].x', 0.25],
  ['name', undefined],
  ['none', undefined],
  ['red[9]', undefined],
  ['red.x', undefined],
])('%s stores %d', (path, stored) => {
  expect(storedAt(params, fields, path)).toBe(stored);
});

test('a choice without a name is its number already', () => {
  expect(storedAt({ mode: 17 }, fields, 'mode')).toBe(17);
});

test('a switch is sent as true or false, everything else as its number', () => {
  expect(asParam(fields, 'clip', 1)).toBe(true);
  expect(asParam(fields, 'clip', 0)).toBe(false);
  expect(asParam(fields, 'mode', 3)).toBe(3);
  expect(fieldAt(fields, 'nodes[1].x')?.type).toBe('number');
});

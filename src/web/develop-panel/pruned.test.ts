import { expect, test } from 'vitest';
import type { PanelControl } from '../../contract/panel.ts';
import { partsOf } from './parts.ts';
import { pruned } from './pruned.ts';

const controls: PanelControl[] = [
  { kind: 'tabs', tabs: ['one', 'two'] },
  { kind: 'slider', label: 'a', tab: 'one', field: 'a' },
  { kind: 'section', label: 'head', tab: 'two' },
  { kind: 'slider', label: 'b', tab: 'two', section: 'head', field: 'b' },
  { kind: 'fold', label: 'more' },
  { kind: 'slider', label: 'c', fold: 'more', field: 'c' },
];
const shown = (...fields: string[]) =>
  JSON.stringify(pruned(partsOf(controls), ({ field }) => field === undefined || fields.includes(field)));

test('a heading with nothing under it is not shown, nor a page or a fold', () => {
  expect(shown('a')).not.toMatch(/"name":"two"|head|more/);
  expect(shown('b')).toMatch(/"name":"two".*"head"/);
  expect(shown('c')).not.toMatch(/"pages"/);
  expect(shown('c')).toMatch(/"more"/);
});

test('with a heading that is hidden, what stands under it is hidden', () => {
  const parts = pruned(partsOf(controls), ({ label }) => label !== 'head');
  expect(JSON.stringify(parts)).not.toMatch(/"b"/);
});

import { expect, test } from 'vitest';
import type { Style } from '../../api/styles.ts';
import { styleTree } from './style-tree.ts';

const styles = ['film|slide|vivid', 'film|soft', 'plain', 'film|slide|warm'].map((name, id): Style => ({
  id,
  name,
  description: '',
  sets_module_order: false,
  items: [],
}));
const shown = (typed: string) =>
  styleTree(styles, typed).map(({ path, styles: some }) => [path.join(' › '), ...some.map(({ name }) => name)]);

test('styles stand in their branches, those without one first', () => {
  expect(shown('')).toEqual([
    ['', 'plain'],
    ['film › slide', 'vivid', 'warm'],
    ['film', 'soft'],
  ]);
});

test('a search looks through full names', () => {
  expect(shown(' SLIDE|W ')).toEqual([['film › slide', 'warm']]);
  expect(shown('nothing')).toEqual([]);
});

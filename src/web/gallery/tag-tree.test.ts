import { expect, test } from 'vitest';
import { tagTree } from './tag-tree.ts';

test('tags hang below each other, also below branches that are no tags', () => {
  const tree = tagTree([
    { name: 'nature|animals|fox', count: 2 },
    { name: 'nature|animals', count: 1 },
    { name: 'sea', count: 5 },
  ]);
  expect(tree.map(({ name, count }) => [name, count])).toEqual([
    ['nature', 0],
    ['sea', 5],
  ]);
  const [animals] = tree[0]!.below;
  expect(animals).toMatchObject({
    leaf: 'animals',
    count: 1,
    below: [{ leaf: 'fox', name: 'nature|animals|fox', count: 2 }],
  });
});

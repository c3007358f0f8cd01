import { expect, test } from 'vitest';
import { tagLevels } from './tag-tree.ts';

test('each level lists what lies right below it, branches that are no tags among them', () => {
  const levels = tagLevels([
    { id: 3, name: 'people|Anna', count: 2 },
    { id: 1, name: 'places', count: 1 },
    { id: 2, name: 'places|iceland|North', count: 5 },
    { id: 7, name: 'placesque', count: 0 },
  ]);
  expect(levels.get('')).toEqual([
    { name: 'people', leaf: 'people', id: null, count: 0, below: 1 },
    { name: 'places', leaf: 'places', id: 1, count: 1, below: 1 },
    { name: 'placesque', leaf: 'placesque', id: 7, count: 0, below: 0 },
  ]);
  expect(levels.get('places')).toEqual([{ name: 'places|iceland', leaf: 'iceland', id: null, count: 0, below: 1 }]);
  expect(levels.get('places|iceland')!.map(({ leaf }) => leaf)).toEqual(['North']);
  expect(levels.get('placesque')).toBeUndefined();
});

test('names that begin, end or are nothing but a bar are reached like others', () => {
  const levels = tagLevels([
    { id: 1, name: '|', count: 1 },
    { id: 2, name: 'a|', count: 1 },
    { id: 3, name: '|b', count: 1 },
  ]);
  const all = (parent: string): string[] =>
    (levels.get(parent) ?? []).flatMap(({ name }) => [name, ...(name === parent ? [] : all(name))]);
  expect(all('')).toEqual(expect.arrayContaining(['|', 'a|', '|b']));
});

import { expect, test } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';

const leaves = (words: object, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : leaves(value as object, `${path}${key}.`),
  );

test('German says everything that English says', () => {
  expect(leaves(de).map(([key]) => key)).toEqual(leaves(en).map(([key]) => key));
});

test('both languages fill the same gaps', () => {
  const gaps = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
  const german = new Map(leaves(de));
  // One picture needs no number.
  const several = leaves(en).filter(([key]) => !key.endsWith('_one'));
  for (const [key, text] of several) expect([key, gaps(german.get(key)!)]).toEqual([key, gaps(text)]);
});

test('no text is empty', () => {
  expect([...leaves(en), ...leaves(de)].filter(([, text]) => text.trim() === '')).toEqual([]);
});

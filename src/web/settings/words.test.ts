import { expect, test } from 'vitest';
import { de as firstRunDe } from '../first-run/words-de.ts';
import { en as firstRunEn } from '../first-run/words-en.ts';
import { de } from './words-de.ts';
import { en } from './words-en.ts';

const leaves = (words: object, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : leaves(value as object, `${path}${key}.`),
  );
const gaps = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

test.each([
  ['the settings', en, de],
  ['the first steps', firstRunEn, firstRunDe],
] as const)('German and English of %s fill the same gaps, and no text is empty', (_part, english, german) => {
  const inGerman = new Map(leaves(german));
  expect([...inGerman.keys()].sort()).toEqual(
    leaves(english)
      .map(([key]) => key)
      .sort(),
  );
  for (const [key, text] of leaves(english)) {
    expect([key, gaps(inGerman.get(key)!)]).toEqual([key, gaps(text)]);
    expect([key, text.trim(), inGerman.get(key)!.trim()]).not.toContain('');
  }
});

import { expect, test } from 'vitest';
import { de } from './de.ts';
import { de as exportsDe } from '../exports/words-de.ts';
import { en as exportsEn } from '../exports/words-en.ts';
import { de as firstRunDe } from '../first-run/words-de.ts';
import { en as firstRunEn } from '../first-run/words-en.ts';
import { de as settingsDe } from '../settings/words-de.ts';
import { en as settingsEn } from '../settings/words-en.ts';
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

/** `_one` beside it says it of one. At `most` is never one. */
const COUNTED =
  /\{\{(?!most)\w+\}\} (?:more |weitere )?(?:pictures|previews|exports|jobs|points|values|Bildern?|Vorschaubilder|Exporte|Punkten?|Werte|Aufträge)\b/;

test.each([
  ['English', { en, settings: settingsEn, firstRun: firstRunEn, exports: exportsEn }],
  ['German', { de, settings: settingsDe, firstRun: firstRunDe, exports: exportsDe }],
] as const)('nothing is counted in %s without a form for one', (_language, words) => {
  const counted = leaves(words).filter(([, text]) => COUNTED.test(text));
  expect(counted.length).toBeGreaterThan(5);
  expect(counted.filter(([key]) => !/_(?:one|other)$/.test(key))).toEqual([]);
});

test('no text is empty', () => {
  expect([...leaves(en), ...leaves(de)].filter(([, text]) => text.trim() === '')).toEqual([]);
});

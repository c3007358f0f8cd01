import { expect, test } from 'vitest';
import unicode from '@fontsource-variable/inter/unicode.json';

/** First and last code point of each range that the typeface declares. */
const ranges = Object.values(unicode)
  .flatMap((list) => list.split(','))
  .map((range) => range.slice('U+'.length).split('-'))
  .map(([first, last]) => [parseInt(first!, 16), parseInt(last ?? first!, 16)] as const);

test('the typeface has every character of our texts', () => {
  const texts = import.meta.glob(['../locales/*/*.ts', '../locales/*/*.json'], { eager: true });
  expect(Object.keys(texts).length).toBeGreaterThan(15);
  // darktable puts it between the ends of a slider; no text typeface has it.
  const characters = new Set(JSON.stringify(texts).replaceAll('↔', ''));
  const missing = [...characters].filter(
    (character) =>
      !ranges.some(([first, last]) => character.codePointAt(0)! >= first && character.codePointAt(0)! <= last),
  );
  expect(missing).toEqual([]);
  expect(characters.has('ß') && characters.has('„')).toBe(true);
});

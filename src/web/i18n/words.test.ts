import { beforeEach, expect, test, vi } from 'vitest';
import { readDecimal } from '../../contract/read-number.ts';
import { chosenLanguage, languageName, LANGUAGES, number, startWords, t } from './words.ts';

const page = { lang: '', dir: '' };
/** A browser with these languages; `choice` was made in the menu. */
function browser(languages: string[], choice: string | null = null) {
  vi.stubGlobal('navigator', { languages });
  vi.stubGlobal('localStorage', { getItem: () => choice });
  vi.stubGlobal('document', { documentElement: page });
}
beforeEach(() => () => vi.unstubAllGlobals());

test.each<[string[], string | null, string]>([
  [['fr-CA', 'en'], null, 'fr'],
  [['es-MX'], null, 'es'],
  [['pt-BR', 'es-419'], null, 'es'],
  [['de-AT'], 'fr', 'fr'],
  // Other languages that begin with the same letters.
  [['frr', 'fil'], null, 'en'],
  [[], 'tlh', 'en'],
])('a browser with %j and the choice %s shows %s', (languages, choice, shown) => {
  browser(languages, choice);
  expect(chosenLanguage()).toBe(shown);
});

test('the menu has each language by its own name', () => {
  expect(LANGUAGES.map(languageName)).toEqual(expect.arrayContaining(['English', 'Deutsch', 'Español', 'Français']));
});

test.each<[string, string, string, string]>([
  ['fr-FR', '0 image', '1\u202f234,5', '1\u202f000\u202f000 images'],
  ['es-ES', '0 imágenes', '1234,5', '1.000.000 imágenes'],
  ['es-MX', '0 imágenes', '1,234.5', '1,000,000 imágenes'],
  ['de-DE', '0 Bilder', '1.234,5', '1.000.000 Bilder'],
])('in %s, numbers are written, counted and read as there', async (language, none, decimal, million) => {
  browser([language]);
  await startWords();
  expect(page).toEqual({ lang: language.slice(0, 2), dir: 'ltr' });
  expect(t('gallery.pictures', { count: 0 })).toBe(none);
  expect(t('gallery.pictures', { count: 1_000_000 })).toBe(million);
  expect(number(1234.5)).toBe(decimal);
  for (const value of [0.25, 1234.5, 12_345.75, 1_234_567]) expect(readDecimal(number(value))).toBe(value);
});

import { expect, test } from 'vitest';
import german4 from '../locales/de/panels/4.2.1.json';
import german5 from '../locales/de/panels/5.4.1.json';
import { blendingText, groupText, moduleText, type PanelWords, wordsFor } from './panel-words.ts';

test('modules and their controls have the names that darktable gives them', () => {
  const exposure = moduleText(german5, 'exposure');
  expect(['exposure', 'compensate camera exposure', 'black level correction', 'manual'].map(exposure)).toEqual([
    'Belichtung',
    'Belichtungskorrektur kompensieren',
    'Schwarzwert-Anpassung',
    'manuell',
  ]);
  expect(moduleText(german4, 'channelmixerrgb')('illuminant')).toBe('Lichtquelle');
});

const files = import.meta.glob<PanelWords>('../locales/*/panels/*.json', { eager: true, import: 'default' });
const languages = new Set(Object.keys(import.meta.glob('../locales/*/texts.ts')).map((file) => file.split('/')[2]!));

test.each([...languages])(
  '%s has words for every panel: what darktable calls its modules, groups and masks',
  (language) => {
    for (const [release, least] of [
      ['4.2.1', 50],
      ['5.4.1', 80],
    ] as const) {
      const words = files[`../locales/${language}/panels/${release}.json`]!;
      expect(Object.keys(words.modules).length).toBeGreaterThan(least);
      expect(Object.keys(words.usual).length).toBeGreaterThan(100);
      expect(Object.keys(words.blending).length).toBeGreaterThan(70);
      expect(Object.keys(words.groups).length).toBeGreaterThan(5);
      for (const word of Object.values(words.usual)) expect(word).toMatch(/\S/);
    }
  },
);

test('one English text may have two German ones, by its module', () => {
  expect(moduleText(german5, 'channelmixerrgb')('gray')).toBe('Grau');
  expect(moduleText(german5, 'channelmixer')('gray')).toBe('Graustufen');
});

test('what darktable does not translate stays English', () => {
  expect(moduleText(german5, 'exposure')('constructor')).toBe('constructor');
  expect(moduleText(german5, 'constructor')('name')).toBe('name');
});

test('groups and blending have words of their own', () => {
  expect(groupText(german5)('correct')).toBe('Korrekturen');
  expect(blendingText(german4)('opacity')).toBe('Deckkraft');
});

test.each([
  ['5.0.1', '5.4.1'],
  ['5.4.1', '5.4.1'],
  ['4.4.2', '4.2.1'],
  ['6.0.0', '5.4.1'],
])('a panel of darktable %s has the words of %s', (release, words) => {
  expect(wordsFor(release, ['4.2.1', '5.4.1'])).toBe(words);
});

import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../contract/errors.ts';
import type { ModuleEntry } from '../../contract/modules.ts';
import { choiceWords } from './choice-words.ts';
import { choices as germanChoices } from '../locales/de/choices.ts';
import names from '../locales/de/darktable.json';
import { choices } from '../locales/en/choices.ts';
import type { Texts } from '../locales/texts.ts';
import { type DarktableWords, ENGLISH, translatedModule } from './darktable-words.ts';

const german = { ...names, choices: germanChoices };

const exposure: ModuleEntry = {
  operation: 'exposure',
  label: 'exposure',
  module_version: 6,
  enabled: true,
  num: 0,
  multi_priority: 0,
  multi_name: '',
  params_b64: '',
  blend: null,
  fields: [
    {
      name: 'mode',
      label: 'mode',
      type: 'enum',
      values: [{ name: 'EXPOSURE_MODE_MANUAL', value: 0, label: 'manual' }],
    },
    { name: 'points', label: 'whatever', type: 'struct', fields: [{ name: 'size', label: 'size', type: 'number' }] },
  ],
};

test('modules, fields and choices have the names that darktable gives them', () => {
  const { operation, label, fields } = translatedModule(exposure, german);
  expect([operation, label]).toEqual(['exposure', 'Belichtung']);
  expect(fields![0]).toMatchObject({
    name: 'mode',
    label: 'Modus',
    values: [{ name: 'EXPOSURE_MODE_MANUAL', label: 'manuell' }],
  });
  // Texts without a translation stay English.
  expect(fields![1]).toMatchObject({ label: 'whatever', fields: [{ label: 'Größe' }] });
});

test('in English nothing changes', () => {
  expect(translatedModule(exposure, ENGLISH)).toEqual(exposure);
});

test('no choice is called by a constant of the source', () => {
  expect(choiceWords('DT_ILLUMINANT_DETECT_EDGES', choices)).toBe('(AI) detect from image edges');
  expect(choiceWords('DT_ILLUMINANT_DETECT_EDGES', germanChoices)).toBe('(KI) aus Bildkanten erkennen');
  expect(choiceWords('DT_SOMETHING_QUITE_NEW', germanChoices)).toBe('something quite new');
  for (const label of ['sRGB', 'RGB', 'AMaZE', 'F1 (Daylight 6430 K)']) expect(choiceWords(label, choices)).toBe(label);
  const layouts = Object.values(
    import.meta.glob<string>('/assets/layouts/*.json', { eager: true, query: '?raw', import: 'default' }),
  ).join('\n');
  for (const [, constant] of layouts.matchAll(/"(DT_[A-Z0-9_]+)":/g))
    expect(choiceWords(constant!, germanChoices)).not.toContain('_');
});

const texts = import.meta.glob<{ texts: Texts }>('../locales/*/texts.ts', { eager: true });
const terms = import.meta.glob<DarktableWords>('../locales/*/darktable.json', { eager: true, import: 'default' });
const languages = Object.keys(texts).map((file) => file.split('/')[2]!);

test.each(languages)(
  'the words of %s are terms of the window: short, whole, and of labels that there are',
  (language) => {
    const own = terms[`../locales/${language}/darktable.json`]!;
    const layouts = Object.values(
      import.meta.glob<string>('/assets/layouts/*.json', { eager: true, query: '?raw', import: 'default' }),
    );
    expect(layouts.length).toBeGreaterThan(90);
    const text = layouts.join('\n');
    for (const [label, word] of Object.entries(own.terms)) {
      expect(text.includes(JSON.stringify(label)), label).toBe(true);
      expect(word).toBe(word.trim());
      expect(word.length).toBeGreaterThan(1);
      expect(word.length, word).toBeLessThan(60);
      expect(word).not.toMatch(/[\n%!?\u00ad]/);
    }
    for (const operation of Object.keys(own.modules)) expect(text).toContain(`"operation": "${operation}"`);
    expect(Object.keys(own.modules).length).toBeGreaterThan(80);
  },
);

test.each(languages)('every code of a refusal has a sentence in %s', (language) => {
  const { errors } = texts[`../locales/${language}/texts.ts`]!.texts;
  expect(Object.keys(errors)).toEqual(Object.keys(ERROR_CODES));
  for (const sentence of Object.values(errors)) expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
});

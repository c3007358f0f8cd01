import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../contract/errors.ts';
import { RENDERING_STATES } from '../../contract/rendering.ts';
import { describeSettings } from '../../contract/setting-descriptions.ts';
import { SETTING_GROUPS } from '../../contract/settings.ts';
import { isFrenchSet, missingForms } from '../../testing/translation-checks.ts';

type Texts = Record<string, unknown>;
/** The exports of each file, by path. */
const files = import.meta.glob<Texts>(['./*/*.ts'], { eager: true });
const english = Object.keys(files).filter((file) => file.startsWith('./en/') && !file.endsWith('/page.ts'));
const languages = [...new Set(Object.keys(files).map((file) => file.split('/')[1]!))];
const others = languages.filter((language) => language !== 'en');

const leaves = (words: object, path = ''): [key: string, text: string][] =>
  Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : leaves(value as object, `${path}${key}.`),
  );
/** A language may have more plural forms than English, or other ones. */
const withoutForms = (texts: readonly [string, string][]) => [
  ...new Set(texts.map(([key]) => key.replace(/_(zero|two|few|many)$/, '_other'))),
];
const gaps = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

test('there are English, German, French and Spanish', () => {
  expect(languages).toEqual(expect.arrayContaining(['de', 'en', 'es', 'fr']));
  expect(english.length).toBeGreaterThan(7);
});

test.each(others.flatMap((language) => english.map((file) => [language, file.split('/')[2]!] as const)))(
  '%s says everything of %s, and fills the same gaps',
  (language, section) => {
    const inEnglish = leaves(files[`./en/${section}`]!);
    const theirs = leaves(files[`./${language}/${section}`] ?? {});
    expect(withoutForms(theirs).sort()).toEqual(inEnglish.map(([key]) => key).sort());
    const own = new Map(theirs);
    // For one picture no number is needed.
    const several = inEnglish.filter(([key]) => !key.endsWith('_one'));
    for (const [key, text] of several) expect([key, gaps(own.get(key)!)]).toEqual([key, gaps(text)]);
    expect(missingForms(language, own)).toEqual([]);
  },
);

test.each(others)('%s has all that the service says in English itself', (language) => {
  const { texts } = files[`./${language}/texts.ts`] as { texts: Record<string, Texts> };
  expect(Object.keys(texts.errors!).sort()).toEqual(Object.keys(ERROR_CODES).sort());
  expect(Object.keys(texts.rendering!).sort()).toEqual([...RENDERING_STATES].sort());
  const { groups, settings } = texts.settingDescriptions as Record<string, Texts>;
  expect(Object.keys(groups!).sort()).toEqual(Object.keys(SETTING_GROUPS).sort());
  expect(Object.keys(settings!).sort()).toEqual(
    describeSettings()
      .map(({ name }) => name)
      .sort(),
  );
});

/** What stands after a number. At `most` is never one. */
const COUNTED = /\{\{(?!most)\w+\}\} (\p{L}{4,})/gu;
const countedIn = (text: string) => [...text.matchAll(COUNTED)].map(([, noun]) => noun!);
const isForm = (key: string) => /_(?:one|few|many|other)$/.test(key);

test.each(languages)('nothing is counted in %s without a form for one', (language) => {
  const texts = leaves(Object.entries(files).filter(([file]) => file.startsWith(`./${language}/`)));
  const own = new Map(texts);
  /** Those that are other words for one. */
  const nouns = new Set(
    texts
      .filter(([key]) => key.endsWith('_other'))
      .flatMap(([key, text]) => {
        const forOne = own.get(key.replace(/_other$/, '_one'))!.split(/[^\p{L}]+/u);
        return countedIn(text).filter((noun) => !forOne.includes(noun));
      }),
  );
  expect(nouns.size).toBeGreaterThan(5);
  expect(texts.filter(([key, text]) => !isForm(key) && countedIn(text).some((noun) => nouns.has(noun)))).toEqual([]);
});

test.each(languages)('in %s, a device that may cull is said to do all that its scope allows', (language) => {
  const words = new Map(leaves(files[`./${language}/settings.ts`]!));
  // All but the capital letter.
  const allowed = words.get('settings.scope.images-write')!.slice(1);
  expect(words.get('settings.devices.rights.cullHow')).toContain(allowed);
});

test('French sets its signs apart by a narrow no-break space', () => {
  const { texts } = files['./fr/texts.ts'] as { texts: Texts };
  const french = leaves(texts);
  expect(french.length).toBeGreaterThan(900);
  expect(french.filter(([, text]) => !isFrenchSet(text))).toEqual([]);
});

test('no text is empty', () => {
  expect(leaves(files).filter(([, text]) => text.trim() === '')).toEqual([]);
});

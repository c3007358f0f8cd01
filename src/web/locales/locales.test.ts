import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../contract/errors.ts';
import { RENDERING_STATES } from '../../contract/rendering.ts';
import { describeSettings, SETTING_GROUPS } from '../../contract/settings.ts';

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

test('there are English and German', () => {
  expect(languages).toEqual(expect.arrayContaining(['de', 'en']));
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

/** `_one` next to it covers the singular. At `most` is never one. */
const COUNTED =
  /\{\{(?!most)\w+\}\} (?:more |weitere )?(?:pictures|previews|exports|jobs|points|values|Bildern?|Vorschaubilder|Exporte|Punkten?|Werte|Aufträge)\b/;

test.each(['en', 'de'])('nothing is counted in %s without a form for one', (language) => {
  const counted = leaves(Object.entries(files).filter(([file]) => file.startsWith(`./${language}/`))).filter(
    ([, text]) => COUNTED.test(text),
  );
  expect(counted.length).toBeGreaterThan(5);
  expect(counted.filter(([key]) => !/_(?:one|other)$/.test(key))).toEqual([]);
});

test.each(['en', 'de'])('in %s, a device that may cull is said to do all that its scope allows', (language) => {
  const words = new Map(leaves(files[`./${language}/settings.ts`]!));
  // All but the capital letter.
  const allowed = words.get('settings.scope.images-write')!.slice(1);
  expect(words.get('settings.devices.rights.cullHow')).toContain(allowed);
});

test('no text is empty', () => {
  expect(leaves(files).filter(([, text]) => text.trim() === '')).toEqual([]);
});

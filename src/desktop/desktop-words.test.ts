import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isFrenchSet, missingForms } from '../testing/translation-checks.ts';
import { desktopLanguage, desktopLanguages, ENGLISH, loadDesktopWords } from './desktop-words.ts';

type Texts = Record<string, Record<string, string>>;
const textsOf = async (language: string) =>
  ((await import(`./locales/${language}/texts.ts`)) as { texts: Texts }).texts;
const keysOf = (texts: Texts) =>
  Object.entries(texts).flatMap(([section, words]) => Object.keys(words).map((key) => `${section}.${key}`));
const gaps = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

test('there are English, German, French and Spanish', () => {
  expect(desktopLanguages()).toEqual(expect.arrayContaining(['de', 'en', 'es', 'fr']));
});

test.each(desktopLanguages())('%s has every text, with the same gaps', async (language) => {
  const [english, theirs] = [await textsOf('en'), await textsOf(language)];
  expect(keysOf(theirs).filter((key) => !/_(zero|two|few|many)$/.test(key))).toEqual(keysOf(english));
  for (const [section, words] of Object.entries(english)) {
    for (const [key, text] of Object.entries(words)) {
      expect(theirs[section]![key], key).not.toBe('');
      // For one of them no number is needed.
      if (!key.endsWith('_one')) expect([key, gaps(theirs[section]![key]!)]).toEqual([key, gaps(text)]);
    }
    expect(missingForms(language, new Map(Object.entries(theirs[section]!)))).toEqual([]);
  }
});

test.each<[NodeJS.ProcessEnv, string, string]>([
  [{ LANG: 'de_DE.UTF-8' }, 'en-US', 'de'],
  [{ LANG: 'de_AT@euro' }, 'en-US', 'de'],
  [{ LANG: 'en_GB.UTF-8' }, 'de-DE', 'en'],
  [{ LC_MESSAGES: 'de_CH.UTF-8', LANG: 'en_US.UTF-8' }, 'en-US', 'de'],
  [{ LC_ALL: 'en_US.UTF-8', LC_MESSAGES: 'de_CH.UTF-8' }, 'en-US', 'en'],
  [{ LC_ALL: '', LANG: 'de' }, 'en-US', 'de'],
  [{ LANG: 'pt_BR.UTF-8' }, 'en-US', 'en'],
  [{ LANG: 'C.UTF-8', LANGUAGE: 'de' }, 'de-DE', 'en'],
  [{ LANG: 'POSIX' }, 'de-DE', 'en'],
  [{ LANG: 'it_IT.UTF-8', LANGUAGE: 'it:de' }, 'en-US', 'de'],
  [{ LANG: 'fr_CA.UTF-8' }, 'en-US', 'fr'],
  [{}, 'es-MX', 'es'],
  [{}, 'de-DE', 'de'],
  [{}, 'ja-JP', 'en'],
])('%o on a system in %s speaks %s', (env, system, language) => {
  expect(desktopLanguage(env, { system })).toBe(language);
});

test('numbers are written and counted as the language does', async () => {
  const german = await loadDesktopWords('de');
  expect(ENGLISH.menu('waiting', { count: 1 })).toBe('1 job is waiting');
  expect(ENGLISH.menu('waiting', { count: 1200 })).toBe('1,200 jobs are waiting');
  expect(german.menu('waiting', { count: 1 })).toBe('1 Auftrag wartet');
  expect(german.menu('waiting', { count: 1200 })).toBe('1.200 Aufträge warten');
  const french = await loadDesktopWords('fr');
  expect(french.menu('waiting', { count: 0 })).toBe('0 tâche attend');
  expect(french.menu('waiting', { count: 1_000_000 })).toBe('1\u202f000\u202f000 tâches attendent');
});

test('French sets its signs apart by a narrow no-break space', async () => {
  const texts = Object.values(await textsOf('fr')).flatMap((words) => Object.values(words));
  expect(texts.filter((text) => !isFrenchSet(text))).toEqual([]);
});

test('a text that fills a gap is not filled itself', () => {
  expect(ENGLISH.notifications('exportOf', { filename: '{{id}} $& $1' })).toBe('Export of {{id}} $& $1');
});

test('another language is a folder of files and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'safelight-locales-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'pl'));
  await writeFile(
    join(folder, 'pl', 'texts.ts'),
    `export const texts = { menu: { quit: 'Zakończ', exports_few: '{{number}} eksporty', exports_other: '{{number}} eksportów' } };`,
  );
  const languages = desktopLanguages(folder);
  expect(languages).toEqual(['pl']);
  expect(desktopLanguage({ LANG: 'pl_PL.UTF-8' }, { languages })).toBe('pl');
  const polish = await loadDesktopWords('pl', folder);
  expect(polish.menu('quit')).toBe('Zakończ');
  expect(polish.menu('exports', { count: 3 })).toBe('3 eksporty');
  expect(polish.menu('exports', { count: 5 })).toBe('5 eksportów');
  // Texts that are missing are English.
  expect(polish.menu('openGallery')).toBe('Open gallery');
});

import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { texts as english } from './locales/en/texts.ts';
import type { EnglishTexts, Texts } from './locales/texts.ts';

/** `waiting_one` and `waiting_other` are two forms of the key `waiting`. */
type KeyOf<Section> = {
  [Key in keyof Section & string]: Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;
}[keyof Section & string];
type Values = Record<string, string | number>;
/** `count` selects the form of a text and fills `{{number}}`. Numbers are formatted for the language. */
export type Say<Section> = (key: KeyOf<Section>, values?: Values) => string;
export type DesktopWords = { readonly language: string } & {
  readonly [Section in keyof EnglishTexts]: Say<EnglishTexts[Section]>;
};

const LOCALES = join(import.meta.dirname, 'locales');

/** `en`, `de` and every other language with a folder. */
export const desktopLanguages = (folder = LOCALES): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/**
 * The language of the desktop: gettext's variables in gettext's order or, where none is set (macOS and Windows), what
 * the operating system says. English if we lack that language.
 */
export function desktopLanguage(
  env: NodeJS.ProcessEnv,
  { languages = desktopLanguages(), system = Intl.DateTimeFormat().resolvedOptions().locale } = {},
): string {
  const locale = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value) ?? system;
  const isPlain = /^(C|POSIX)\b/.test(locale);
  const wanted = isPlain ? [] : [...(env.LANGUAGE ?? '').split(':'), locale];
  return wanted.map((name) => name.split(/[_.@-]/)[0]!.toLowerCase()).find((name) => languages.includes(name)) ?? 'en';
}

/** The texts of one language. Missing texts are English. */
export async function loadDesktopWords(language: string, folder = LOCALES): Promise<DesktopWords> {
  if (language === 'en') return ENGLISH;
  const file = join(folder, language, `texts${extname(import.meta.filename)}`);
  const { texts } = (await import(pathToFileURL(file).href)) as { texts: Texts };
  return wordsOf(language, texts);
}

function wordsOf(language: string, texts: Partial<Texts>): DesktopWords {
  const plural = new Intl.PluralRules(language);
  const written = (value: string | number) => (typeof value === 'number' ? value.toLocaleString(language) : value);
  const say = (section: keyof Texts) => {
    const known: Readonly<Record<string, string>> = { ...english[section], ...texts[section] };
    return (key: string, { count, ...values }: Values = {}): string => {
      const form = typeof count === 'number' ? `${key}_${plural.select(count)}` : key;
      const filled: Values = count === undefined ? values : { ...values, number: count };
      return (known[form] ?? known[`${key}_other`] ?? key).replace(/\{\{(\w+)\}\}/g, (gap, name: string) =>
        written(filled[name] ?? gap),
      );
    };
  };
  return { language, menu: say('menu'), notifications: say('notifications'), dialogs: say('dialogs') };
}

export const ENGLISH: DesktopWords = wordsOf('en', english);

import i18next, { type Resource } from 'i18next';
import type { Rendering } from '../../contract/rendering.ts';
import { page } from '../locales/en/page.ts';
import type { Texts } from '../locales/texts.ts';

/** Every language but English, by its folder; loaded on demand. */
const others = import.meta.glob<{ texts: Texts }>('../locales/*/texts.ts');
const fileOf = (language: string) => `../locales/${language}/texts.ts`;

/** `en`, `de` and every other language with a folder. */
export const LANGUAGES: readonly string[] = ['en', ...Object.keys(others).flatMap((file) => file.split('/')[2] ?? [])];

/** A language's own name, for example Deutsch. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** `pictures_one` and `pictures_other` are two forms of the key `pictures`. */
type Form<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;
type KeyOf<Words> = {
  [Key in keyof Words & string]: Words[Key] extends string ? Form<Key> : `${Key}.${KeyOf<Words[Key]>}`;
}[keyof Words & string];
export type Values = Record<string, string | number>;
export type Translate<Words> = (key: KeyOf<Words>, values?: Values) => string;

const KEY = 'language';

/** The reader's choice, otherwise the first of the browser's languages that we have. */
export function chosenLanguage(): string {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages].map((name) => name?.slice(0, 2).toLowerCase());
  return wanted.find((name) => name !== undefined && LANGUAGES.includes(name)) ?? 'en';
}

/** Everything is redrawn: dates, numbers and every text of the page change at once. */
export function chooseLanguage(language: string): void {
  localStorage.setItem(KEY, language);
  location.reload();
}

/** Call it before anything is drawn. */
export async function startWords(): Promise<void> {
  const language = chosenLanguage();
  const resources: Resource = { en: { page } };
  const other = await others[fileOf(language)]?.();
  if (other) resources[language] = { ...other.texts };
  await i18next.init({
    lng: language,
    fallbackLng: 'en',
    resources,
    defaultNS: 'page',
    interpolation: { escapeValue: false }, // React escapes values.
  });
  document.documentElement.lang = language;
}

/** Our own types check the keys, which is cheaper for the compiler. */
const lookUp = (key: string, values: Values): string =>
  (i18next.t as (key: string, values: Values) => string)(key, values);

/** Looks up the words of a part that is loaded by then. */
export const wordsOf =
  <Words extends object>(part: keyof Texts): Translate<Words> =>
  (key, values) =>
    lookUp(key, { ns: part, ...withNumber(values) });

/** Adds the English words of a part of the page that is loaded later. Returns its lookup function. */
export function addWords<Words extends object>(part: keyof Texts, english: Words): Translate<Words> {
  i18next.addResourceBundle('en', part, english);
  return wordsOf(part);
}

/** A whole part in the reader's language; undefined in English. */
export const translationOf = <Part extends keyof Texts>(part: Part) =>
  i18next.getResourceBundle(language(), part) as Texts[Part] | undefined;

/** Looks up the page's words. `t('gallery.pictures', { count })` */
export const t: Translate<typeof page> = (key, values) => lookUp(key, withNumber(values));

/** `count` selects the form of a text; `number` is its written form. */
const withNumber = (values: Values = {}): Values =>
  typeof values.count === 'number' ? { number: number(values.count), ...values } : values;

/** What an error code means, in the reader's language; null in English, where the service's own text is used. */
export const codeWords = (code: string): string | null =>
  (i18next.getResource(language(), 'errors', code) as string | undefined) ?? null;

/** Who renders, or why nobody does, in the reader's language. The service itself speaks English. */
export const renderingWords = ({ state, reason, version, message }: Rendering): string =>
  i18next.getResource(language(), 'rendering', state) === undefined
    ? message
    : lookUp(state, { ns: 'rendering', reason: reason ?? '', darktable: `darktable ${version ?? ''}`.trim() });

export const language = (): string => i18next.language;

/** The reader's own format for dates and numbers, if it belongs to this language: en-GB when the browser says so. */
export const locale = (): string => navigator.languages.find((name) => name.startsWith(language())) ?? language();

export const number = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(locale(), options);

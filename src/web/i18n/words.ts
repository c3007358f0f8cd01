import i18next, { type Resource } from 'i18next';
import type { Rendering } from '../../contract/rendering.ts';
import { page } from '../locales/en/page.ts';
import type { Texts } from '../locales/texts.ts';

/** Every language but English, by its folder; loaded when it is wanted. */
const others = import.meta.glob<{ texts: Texts }>('../locales/*/texts.ts');
const fileOf = (language: string) => `../locales/${language}/texts.ts`;

/** `en`, `de` and whatever else has a folder. */
export const LANGUAGES: readonly string[] = ['en', ...Object.keys(others).map((file) => file.split('/')[2]!)];

/** What a language calls itself, such as Deutsch. */
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

/** What the reader chose, else the first of the browser's languages that we speak. */
export function chosenLanguage(): string {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages].map((name) => name?.slice(0, 2).toLowerCase());
  return wanted.find((name) => name !== undefined && LANGUAGES.includes(name)) ?? 'en';
}

/** Everything is drawn anew: dates, numbers and every text of the page change at once. */
export function chooseLanguage(language: string): void {
  localStorage.setItem(KEY, language);
  location.reload();
}

/** Before anything is drawn. */
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
    interpolation: { escapeValue: false }, // React does.
  });
  document.documentElement.lang = language;
}

/** The keys are checked by our own types, which cost the compiler less. */
const lookUp = (key: string, values: Values): string =>
  (i18next.t as (key: string, values: Values) => string)(key, values);

/** The English words of a part of the page that is loaded later. Gives the function that looks words of that part up. */
export function addWords<Words extends object>(part: keyof Texts, english: Words): Translate<Words> {
  i18next.addResourceBundle('en', part, english);
  return (key, values) => lookUp(key, { ns: part, ...withNumber(values) });
}

/** A part as a whole, in the reader's language; undefined in English. */
export const translationOf = <Part extends keyof Texts>(part: Part) =>
  i18next.getResourceBundle(language(), part) as Texts[Part] | undefined;

/** The words of the page. `t('gallery.pictures', { count })` */
export const t: Translate<typeof page> = (key, values) => lookUp(key, withNumber(values));

/** `count` chooses the form of a text; `number` is how it is written. */
const withNumber = (values: Values = {}): Values =>
  typeof values.count === 'number' ? { number: number(values.count), ...values } : values;

/** What the code of a refusal means, in the reader's language; null in English, which the service speaks itself. */
export const codeWords = (code: string): string | null =>
  (i18next.getResource(language(), 'errors', code) as string | undefined) ?? null;

/** Who renders, or why nobody does, in the reader's language; the service speaks English itself. */
export function renderingWords({ state, cli_could, reason, message }: Rendering): string {
  const hasOwn = i18next.getResource(language(), 'rendering', state) !== undefined;
  if (!hasOwn) return message;
  return [state, ...(cli_could ? ['cli-could'] : [])]
    .map((key) => lookUp(key, { ns: 'rendering', reason: reason ?? '' }))
    .join(' ');
}

export const language = (): string => i18next.language;

/** The reader's own way to write dates and numbers, as far as it is one of this language: en-GB where the browser says so. */
export const locale = (): string => navigator.languages.find((name) => name.startsWith(language())) ?? language();

export const number = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(locale(), options);

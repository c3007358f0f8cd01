import type { Rendering } from '../../contract/rendering.ts';
import { page } from '../locales/en/page.ts';
import type { Texts } from '../locales/texts.ts';
import { Store } from '../stores/store.ts';
import { filled, textAt, type TextGroup, type Values } from './text-at.ts';

/** Every language but English, by its folder; loaded on demand. */
const others = import.meta.glob<{ texts: Texts }>('../locales/*/texts.ts');
const fileOf = (language: string) => `../locales/${language}/texts.ts`;

/** `en`, `de`, `fr` and every other language with a folder. */
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
export type Translate<Words> = (key: KeyOf<Words>, values?: Values) => string;

const KEY = 'language';
const RIGHT_TO_LEFT: readonly string[] = ['ar', 'fa', 'he', 'ur'];
/** `fr` of fr-CA. */
const languageOf = (tag: string) => tag.replace(/-.*/, '').toLowerCase();

/** The reader's choice, otherwise the first of the browser's languages that we have. */
export function chosenLanguage(): string {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages].map((name) => languageOf(name ?? ''));
  return wanted.find((name) => LANGUAGES.includes(name)) ?? 'en';
}

/** Everything is redrawn: dates, numbers and every text of the page change at once. */
export function chooseLanguage(language: string): void {
  localStorage.setItem(KEY, language);
  location.reload();
}

/** English stands in where the reader's language lacks a text; parts of the page add theirs when they load. */
const english: Partial<Record<keyof Texts, TextGroup>> = { page };
/** `texts` is null in English. */
const reader = new Store<{ language: string; texts: Texts | null }>({ language: 'en', texts: null });

/** Call it before anything is drawn. */
export async function startWords(): Promise<void> {
  const language = chosenLanguage();
  const other = await others[fileOf(language)]?.();
  reader.set({ language, texts: other?.texts ?? null });
  document.documentElement.lang = language;
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}

/** Our types check the keys. One without a text, which only a newer service could ask for, is shown itself. */
function lookUp(part: keyof Texts, key: string, values: Values = {}): string {
  const { count } = values;
  const form = (language: string) =>
    typeof count === 'number' ? new Intl.PluralRules(language).select(count) : undefined;
  const text = textAt(translationOf(part), key, form(language())) ?? textAt(english[part], key, form('en')) ?? key;
  return filled(text, typeof count === 'number' ? { number: number(count), ...values } : values);
}

/** Looks up the words of a part that is loaded by then. */
export const wordsOf =
  <Words extends object>(part: keyof Texts): Translate<Words> =>
  (key, values) =>
    lookUp(part, key, values);

/** Adds the English words of a part of the page that is loaded later. Returns its lookup function. */
export function addWords<Words extends TextGroup>(part: keyof Texts, words: Words): Translate<Words> {
  english[part] = words;
  return wordsOf(part);
}

/** A whole part in the reader's language; undefined in English. */
export const translationOf = <Part extends keyof Texts>(part: Part): Texts[Part] | undefined =>
  reader.snapshot().texts?.[part];

/** Looks up the page's words. `count` selects the form of a text, and `number` is how it is written: `t('gallery.pictures', { count })` */
export const t: Translate<typeof page> = wordsOf('page');

/** Between what is named and what is said of it: French sets it apart. */
export const colon = (): string => t('common.colon');

/** What an error code means, in the reader's language; null in English, where the service's own text is used. */
export const codeWords = (code: string): string | null => textAt(translationOf('errors'), code) ?? null;

/** Who renders, or why nobody does, in the reader's language. The service itself speaks English. */
export const renderingWords = ({ state, reason, version, message }: Rendering): string =>
  textAt(translationOf('rendering'), state) === undefined
    ? message
    : lookUp('rendering', state, { reason: reason ?? '', darktable: `darktable ${version ?? ''}`.trim() });

export const language = (): string => reader.snapshot().language;

/** The reader's own format for dates and numbers, if it belongs to this language: en-GB when the browser says so. */
export const locale = (): string => navigator.languages.find((tag) => languageOf(tag) === language()) ?? language();

/** A moment: Unix milliseconds, or ISO 8601. */
export const dateTime = (moment: number | string): string =>
  new Date(moment).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
export const number = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(locale(), options);

import { de } from './locales/de.ts';
import { en, type Words } from './locales/en.ts';

/** The first of the browser's languages that there is. */
const tag = navigator.languages.find((each) => /^(de|en)\b/i.test(each)) ?? 'en';
export const language = tag.slice(0, 2).toLowerCase();
export const t: Words = language === 'de' ? de : en;

export const moment = (at: number | string): string =>
  new Date(at).toLocaleString(tag, { dateStyle: 'long', timeStyle: 'short' });

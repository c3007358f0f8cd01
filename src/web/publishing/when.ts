import { locale } from '../i18n/words.ts';

export const when = (iso: string): string =>
  new Date(iso).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });

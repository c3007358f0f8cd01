import { locale } from '../i18n/words.ts';

export const moment = (ms: number): string =>
  new Date(ms).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });

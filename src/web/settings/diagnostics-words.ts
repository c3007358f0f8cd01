import type { Wording } from '../../contract/admin.ts';
import { dateTime, number, translationOf } from '../i18n/words.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A sentence of the service in the reader's language; null when there is no translation. */
export const translated = (english: string): string | null => translationOf('diagnostics')?.[english] ?? null;

/** Its values may be words too, or times and numbers, which need formatting. */
export function translatedWording({ message, values }: Wording): string | null {
  const gaps = values.map((value) => {
    if (typeof value === 'number') return number(value);
    return INSTANT.test(value) ? dateTime(Date.parse(value)) : (translated(value) ?? value);
  });
  // If the message is only a value, it needs no other words.
  if (message === '{0}') return translated(String(values[0]));
  return translated(message)?.replaceAll(/\{(\d+)\}/g, (_gap, index: string) => gaps[Number(index)] ?? '') ?? null;
}

import type { Wording } from '../../contract/admin.ts';
import { number, translationOf } from '../i18n/words.ts';
import { dateTime } from './words.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A sentence of the service in the reader's language; null where there is none but its own, English. */
export const translated = (english: string): string | null => translationOf('diagnostics')?.[english] ?? null;

/** Its values may be words too, or times and numbers, which are written otherwise. */
export function translatedWording({ message, values }: Wording): string | null {
  const gaps = values.map((value) => {
    if (typeof value === 'number') return number(value);
    return INSTANT.test(value) ? dateTime(Date.parse(value)) : (translated(value) ?? value);
  });
  // What is nothing but a value was not ours to say.
  if (message === '{0}') return translated(String(values[0]));
  return translated(message)?.replaceAll(/\{(\d+)\}/g, (_gap, place: string) => gaps[Number(place)] ?? '') ?? null;
}

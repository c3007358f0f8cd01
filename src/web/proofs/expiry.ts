import { language } from '../i18n/words.ts';

/** A moment as a field for date and time has it, in the reader's zone. */
export function localTime(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** null: it is none. */
export function momentOf(local: string): string | null {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** "in 30 days" */
export function timeLeft(iso: string, now: number): string {
  const left = Date.parse(iso) - now;
  const [unit, length] = UNITS.find(([, each]) => left >= each) ?? UNITS[2];
  return new Intl.RelativeTimeFormat(language()).format(Math.round(left / length), unit);
}

import { addWords, dateTime, language, locale } from '../i18n/words.ts';
import { settings } from '../locales/en/settings.ts';

export const t = addWords('settings', settings);

export const clock = (ms: number): string => new Date(ms).toLocaleTimeString(locale(), { timeStyle: 'short' });
/** Formats a day such as 2026-03-09. */
export const dayWords = (day: string): string =>
  new Date(`${day}T12:00:00`).toLocaleDateString(locale(), { dateStyle: 'long' });

const AGO = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;
const A_MONTH_MS = 30 * 86_400_000;

/** `3 minutes ago`; after a month the date. */
export function ago(ms: number, now = Date.now()): string {
  const passed = Math.max(0, now - ms);
  if (passed > A_MONTH_MS) return dateTime(ms);
  const [unit, length] = AGO.find(([, each]) => passed >= each) ?? AGO[3];
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-Math.floor(passed / length), unit);
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
/** From here on minutes say nothing. */
const HOURS_FROM = 100 * MINUTE_SECONDS;

/** `About 3 hours left`. */
export function durationWords(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return t('previews.soon');
  const isHours = seconds >= HOURS_FROM;
  const amount = Math.round(seconds / (isHours ? HOUR_SECONDS : MINUTE_SECONDS));
  const unit = isHours ? 'hour' : 'minute';
  return t('previews.left', {
    time: amount.toLocaleString(language(), { style: 'unit', unit, unitDisplay: 'long' }),
  });
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

export function fileSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return (bytes / 1000 ** step).toLocaleString(language(), {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  });
}

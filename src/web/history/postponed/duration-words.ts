import { t } from '../words.ts';

/** "about 40 seconds", "about 3 minutes" */
export const durationWords = (seconds: number): string =>
  seconds < 90 ? t('seconds', { count: seconds }) : t('minutes', { count: Math.round(seconds / 60) });

import type { PreviewFailure } from '../api/waiting.ts';
import { t } from '../i18n/words.ts';

/** Why no preview can be made, in a few words. */
export const failureWords = ({ code }: PreviewFailure): string => t(`preview.failure.${code}`);

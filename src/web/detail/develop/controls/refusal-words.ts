import type { Refusal } from '../../../../contract/typed-value.ts';
import { t } from '../../../i18n/words.ts';

/** Why a typed value is not taken, in the unit that the field shows. */
export const refusalWords = (refusal: Refusal): string =>
  refusal.why === 'out_of_range'
    ? t('develop.onlyFromTo', { least: refusal.least, most: refusal.most })
    : t('develop.notANumber');

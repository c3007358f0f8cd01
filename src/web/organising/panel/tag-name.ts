import { hasEmptyLevel, isOwnTag, LONGEST_TAG } from '../../../contract/tag-names.ts';
import { t } from '../../i18n/words.ts';

/** The full name that was written: `places › Rome` and `places | Rome` are `places|Rome`. */
export const writtenTag = (text: string): string => text.trim().replace(/\s*[|›]\s*/g, '|');

/** Why it cannot be a tag; null if it can. */
export function whyNoTag(name: string): string | null {
  if (hasEmptyLevel(name)) return t('tags.emptyLevel');
  if (isOwnTag(name)) return t('tags.darktables');
  return name.length > LONGEST_TAG ? t('tags.tooLong', { count: LONGEST_TAG }) : null;
}

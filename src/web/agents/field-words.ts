import { COORDINATES, TEXTS } from '../../contract/image-texts.ts';
import { t as page } from '../i18n/words.ts';
import { t } from './words.ts';

/** A field of a plan; one that this page does not know says its own name. */
export function fieldWords(field: string): string {
  if (field === 'rating' || field === 'rejected') return t(`fields.${field}`);
  const text = [...TEXTS, ...COORDINATES].find((each) => each === field);
  if (text) return page(`texts.${text}`);
  const [, kind, name = ''] = /^(label|tag) (.*)$/s.exec(field) ?? [];
  if (kind === 'label' || kind === 'tag') return t(`fields.${kind}`, { name });
  return field;
}

export function valueWords(value: string): string {
  if (value === '') return t('none');
  return value === 'yes' || value === 'no' ? t(value) : value;
}

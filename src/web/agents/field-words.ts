import { t } from './words.ts';

const NAMES = new Set([
  ...(['rating', 'rejected', 'title', 'description', 'creator', 'publisher'] as const),
  ...(['rights', 'notes', 'latitude', 'longitude', 'altitude'] as const),
] as const);
type Name = typeof NAMES extends Set<infer Each> ? Each : never;
const isName = (field: string): field is Name => NAMES.has(field as Name);

/** A field of a plan; one that this page does not know says its own name. */
export function fieldWords(field: string): string {
  if (isName(field)) return t(`fields.${field}`);
  const [, kind, name = ''] = /^(label|tag) (.*)$/s.exec(field) ?? [];
  if (kind === 'label' || kind === 'tag') return t(`fields.${kind}`, { name });
  return field;
}

export function valueWords(value: string): string {
  if (value === '') return t('none');
  return value === 'yes' || value === 'no' ? t(value) : value;
}

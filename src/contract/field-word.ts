import type { FieldName } from './search-fields.ts';

/** The word that asks a field for a value. */
export function fieldWord(field: FieldName, value: string): string {
  const isPlain = /^[^\s\p{Cc}"“”„,;*]+$/u.test(value);
  return `${field}:${isPlain ? value : `"${value.replaceAll('"', '""')}"`}`;
}

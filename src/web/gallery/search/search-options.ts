import { FIELD_NAMES, type FieldName } from '../../../contract/search-fields.ts';
import { parseSearch } from '../../../contract/search-words.ts';
import type { Suggestions } from '../../../contract/suggestions.ts';
import { type Trouble, valueWords } from './search-trouble.ts';
import type { Typed } from './typed.ts';

const FIELDS_OFFERED = 3;

/** A word that may be put into the search. */
export interface Option {
  /** In place of the text from one place to the other. */
  word: string;
  from: number;
  to: number;
  field: FieldName | null;
  label: string;
  count?: number;
  /** More is to be typed behind it. */
  isOpen?: boolean;
}

/** What may be meant by a wrong word first, then what the library has, then fields that begin so. */
export function optionsFor(typed: Typed, trouble: Trouble | null, found: Suggestions['items']): Option[] {
  const { text, at } = typed;
  if (text.trim() === '') return [];
  const { from, to } = placeOf(text, at);
  const meant = trouble?.meant.map((word): Option => {
    return { word, from: trouble.from, to: trouble.to, field: null, label: word };
  });
  const known = found.map(({ word, field, value, count }): Option => {
    return { word, from, to, field, label: valueWords(field, value), count };
  });
  return [...(meant ?? []), ...known, ...fieldsBegunBy(text, at)];
}

/** The text with an option in it. */
export function withOption(text: string, { word, from, to, isOpen }: Option): Typed {
  const after = text.slice(to);
  const put = isOpen || after.startsWith(' ') ? word : `${word} `;
  return { text: text.slice(0, from) + put + after, at: from + put.length };
}

/** The search word at the caret. */
export const wordAt = ({ text, at }: Typed) =>
  parseSearch(text)
    .flat()
    .find(({ from, to }) => from <= at && at <= to);

const placeOf = (text: string, at: number) => wordAt({ text, at }) ?? { from: at, to: at };

/** `cam` may become `camera:`. */
function fieldsBegunBy(text: string, at: number): Option[] {
  const { from, to } = placeOf(text, at);
  const [, minus = '', begun = ''] = /^(-?)(\p{L}+)$/u.exec(text.slice(from, to)) ?? [];
  if (begun === '') return [];
  return FIELD_NAMES.filter((name) => name.startsWith(begun.toLowerCase()))
    .slice(0, FIELDS_OFFERED)
    .map((name) => ({ word: `${minus}${name}:`, from, to, field: name, label: `${name}:`, isOpen: true }));
}

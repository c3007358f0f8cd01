import { searchField } from '../../../contract/search-fields.ts';
import { fieldWord } from '../../../contract/field-word.ts';
import { parseSearch, type SearchWord } from '../../../contract/search-words.ts';
import { number } from '../../i18n/words.ts';
import { t } from './words.ts';

export interface Trouble {
  words: string;
  /** Nothing is searched until it is mended. */
  holds: boolean;
  /** What may have been meant, in place of the text from one place to the other. */
  from: number;
  to: number;
  meant: readonly string[];
}

/** The first word of a search that lacks something, else the first that is no search word though it looks like one. */
export function troubleIn(text: string): Trouble | null {
  const told = parseSearch(text)
    .flat()
    .flatMap((word) => {
      const trouble = troubleOf(word, text.slice(word.from, word.to));
      return trouble === null ? [] : [trouble];
    });
  return told.find(({ holds }) => holds) ?? told[0] ?? null;
}

function troubleOf({ from, to, trouble }: SearchWord, written: string): Trouble | null {
  const minus = written.startsWith('-') ? '-' : '';
  switch (trouble?.is) {
    case undefined:
      return null;
    case 'unknown': {
      const rest = written.slice(minus.length + trouble.name.length + 1);
      const meant = trouble.near.map((field) => `${minus}${field}:${rest}`);
      return { words: t('unknownField', { name: trouble.name }), holds: false, from, to, meant };
    }
    case 'unfinished':
      if (trouble.field === null) return { words: t('needs.or'), holds: true, from, to, meant: [] };
      return { words: needs(trouble.field), holds: true, from, to, meant: [] };
    case 'impossible': {
      const meant = trouble.near.map((value) => minus + fieldWord(trouble.field, value));
      return { words: needs(trouble.field), holds: true, from, to, meant };
    }
  }
}

const needs = (field: Parameters<typeof searchField>[0]) =>
  t(`needs.${field}`, { values: (searchField(field).values ?? []).join(', ') });

/** What is offered, as the page writes it elsewhere. */
export function valueWords(field: string, value: string): string {
  switch (field) {
    case 'tag':
      return value.split('|').join(' › ');
    case 'roll':
      return /[^/\\]+(?=[/\\]*$)/.exec(value)?.[0] ?? value;
    case 'iso':
    case 'f':
    case 'mm':
    case 'mp':
      return number(Number(value), { maximumFractionDigits: 1, useGrouping: false });
    default:
      return value;
  }
}

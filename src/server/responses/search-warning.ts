import type { Response } from 'express';
import { searchField } from '../../contract/search-fields.ts';
import { parseSearch, type WordTrouble } from '../../contract/search-words.ts';
import { headerText } from './header-text.ts';

/** Clients refuse long headers. */
const MOST_CHARACTERS = 1000;

/** Tells which words of a search look like a form of it, but are searched as text. */
export function warnOfSearch(res: Response, search: string | undefined): void {
  if (!search?.match(/:|OR/)) return;
  const told = parseSearch(search)
    .flat()
    .flatMap(({ from, to, trouble }) => (trouble ? [`${search.slice(from, to)} (${why(trouble)})`] : []));
  if (told.length > 0)
    res.setHeader('X-Search-Warning', headerText(`Searched as text: ${told.join(', ')}`).slice(0, MOST_CHARACTERS));
}

function why(trouble: WordTrouble): string {
  switch (trouble.is) {
    case 'unknown':
      return `no such field${near(trouble.near.map((field) => `${field}:`))}`;
    case 'unfinished':
      return trouble.field === null ? 'no word follows' : 'no value follows';
    case 'impossible': {
      const { values } = searchField(trouble.field);
      return `no such value${values ? `; possible: ${values.join(', ')}` : ''}`;
    }
  }
}

const near = (names: readonly string[]) => (names.length > 0 ? `; near: ${names.join(', ')}` : '');

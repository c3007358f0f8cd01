import { nearest } from './nearest.ts';
import { type Asked, FIELD_NAMES, type FieldName, searchField } from './search-fields.ts';

/** Why a word is not what it looks like. It is then searched as text, as it stands. */
export type WordTrouble =
  /** `xyz:` is no field. */
  | { is: 'unknown'; name: string; near: readonly FieldName[] }
  /** A field without a value, or OR without a word after it. */
  | { is: 'unfinished'; field: FieldName | null }
  /** The field has no such value. */
  | { is: 'impossible'; field: FieldName; value: string; near: readonly string[] };

export interface SearchWord {
  /** Where it is in the text, a minus included. */
  from: number;
  to: number;
  /** With a minus in front: images without it. */
  isNot: boolean;
  /** Text to be found, or what a field asks for. A phrase was in quotes: it is one text with its blanks. */
  wants: { text: string; isPhrase: boolean } | (Asked & { field: FieldName; value: string });
  trouble?: WordTrouble;
}

const BLANK = /[\s\p{Cc}]+/uy;
/** A minus counts before a letter or a quote alone: -5 and 24-70 are words. */
const HEAD = /(-(?=[\p{L}"“”„]))?(?:(\p{L}[\p{L}\p{N}_]*):)?/uy;
const PLAIN = /[^\s\p{Cc}"“”„]+/uy;
const PHRASE = /["“”„]([^"“”„]*)(?:["“”„]|$)/uy;
/** Within the quotes of a value, a quote is written twice. */
const QUOTED = /"((?:[^"]|"")*)(?:"|$)/uy;

/**
 * What a search means: an image must fit all groups, and of a group one word. Words are separated by white space; quoted text is one
 * word; a quote that is never closed reaches to the end. Anything may be typed: what is no form of this grammar is text.
 */
export function parseSearch(text: string): SearchWord[][] {
  const words = splitWords(text);
  const groups: SearchWord[][] = [];
  for (let at = 0; at < words.length; at++) {
    const [word, next] = [words[at]!, words[at + 1]];
    const last = groups.at(-1);
    if (isOr(text, word) && last && next && !isOr(text, next)) {
      last.push(next);
      at++;
    } else {
      const hasNoEnd = isOr(text, word) && last && !next;
      groups.push([hasNoEnd ? { ...word, trouble: { is: 'unfinished', field: null } } : word]);
    }
  }
  return groups;
}

const isOr = (text: string, { from, to }: SearchWord) => text.slice(from, to) === 'OR';

function splitWords(text: string): SearchWord[] {
  const words: SearchWord[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  for (let isFirst = true; at < text.length; isFirst = false) {
    // Right behind a quote, a word is text alone.
    const isFresh = take(BLANK) !== null || isFirst;
    const from = at;
    if (from === text.length) break;
    const [, minus, name] = (isFresh ? take(HEAD) : null) ?? [];
    const isNot = minus !== undefined;
    const push = (wants: SearchWord['wants'], trouble?: WordTrouble) => {
      // A comma or an asterisk by itself is nothing.
      if ('field' in wants || /[^,;*]/.test(wants.text))
        words.push({ from, to: at, isNot, wants, ...(trouble && { trouble }) });
    };
    const field = FIELD_NAMES.find((one) => one === name?.toLowerCase());
    const isPath = name?.length === 1 && /[\\/]/.test(text[at] ?? '');
    if (field === undefined || isPath) {
      if (name !== undefined) at -= name.length + 1;
      const phrase = take(PHRASE);
      if (phrase) push({ text: phrase[1]!, isPhrase: true });
      else {
        const word = take(PLAIN)![0];
        const isUnknown = name !== undefined && !isPath && text[from + Number(isNot) + name.length + 1] !== '/';
        const near = isUnknown ? nearFields(name.toLowerCase()) : [];
        push({ text: word, isPhrase: false }, isUnknown ? { is: 'unknown', name, near } : undefined);
      }
      continue;
    }
    const quoted = take(QUOTED)?.[1]?.replaceAll('""', '"') ?? take(PHRASE)?.[1];
    const value = quoted ?? trimmed(take(PLAIN)?.[0] ?? '');
    const asked = searchField(field).read(value);
    if (asked) push({ ...asked, field, value });
    else {
      // As it stands, the minus included: what means nothing must not find all images.
      words.push({
        from,
        to: at,
        isNot: false,
        wants: { text: text.slice(from, at), isPhrase: true },
        trouble: /^[<>=≥≤.]*$/.test(value)
          ? { is: 'unfinished', field }
          : { is: 'impossible', field, value, near: nearest(value.toLowerCase(), searchField(field).values ?? []) },
      });
    }
  }
  return words;
}

/** What people may call a field instead. */
const OTHER_NAMES: Record<string, FieldName> = {
  aperture: 'f',
  color: 'label',
  film: 'roll',
  focal: 'mm',
  folder: 'roll',
  keyword: 'tag',
  model: 'camera',
  rating: 'stars',
  shutter: 'exposure',
};
const nearFields = (name: string): FieldName[] => {
  const near = nearest(name, [...FIELD_NAMES, ...Object.keys(OTHER_NAMES)]);
  return [...new Set(near.map((other) => OTHER_NAMES[other] ?? (other as FieldName)))];
};

/** A comma or semicolon around a word and an asterisk after it are ignored. */
export const trimmed = (word: string) => word.replace(/^[,;]+|[,;*]+$/g, '');

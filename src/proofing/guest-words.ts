import { LONGEST_COMMENT, LONGEST_GUEST_NAME } from '../contract/guest-proof.ts';

/** Unseen and turning characters, but what joins a picture of several signs: a family, a heart in red. */
const ACTING = [
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}])\u{200d}|\u{200d}(?!\p{Extended_Pictographic})/gu,
  /(?<!\p{Emoji})\u{fe0f}/gu,
  /(?!\u{200d}|\u{fe0f}|\n)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu,
];
const LINE_BREAK = /\r\n?|[\u2028\u2029\u0085]/g;
/** Spaces, marks without a letter, and the empty sign of braille. */
const SOMETHING_SEEN = /[^\s\p{M}\p{Cn}\p{Co}\u2800]/u;
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** [Note: Words of guests] Strangers write them, and they stand in lists, tables, files and notifications: nothing in them acts or hides. */
export function plainText(text: string, most = LONGEST_COMMENT): string {
  const lines = text.normalize('NFC').toWellFormed().replace(LINE_BREAK, '\n').replaceAll('\t', ' ');
  return cut(ACTING.reduce((rest, acting) => rest.replaceAll(acting, ''), lines).trim(), most);
}

/** In one line. null: there is nothing to see. */
export function guestName(text: string): string | null {
  const name = cut(plainText(text, Infinity).replaceAll(/\s+/gu, ' ').trim(), LONGEST_GUEST_NAME).trim();
  return SOMETHING_SEEN.test(name) ? name : null;
}

/** Whole characters. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { index, segment } of characters.segment(text)) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** The name, or with a number where somebody else has it already, in whatever case. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map(folded));
  if (!known.has(folded(name))) return name;
  for (let number = 2; ; number++) if (!known.has(folded(`${name} (${number})`))) return `${name} (${number})`;
}

const folded = (name: string) => name.normalize('NFKC').toLowerCase();

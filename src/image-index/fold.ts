/** Letters that people type without their stroke or as two letters, and that Unicode does not decompose. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
};

/** The blocks of combining accents. The marks of other scripts, such as Indic vowels, distinguish words and stay. */
// oxlint-disable-next-line no-misleading-character-class -- marks by themselves are what is looked for
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

/**
 * Text in the form in which it is compared: case, accents, width and ligatures do not matter, and any run of white
 * space or control characters becomes one space. The result holds no control characters, so they can separate folded
 * texts.
 */
export function fold(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const plain = /^[\x00-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : text
        .toWellFormed()
        .normalize('NFKD')
        .replace(ACCENTS, '')
        .normalize('NFKC')
        .toLowerCase()
        // Greek capital sigma becomes one of two small ones, depending on what follows it.
        .replaceAll('ς', 'σ')
        .replace(/[ßæœøđðħıłþ]/g, (letter) => PLAIN[letter]!);
  return plain.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Separates folded texts in one string, so that no match spans two of them. Sorts before everything they hold. */
export const DIVIDER = '\n';

const [QUOTE, BACKSLASH, COMMA, COLON, LIST, OBJECT] = Array.from('"\\,:[{', (sign) => sign.charCodeAt(0));

/**
 * JSON that somebody else wrote, with at most so many values: `[{},{},…]` takes a hundred times the memory of its text, and long to be
 * checked. Throws when there are more, and a SyntaxError.
 */
export function parseJson(text: string, most: number): unknown {
  if (hasMoreValues(text, most)) throw new Error(`it has more than ${most} values`);
  return JSON.parse(text);
}

/** Counted by the signs between them, outside of texts. */
function hasMoreValues(text: string, most: number): boolean {
  // Each takes a sign.
  if (text.length <= most) return false;
  let signs = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(text, at);
    else if ((sign === COMMA || sign === COLON || sign === LIST || sign === OBJECT) && ++signs > most) return true;
  }
  return false;
}

function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) return at;
    if (sign === BACKSLASH) at++;
  }
  return text.length;
}

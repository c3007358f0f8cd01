/** Escape sequences begin with a control character; marks of direction make a line read otherwise than it is. */
const ACTING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * [Note: Names can act] File names, titles, headers and messages of other programs may hold anything, and a terminal obeys what it is sent: it
 * can be made to clear its screen, to name itself anew, to hide a line or to show one that nobody printed. So all that is printed for
 * people passes here, and what would act is spelled out: ESC becomes `\u001b`. In JSON that is the same value.
 * `lines`: line breaks stay, where the text has lines of its own.
 */
export function visible(text: string, { lines = false } = {}): string {
  return text.replaceAll(ACTING, (sign) =>
    lines && sign === '\n' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

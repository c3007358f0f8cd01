/** As wide as a letter is on average, and a line's height, in shares of the type's size. */
const [LETTER, LINE] = [0.66, 1.4];
const SLANT_DEGREES = 30;
/** The type's size in shares of the longer side, so that all sizes of a picture look alike. */
const TYPE = 1 / 28;

/**
 * A tile with the text, light with a dark edge, to be laid again and again over a picture of this size. It is never larger than the
 * picture.
 */
export function watermarkTile(text: string, picture: { width: number; height: number }): Buffer {
  const slant = (SLANT_DEGREES * Math.PI) / 180;
  // In sizes of the type.
  const long = text.length * LETTER;
  const wide = long * Math.cos(slant) + LINE * Math.sin(slant) + 2;
  const tall = long * Math.sin(slant) + LINE * Math.cos(slant) + 2;
  const [most, lower] = [picture.width - 1, picture.height - 1];
  const size = Math.min(Math.max(picture.width, picture.height) * TYPE, most / wide, lower / tall);
  const [width, height] = [Math.max(1, Math.floor(wide * size)), Math.max(1, Math.floor(tall * size))];
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<text x="50%" y="50%" text-anchor="middle" dominant-baseline="middle" transform="rotate(-${SLANT_DEGREES} ${width / 2} ${height / 2})"
 font-family="sans-serif" font-weight="bold" font-size="${size}" fill="white" fill-opacity="0.45" stroke="black" stroke-opacity="0.3" stroke-width="${size / 30}">${escaped(text)}</text>
</svg>`);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** XML allows no other control characters, and no halves of a surrogate pair. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replaceAll(/[&<>]/g, (sign) => ESCAPES[sign]!);

import { deflateSync } from 'node:zlib';

/** Above this many bytes darktable compresses (its default, "only large entries"). */
const PLAIN_BYTES = 100;

/**
 * A blob as darktable writes it into sidecars and styles: lower-case hex, or `gz`, two digits and base64 of a zlib stream. The
 * digits are how many times larger the blob is, a hint for a buffer (exif.cc, dt_exif_xmp_encode; upper-case hex is rejected).
 */
export function paramsText(bytes: Uint8Array | null): string {
  if (bytes === null) return '';
  const plain = Buffer.from(bytes);
  if (plain.length <= PLAIN_BYTES) return plain.toString('hex');
  const packed = deflateSync(plain);
  const factor = Math.min(99, Math.floor(plain.length / packed.length) + 1);
  return `gz${String(factor).padStart(2, '0')}${packed.toString('base64')}`;
}

/** Text for an attribute or an element of XML. What XML 1.0 cannot hold is left out. */
export const xmlText = (text: string) =>
  text
    // eslint-disable-next-line no-control-regex -- these very characters
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"\t\n\r]/g, (character) => entities[character] ?? `&#${character.charCodeAt(0)};`);

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

import { deflateSync, inflateSync } from 'node:zlib';

/**
 * How a blob of parameters is written as text. `xmp` is the form in sidecars and style files: hex, or `gzNN` and a
 * compressed form.
 */
export const BLOB_FORMATS = ['base64', 'hex', 'xmp'] as const;
export type BlobFormat = (typeof BLOB_FORMATS)[number];

/** darktable compresses anything longer (its setting "only large entries"; exif.cc, dt_exif_xmp_encode). */
const LARGEST_PLAIN = 100;
/** The largest known parameters have 26 kB. */
const LARGEST = 1024 * 1024;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
const HEX = /^(?:[0-9a-f]{2})*$/i;
const COMPRESSED = /^gz\d\d/;

export function blobText(blob: Uint8Array, format: BlobFormat): string {
  const bytes = Buffer.from(blob);
  if (format === 'base64') return bytes.toString('base64');
  if (format === 'hex' || bytes.length <= LARGEST_PLAIN) return bytes.toString('hex');
  const compressed = deflateSync(bytes);
  // The ratio to the uncompressed length: a hint for the reader's buffer.
  const factor = Math.min(99, Math.floor(bytes.length / compressed.length) + 1);
  return `gz${String(factor).padStart(2, '0')}${compressed.toString('base64')}`;
}

/**
 * The blobs that a text may stand for: one when the format is given or obvious, two when hex may as well be base64.
 * Blanks and line ends are ignored. Empty: the text has none of the formats.
 */
export function blobsOf(text: string, format?: BlobFormat): Uint8Array[] {
  const packed = text.replace(/\s/g, '');
  if (COMPRESSED.test(packed) && (format === undefined || format === 'xmp')) {
    const compressed = packed.slice('gzNN'.length);
    if (!BASE64.test(compressed)) return [];
    try {
      return [inflateSync(Buffer.from(compressed, 'base64'), { maxOutputLength: LARGEST })];
    } catch {
      return [];
    }
  }
  const found: Uint8Array[] = [];
  if (format !== 'base64' && HEX.test(packed)) found.push(Buffer.from(packed, 'hex'));
  if ((format === undefined || format === 'base64') && BASE64.test(packed)) found.push(Buffer.from(packed, 'base64'));
  return found;
}

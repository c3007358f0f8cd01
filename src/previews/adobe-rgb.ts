import type { JpegHead } from './jpeg-head.ts';

/**
 * [Note: Colors that cameras only mark] A camera set to Adobe RGB writes a JPEG without a color profile and marks it in its EXIF block, and so
 * do darktable's thumbnails of such files. Browsers and libvips look for a profile alone and show such a picture dull. With a profile
 * inserted it is shown right, and every byte of its pixels stays.
 */
export const isOnlyMarked = (head: JpegHead | null): boolean => head?.exif?.colors === 'Adobe RGB' && !head.hasProfile;

/** Bytes to be inserted into a file when it is sent. */
export interface Insertion {
  at: number;
  bytes: Buffer;
}

/** What makes a picture that is only marked look right everywhere; null: nothing is missing. */
export const missingProfile = (head: JpegHead | null): Insertion | null =>
  head && isOnlyMarked(head) ? profileFor(head) : null;

export const profileFor = ({ profileAt }: JpegHead): Insertion => ({ at: profileAt, bytes: adobeRgbSegment });

export const inserted = (file: Buffer, { at, bytes }: Insertion): Buffer =>
  Buffer.concat([file.subarray(0, at), bytes, file.subarray(at)]);

/** The ETag of a file that is sent with an insertion. */
export const etagWith = ({ bytes }: Insertion, etag: string): string =>
  etag.replace(/"$/, `-${bytes.length.toString(36)}"`);

type Tag = { name: string; content: Buffer };

const fixed = (values: number[]) => {
  const numbers = Buffer.alloc(4 * values.length);
  values.forEach((value, k) => numbers.writeInt32BE(Math.round(value * 65_536), 4 * k));
  return numbers;
};
const typed = (type: string, ...content: Buffer[]) =>
  Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), ...content]);
const xyz = (...values: [number, number, number]) => typed('XYZ ', fixed(values));
const long = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** ICC.1:2001-04 (version 2, which every program reads): three primaries adapted to D50, and a gamma of 563/256. */
function adobeRgbProfile(): Buffer {
  const name = Buffer.from('Compatible with Adobe RGB (1998)\0', 'latin1');
  const gamma = typed('curv', long(1), Buffer.from([0x02, 0x33]));
  const tags: Tag[] = [
    { name: 'desc', content: typed('desc', long(name.length), name, Buffer.alloc(78)) },
    { name: 'cprt', content: typed('text', Buffer.from('CC0\0', 'latin1')) },
    { name: 'wtpt', content: xyz(0.95045, 1, 1.08905) },
    { name: 'rXYZ', content: xyz(0.60974, 0.31111, 0.01947) },
    { name: 'gXYZ', content: xyz(0.20528, 0.62567, 0.06087) },
    { name: 'bXYZ', content: xyz(0.14919, 0.06322, 0.74457) },
    ...['rTRC', 'gTRC', 'bTRC'].map((curve) => ({ name: curve, content: gamma })),
  ];
  const header = Buffer.alloc(128);
  header.writeUInt32BE(0x0210_0000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.writeUInt16BE(2000, 24);
  header.writeUInt16BE(1, 26);
  header.writeUInt16BE(1, 28);
  header.write('acsp', 36, 'latin1');
  fixed([0.9642, 1, 0.82491]).copy(header, 68);
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length);
  const contents: Buffer[] = [];
  let at = header.length + table.length;
  for (const [k, { name, content }] of tags.entries()) {
    table.write(name, 4 + 12 * k, 'latin1');
    table.writeUInt32BE(at, 8 + 12 * k);
    table.writeUInt32BE(content.length, 12 + 12 * k);
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
    contents.push(padded);
    at += padded.length;
  }
  header.writeUInt32BE(at, 0);
  return Buffer.concat([header, table, ...contents]);
}

/** An APP2 segment: the first of one. */
export function profileSegment(profile: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]);
  const start = Buffer.from([0xff, 0xe2, 0, 0]);
  start.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([start, content]);
}
const adobeRgbSegment = profileSegment(adobeRgbProfile());

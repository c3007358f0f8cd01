import { closeSync, constants, readSync } from 'node:fs';
import { largeCache } from '../platform/large-cache.ts';
import { openFileSeen, ordinaryFileHandle } from '../platform/ordinary-file.ts';
import { type Exif, readExif } from './exif.ts';
import { etagOf, type FileFacts } from './picture-file.ts';

/** What the segments before the pixels of a JPEG tell. */
export interface JpegHead {
  exif: Exif | null;
  /** The program that an XMP block names, such as `Adobe Lightroom 7`. */
  creatorTool: string | null;
  hasProfile: boolean;
  /** Where a color profile belongs: behind the EXIF block. */
  profileAt: number;
  /** As stored, before any orientation. null: not found in what was read. */
  size: { width: number; height: number } | null;
}

/** The largest EXIF block and what may come before it. */
const HEAD_BYTES = 2 ** 16 + 2 ** 12;
/** Some programs write much more: the settings of an edit, depth maps. */
const LONG_HEAD_BYTES = 2 ** 20;

const heads = largeCache<string, { head: JpegHead | null }>(50_000);
const keyOf = (facts: FileFacts) => `${facts.file}\0${etagOf(facts)}`;

/** For caches on the local disk: see `cachedFileFacts`. Read once for each content. null: no JPEG. */
export function cachedJpegHead(facts: FileFacts): JpegHead | null {
  const known = heads.get(keyOf(facts));
  if (known) return known.head;
  let descriptor: number | undefined;
  try {
    descriptor = openFileSeen(facts.file, constants.O_RDONLY).descriptor;
    let head: JpegHead | null = null;
    for (const length of lengthsOf(facts)) {
      const bytes = Buffer.alloc(length);
      head = readJpegHead(bytes.subarray(0, readSync(descriptor, bytes, 0, length, 0)));
      if (isWhole(head)) break;
    }
    return keep(facts, head);
  } catch {
    return null;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** For photographs. Read once for each content. null: no JPEG, or it cannot be read. */
export async function jpegHead(facts: FileFacts): Promise<JpegHead | null> {
  const known = heads.get(keyOf(facts));
  if (known) return known.head;
  try {
    const { handle } = await ordinaryFileHandle(facts.file);
    try {
      let head: JpegHead | null = null;
      for (const length of lengthsOf(facts)) {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
        head = readJpegHead(buffer.subarray(0, bytesRead));
        if (isWhole(head)) break;
      }
      return keep(facts, head);
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

const lengthsOf = ({ size }: FileFacts) => [HEAD_BYTES, LONG_HEAD_BYTES].map((length) => Math.min(length, size));
const isWhole = (head: JpegHead | null) => head?.size !== null;

function keep(facts: FileFacts, head: JpegHead | null): JpegHead | null {
  heads.set(keyOf(facts), { head });
  return head;
}

const APP1 = 0xe1;
const APP2 = 0xe2;
const START_OF_SCAN = 0xda;
/** SOF0 to SOF15 without the tables that have numbers among them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** `bytes`: the beginning of a JPEG. A segment that is not whole is read as far as it goes. */
export function readJpegHead(bytes: Buffer): JpegHead | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  const head: JpegHead = { exif: null, creatorTool: null, hasProfile: false, profileAt: 2, size: null };
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === START_OF_SCAN) break;
    const content = bytes.subarray(at + 4, end);
    const begins = (text: string) => content.toString('latin1', 0, text.length) === text;
    if (marker === APP1 && begins('Exif\0\0')) head.exif ??= readExif(content.subarray(6));
    else if (marker === APP1 && begins('http://ns.adobe.com/xap/1.0/\0')) head.creatorTool ??= creatorToolIn(content);
    else if (marker === APP2 && begins('ICC_PROFILE\0')) head.hasProfile = true;
    else if (isFrame(marker) && content.length >= 5)
      head.size = { height: content.readUInt16BE(1), width: content.readUInt16BE(3) };
    // JFIF and EXIF want to be first.
    if (marker === 0xe0 || marker === APP1) head.profileAt = end;
    at = end;
  }
  return head;
}

const creatorToolIn = (xmp: Buffer) =>
  /xmp:CreatorTool(?:="|>)([^"<]{1,200})/.exec(xmp.toString('utf8'))?.[1]?.trim() ?? null;

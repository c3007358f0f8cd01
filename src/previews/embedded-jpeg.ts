import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { largeCache } from '../platform/large-cache.ts';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { inserted, profileFor } from './adobe-rgb.ts';
import { type MarkedColors, markedColors } from './exif.ts';
import { ExifToolProcess } from './exiftool-process.ts';
import { readJpegHead } from './jpeg-head.ts';
import { keyOf, type KeptFiles } from './kept-files.ts';
import { cachedFileFacts, isWholeJpeg, pictureFacts, type FileFacts } from './picture-file.ts';
import type { PictureDecoder } from './picture-decoder.ts';
import { Semaphore } from './semaphore.ts';

/** ExifTool's names for whole JPEGs inside raw files. https://exiftool.org/TagNames/Composite.html, …/EXIF.html */
const jpegTags = ['JpgFromRaw', 'JpgFromRaw2', 'PreviewImage', 'OtherImage', 'ThumbnailImage'];
const readArgs = [
  '-a', // all tags of the same name
  '-G1', // with the group, so that each can be requested
  '-n',
  '-fast',
  ...['Orientation', 'ImageWidth', 'ImageHeight', 'ColorSpace', 'InteropIndex', 'PreviewColorSpace', ...jpegTags].map(
    (tag) => `-${tag}`,
  ),
];

/** Earlier versions kept those without it, which may lack a profile. */
const WITH_COLORS = '-2';

/** The largest JPEG inside a raw file, extracted once and kept. */
export class EmbeddedJpegs {
  readonly #folder: string;
  readonly #kept: KeptFiles;
  readonly #decoder: PictureDecoder;
  readonly #log: Log;
  readonly #exiftool: ExifToolProcess;
  readonly #underWay = new Map<string, Promise<boolean>>();
  /** Raw files without a usable JPEG. Forgotten after a while, because the disk may have been missing. */
  readonly #without = largeCache<string, true>(50_000, { ttlMs: 600_000 });
  /** One at a time, so that no request times out while it waits for others. */
  readonly #turns = new Semaphore(1);

  constructor(options: {
    folder: string;
    kept: KeptFiles;
    decoder: PictureDecoder;
    log: Log;
    exiftoolPath?: string | undefined;
  }) {
    this.#folder = options.folder;
    this.#kept = options.kept;
    this.#decoder = options.decoder;
    this.#log = options.log;
    this.#exiftool = new ExifToolProcess(options.log, options.exiftoolPath);
  }

  /** The extracted JPEG with its EXIF orientation; null when there is none. */
  async of(path: string): Promise<FileFacts | null> {
    const raw = await pictureFacts(path);
    if (!raw) return null;
    const key = keyOf(raw);
    const file = join(this.#folder, `${key}${WITH_COLORS}.jpg`);
    const before = cachedFileFacts(file);
    if (before && isWholeJpeg(before)) return before;
    if (this.#without.has(key)) return null;
    let extraction = this.#underWay.get(key);
    if (!extraction) {
      extraction = this.#turns.take(() => this.#extract(path, key, file)).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, extraction);
    }
    return (await extraction) ? cachedFileFacts(file) : null;
  }

  close(): Promise<void> {
    return this.#exiftool.close();
  }

  async #extract(path: string, key: string, file: string): Promise<boolean> {
    try {
      const tags = await this.#exiftool.use((exiftool) => exiftool.readRaw(path, { readArgs, useMWG: false }));
      if (tags === null) return false;
      const named = tags as unknown as Record<string, unknown>;
      for (const tag of largestFirst(named)) {
        if (await this.#keep(path, tag, shapeOf(named, tag), file)) return true;
      }
      this.#log.debug({ file: path }, 'no JPEG is embedded in this file');
    } catch (error) {
      this.#log.warn({ file: path, reason: reasonOf(error) }, 'this file could not be searched for a preview');
    }
    this.#without.set(key, true);
    return false;
  }

  /** Keeps the JPEG of this tag if it is complete. */
  async #keep(path: string, tag: string, raw: RawShape, file: string): Promise<boolean> {
    try {
      await this.#kept.keep(file, async (temporary) => {
        await mkdir(this.#folder, { recursive: true, mode: 0o700 });
        await this.#extractTo(temporary, tag, path);
        const extracted = await readFile(temporary);
        const jpeg = withoutPadding(extracted);
        if (!jpeg) throw new Error('the JPEG is incomplete');
        const { width, height, orientation } = await this.#decoder.measure(temporary);
        // If the camera has already rotated the preview, its aspect ratio shows it.
        const isTurned = raw.orientation > 4 && raw.isLandscape !== null && raw.isLandscape !== width >= height;
        const asIs = orientation !== null || raw.orientation === 1 || isTurned;
        const upright = asIs ? jpeg : withOrientation(jpeg, raw.orientation);
        const head = readJpegHead(upright);
        const isUntold = head !== null && !head.hasProfile && (head.exif?.colors ?? null) === null;
        const colored = isUntold && raw.colors === 'Adobe RGB' ? inserted(upright, profileFor(head)) : upright;
        if (colored !== extracted) await writeFile(temporary, colored);
      });
      return true;
    } catch (error) {
      this.#log.debug({ file: path, tag, reason: reasonOf(error) }, 'An embedded picture was skipped');
      return false;
    }
  }

  async #extractTo(file: string, tag: string, path: string): Promise<void> {
    // ExifTool reads % in an output name as a format code.
    const output = file.includes('%') ? join(tmpdir(), basename(file)) : file;
    await this.#exiftool.use((exiftool) => exiftool.extractBinaryTag(tag, path, output));
    if (output === file) return;
    await copyFile(output, file);
    await rm(output);
  }
}

/** The JPEGs in a file, such as `SubIFD1:PreviewImage`, largest first. */
function largestFirst(tags: Record<string, unknown>): string[] {
  return Object.entries(tags)
    .flatMap(([name, value]) => {
      const bytes = /^\(Binary data (\d+) bytes/.exec(String(value))?.[1];
      return bytes !== undefined && jpegTags.includes(name.split(':').at(-1) ?? '')
        ? [{ name, bytes: Number(bytes) }]
        : [];
    })
    .sort((one, other) => other.bytes - one.bytes)
    .map(({ name }) => name);
}

type RawShape = { orientation: number; isLandscape: boolean | null; colors: MarkedColors | null };

/** The orientation of the raw file, whether its largest picture except `jpegTag` is a landscape, and the colors of `jpegTag`. */
function shapeOf(tags: Record<string, unknown>, jpegTag: string): RawShape {
  const orientation = Number(tags['IFD0:Orientation'] ?? firstOf(tags, 'Orientation') ?? 1);
  let area = 0;
  let isLandscape: boolean | null = null;
  for (const [name, value] of Object.entries(tags)) {
    if (!name.endsWith(':ImageWidth') || name.split(':')[0] === jpegTag.split(':')[0]) continue;
    const width = Number(value);
    const height = Number(tags[name.replace(/Width$/, 'Height')]);
    if (!(width * height > area)) continue;
    area = width * height;
    isLandscape = width === height ? null : width > height;
  }
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    isLandscape,
    colors: colorsOf(tags, jpegTag),
  };
}

/** The numbers of the DNG specification's PreviewColorSpace; a camera's own raw file has one mark for all its pictures. */
function colorsOf(tags: Record<string, unknown>, jpegTag: string): MarkedColors | null {
  const ofPreview = tags[`${jpegTag.split(':')[0]}:PreviewColorSpace`];
  if (ofPreview !== undefined) return ofPreview === 3 ? 'Adobe RGB' : ofPreview === 2 ? 'sRGB' : null;
  const interopIndex = firstOf(tags, 'InteropIndex');
  return markedColors(
    Number(tags['ExifIFD:ColorSpace'] ?? NaN),
    typeof interopIndex === 'string' ? interopIndex : null,
  );
}

const firstOf = (tags: Record<string, unknown>, tag: string) =>
  Object.entries(tags).find(([name]) => name.endsWith(`:${tag}`))?.[1];

const startOfImage = Buffer.from([0xff, 0xd8, 0xff]);
const endOfImage = Buffer.from([0xff, 0xd9]);

/** Removes the padding that cameras add after a preview. Null: not a JPEG, or incomplete. */
function withoutPadding(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, 3).equals(startOfImage)) return null;
  const end = bytes.lastIndexOf(endOfImage) + 2;
  // An end marker followed by much data belongs to a thumbnail inside.
  if (end < bytes.length / 2) return null;
  return end === bytes.length ? bytes : bytes.subarray(0, end);
}

/** The same JPEG with an EXIF block that holds an orientation and nothing else, right after its start. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.from(
    // APP1, length 34, "Exif", big-endian TIFF, one field: 0x0112, SHORT, one value.
    'ffe10022' + '457869660000' + '4d4d002a00000008' + '0001' + '0112000300000001' + '00000000' + '00000000',
    'hex',
  );
  exif.writeUInt16BE(orientation, 28);
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { belongToServer } from '../platform/child-process.ts';
import { inserted, missingProfile } from './adobe-rgb.ts';
import { type Area, boundedPicture, type BoundedPicture } from './bounded-picture.ts';
import { contactSheet, type SheetOptions } from './contact-sheet.ts';
import { DecodedPixels, ownProfile, type Part, type Source } from './decoded-pixels.ts';
import { cachedJpegHead } from './jpeg-head.ts';
import { cachedFileFacts } from './picture-file.ts';
import { pictureStatistics, type PictureStatistics } from './picture-statistics.ts';
import { Semaphore } from './semaphore.ts';

/** The decoder process, started and driven by `picture-decoder.ts`. */

export type DecoderLimits = {
  /** The limit of its resident memory. */
  limitBytes: number;
};

export type Box = { width: number; height: number };

/** Of pictures that are given as they are, in base64. */
type BytesTask =
  | { kind: 'bound'; picture: string; box: Box; mostBytes: number; area?: Area | undefined }
  | { kind: 'sheet'; pictures: (string | null)[]; options: SheetOptions }
  | { kind: 'statistics'; picture: string; side: number; area?: Area | undefined };

export type DecoderTask =
  | BytesTask
  /** Its size, and its EXIF orientation if it has one. */
  | { kind: 'measure'; file: string }
  /** Scaled down to the box, unless it fits: upright, sRGB, JPEG. */
  | { kind: 'fit'; file: string; box: Box; to: string }
  /** Scaled down to the box, with its own colors. */
  | { kind: 'scale'; file: string; box: Box; to: string; quality: number }
  /** A part of it: upright, with its own colors, JPEG. `key`: of the content of the file. */
  | { kind: 'part'; file: string; key: string; part: Part }
  /** Down to a few pixels: upright, sRGB, WebP. */
  | { kind: 'shrink'; file: string }
  /** Decodes all of it, to see that it is whole. */
  | { kind: 'check'; file: string }
  /** The mean difference of the values of two pictures, of 255, where both have pixels. */
  | { kind: 'difference'; file: string; other: string };

export type DecoderAnswers = {
  measure: { width: number; height: number; orientation: number | null };
  fit: 'fits' | 'scaled';
  scale: null;
  /** Base64, like `shrink`. */
  part: string;
  shrink: string;
  check: { width: number; height: number; format: string };
  difference: number;
  bound: Omit<BoundedPicture, 'jpeg'> & { jpeg: string };
  sheet: Omit<BoundedPicture, 'jpeg'> & { jpeg: string };
  statistics: PictureStatistics;
};

export type ToDecoder = { number: number; task: DecoderTask };
export type FromDecoder =
  | { kind: 'answer'; number: number; answer: DecoderAnswers[keyof DecoderAnswers] }
  | { kind: 'error'; number: number; message: string; code: string | undefined }
  /** The process ends itself. */
  | { kind: 'too-large' };

// Only formats that cameras and photo programs write, recognized by content whatever the name: of the other thirty
// formats some take any amount of memory, and some open files that they name.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    ...(['VipsForeignLoadJpegFile', 'VipsForeignLoadJpegBuffer'] as const),
    ...(['VipsForeignLoadPngFile', 'VipsForeignLoadPngBuffer'] as const),
  ],
});
// Pictures are processed side by side instead of with threads within one, and no pixels are cached, so memory use is
// steady.
sharp.concurrency(1);
sharp.cache(false);

/**
 * [Note: Small files, large pictures] A header of 300 bytes may claim 65535 x 65535 pixels. A picture decoded line by
 * line takes 30 MB however large it is, and some seconds. Cameras make 150 megapixels, 400 with a moved sensor, and a
 * panorama of a gigapixel is still somebody's photograph.
 */
const limitInputPixels = 1_000_000_000;
const openOptions: SharpOptions = { limitInputPixels, failOn: 'error', sequentialRead: true };
/**
 * Progressive JPEGs and interlaced PNGs are held in memory as a whole: 3 to 6 bytes a pixel. They are made for the web,
 * not by cameras.
 */
const limitWholePixels = 100_000_000;
/** Pictures held as a whole are decoded one at a time. */
const wholePictures = new Semaphore(1);

/**
 * For placeholders: 60 to 90 bytes. Fewer pixels would hardly save anything, because most of the file is the header.
 */
const tinyBox: Box = { width: 16, height: 16 };

const { limitBytes } = JSON.parse(process.argv[2] ?? '{}') as DecoderLimits;
const lookMs = 25;

const tell = (message: FromDecoder, done?: () => void) => void process.send?.(message, undefined, {}, done);

let inHand = 0;
let watch: NodeJS.Timeout | undefined;

process.on('message', ({ number, task }: ToDecoder) => {
  inHand++;
  watch ??= setInterval(endWhenTooLarge, lookMs);
  run(task)
    .then((answer) => tell({ kind: 'answer', number, answer }))
    .catch((error: unknown) => {
      const { message, code } = error as NodeJS.ErrnoException;
      tell({ kind: 'error', number, message, code });
    })
    .finally(() => {
      if (--inHand > 0) return;
      clearInterval(watch);
      watch = undefined;
    });
});
belongToServer({ isFirstToGo: true });

/** A runaway decoder allocates in its own threads, so this thread can still check. */
function endWhenTooLarge(): void {
  if (process.memoryUsage.rss() <= limitBytes) return;
  clearInterval(watch);
  tell({ kind: 'too-large' }, () => process.kill(process.pid, 'SIGKILL'));
}

/** Room for four pictures of 24 megapixels beside what is being decoded. */
const decodedPixels = new DecodedPixels(Math.floor(0.35 * limitBytes));

async function run(task: DecoderTask): Promise<DecoderAnswers[keyof DecoderAnswers]> {
  if (task.kind === 'statistics') return pictureStatistics(fromText(task.picture), task);
  if (task.kind === 'bound') return asText(await boundedPicture(fromText(task.picture), task));
  if (task.kind === 'sheet')
    return asText(
      await contactSheet(
        task.pictures.map((picture) => (picture === null ? null : fromText(picture))),
        task.options,
      ),
    );
  if (task.kind === 'part')
    return (await decodedPixels.part(task.key, () => openForParts(task.file), task.part)).toString('base64');
  const image = sharp(await withColors(task.file), openOptions);
  const facts = await image.metadata();
  switch (task.kind) {
    case 'measure':
      return { width: facts.width, height: facts.height, orientation: facts.orientation ?? null };
    case 'fit': {
      const { width, height } = facts.autoOrient;
      if (width <= task.box.width && height <= task.box.height) return 'fits';
      const upright = image.autoOrient();
      const scaled = toBox(upright, task.box)
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .jpeg({ quality: 85 });
      await write(scaled, facts, task.to);
      return 'scaled';
    }
    case 'scale': {
      const { box, quality, to } = task;
      await write(toBox(image, box).keepIccProfile().jpeg({ quality, chromaSubsampling: '4:4:4' }), facts, to);
      return null;
    }
    case 'shrink': {
      // Blurred, so that its pixels do not show when the browser enlarges it.
      const tiny = toBox(image.autoOrient(), tinyBox).flatten({ background: '#fff' }).toColourspace('srgb').blur(0.9);
      return (await wholeOnce(facts, () => tiny.webp({ quality: 50 }).toBuffer())).toString('base64');
    }
    case 'check':
      // A few pixels, but every byte of the file is read for them.
      await wholeOnce(facts, () => image.resize(8, 8, { fit: 'fill' }).raw().toBuffer());
      return { width: facts.width, height: facts.height, format: facts.format };
    case 'difference':
      return differenceOf(task.file, task.other);
  }
}

const fromText = (picture: string) => Buffer.from(picture, 'base64');
const asText = ({ jpeg, ...facts }: BoundedPicture) => ({ ...facts, jpeg: jpeg.toString('base64') });

async function openForParts(file: string): Promise<Source> {
  const content = await withColors(file);
  const facts = await sharp(content, openOptions).metadata();
  const image = sharp(content, { ...openOptions, ignoreIcc: ownProfile(facts) !== null });
  return { image, facts, decode: (pixels) => wholeOnce(facts, () => pixels.toBuffer()) };
}

/** See [Note: Colors that cameras only mark]. */
async function withColors(file: string): Promise<string | Buffer> {
  const facts = cachedFileFacts(file);
  const missing = missingProfile(facts && cachedJpegHead(facts));
  return missing ? inserted(await readFile(file), missing) : file;
}

async function differenceOf(...files: [string, string]): Promise<number> {
  const pixels = (file: string) =>
    sharp(file).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const [one, other] = await Promise.all([pixels(files[0]), pixels(files[1])]);
  const width = Math.min(one.info.width, other.info.width);
  const height = Math.min(one.info.height, other.info.height);
  let sum = 0;
  for (let y = 0; y < height; y++) {
    const [at, otherAt] = [y * one.info.width * 3, y * other.info.width * 3];
    for (let k = 0; k < width * 3; k++) sum += Math.abs(one.data[at + k]! - other.data[otherAt + k]!);
  }
  return sum / (width * height * 3);
}

const toBox = (image: Sharp, { width, height }: Box) =>
  image.resize(width, height, { fit: 'inside', withoutEnlargement: true });

async function wholeOnce({ width, height, isProgressive }: Metadata, make: () => Promise<Buffer>): Promise<Buffer> {
  if (isProgressive && width * height > limitWholePixels)
    throw new Error(`${width} x ${height} pixels are too many to decode`);
  return isProgressive ? wholePictures.take(make) : make();
}

/** Written by us, because libvips has no error code for a full disk. */
async function write(image: Sharp, facts: Metadata, to: string): Promise<void> {
  const jpeg = await wholeOnce(facts, () => image.toBuffer());
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await writeFile(to, jpeg, { mode: 0o600, flag: 'wx' });
}

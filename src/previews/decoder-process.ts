import { writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { Semaphore } from './semaphore.ts';

/** The decoder's own process, started by `picture-decoder.ts`, which says what is to be done. */

export type DecoderLimits = {
  /** Of its resident memory. */
  limitBytes: number;
};

export type Box = { width: number; height: number };

export type DecoderTask =
  /** How large it is, and how it must be turned by its EXIF orientation if it has one. */
  | { kind: 'measure'; file: string }
  /** Scaled down to the box, unless it fits: upright, sRGB, JPEG. */
  | { kind: 'fit'; file: string; box: Box; to: string }
  /** Scaled down to the box, with its own colours. */
  | { kind: 'scale'; file: string; box: Box; to: string; quality: number }
  /** Down to a few pixels: upright, sRGB, WebP. */
  | { kind: 'shrink'; file: string };

export type DecoderAnswers = {
  measure: { width: number; height: number; orientation: number | null };
  fit: 'fits' | 'scaled';
  scale: null;
  /** Base64. */
  shrink: string;
};

export type ToDecoder = { number: number; task: DecoderTask };
export type FromDecoder =
  | { kind: 'answer'; number: number; answer: DecoderAnswers[keyof DecoderAnswers] }
  | { kind: 'error'; number: number; message: string; code: string | undefined }
  /** It ends itself. */
  | { kind: 'too-large' };

// What photographers' cameras and programs write, by content and whatever the name: of the other thirty formats some take any amount of
// memory, and some open the files that they name.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile'] });
// Pictures side by side instead of threads within one, no cache of pixels: steady memory.
sharp.concurrency(1);
sharp.cache(false);

/**
 * [Note: Small files, large pictures] A header of 300 bytes may claim 65535 x 65535 pixels. What comes line by line takes 30 MB however large it
 * is, and some seconds: cameras make 150 megapixels, 400 with a moved sensor, and a panorama of a gigapixel is still
 * somebody's photograph.
 */
const limitInputPixels = 1_000_000_000;
/** Progressive JPEGs and interlaced PNGs are held whole: 3 to 6 bytes a pixel. They are made for the web, not by cameras. */
const limitWholePixels = 100_000_000;
/** Of those that are held whole, one at a time. */
const wholePlace = new Semaphore(1);

/** Of a placeholder: 60 to 90 bytes. One of fewer pixels is hardly smaller, for most of it is the head. */
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
// Without the server there is nobody to decode for.
process.on('disconnect', () => process.exit(0));
// Ctrl+C and the end of a session reach the whole group: the server decides what they mean.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

try {
  // Where memory runs out, let it be this process that Linux ends.
  if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // A container may not allow it.
}

/** A decoder that went wrong takes memory in its own threads; this one is free to look. */
function endWhenTooLarge(): void {
  if (process.memoryUsage.rss() <= limitBytes) return;
  clearInterval(watch);
  tell({ kind: 'too-large' }, () => process.kill(process.pid, 'SIGKILL'));
}

async function run(task: DecoderTask): Promise<DecoderAnswers[keyof DecoderAnswers]> {
  const image = sharp(task.file, { limitInputPixels, failOn: 'error', sequentialRead: true });
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
      // Blurred a little, or the browser that draws it large would show its pixels.
      const tiny = toBox(image.autoOrient(), tinyBox).flatten({ background: '#fff' }).toColourspace('srgb').blur(0.9);
      return (await wholeOnce(facts, () => tiny.webp({ quality: 50 }).toBuffer())).toString('base64');
    }
  }
}

const toBox = (image: Sharp, { width, height }: Box) =>
  image.resize(width, height, { fit: 'inside', withoutEnlargement: true });

async function wholeOnce({ width, height, isProgressive }: Metadata, make: () => Promise<Buffer>): Promise<Buffer> {
  if (isProgressive && width * height > limitWholePixels)
    throw new Error(`${width} x ${height} pixels are too many to be held whole`);
  return isProgressive ? wholePlace.take(make) : make();
}

/** By hand: libvips does not tell by a code that the disk is full. */
async function write(image: Sharp, facts: Metadata, to: string): Promise<void> {
  const jpeg = await wholeOnce(facts, () => image.toBuffer());
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await writeFile(to, jpeg, { mode: 0o600, flag: 'wx' });
}

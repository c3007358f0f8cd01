import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { COLOR_LABELS } from '../../src/contract/color-labels.ts';
import { generatedImages } from '../../src/testing/library-generator.ts';
import { makeLibrary } from '../../src/testing/library-fixture.ts';
import { factsOf, type LibraryFacts } from './query-kinds.ts';

/** A generated library with the folders that its server needs, and the bench's registration. */
export interface BenchLibrary {
  images: number;
  /** darktable's library.db. */
  file: string;
  dataDir: string;
  /** darktable's cache. */
  cache: string;
  /** Its folder for thumbnails, `<id>.jpg`. */
  thumbs: string;
  facts: LibraryFacts;
  client?: { id: string; secret: string };
  token?: string;
}

/** The first images have a thumbnail each; of the others, one in so many. */
export const FIRST_THUMBS = 300;
const ONE_IN = 25;

/** The libraries of one run, made on first use, in a folder that close() removes. */
export class BenchLibraries {
  readonly folder = mkdtempSync(join(tmpdir(), 'safelight-bench-'));
  readonly #made = new Map<string, BenchLibrary>();

  /** A library like a photographer's. */
  async generated(images: number): Promise<BenchLibrary> {
    return this.#library(`generated-${images}`, images, (folder) => makeLibrary({ folder, images }));
  }

  /** For the lock bench: an image of n stars (0 to 4) has the n-th color label, and no image is rejected. */
  async labelled(images: number): Promise<BenchLibrary> {
    return this.#library(`labelled-${images}`, images, (folder) => makeLibrary({ folder, images: labelled(images) }));
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #library(
    name: string,
    images: number,
    make: (folder: string) => { file: string; data: string },
  ): Promise<BenchLibrary> {
    const known = this.#made.get(name);
    if (known) return known;
    const started = performance.now();
    const { file, data } = make(join(this.folder, name, 'darktable'));
    const cache = join(this.folder, name, 'cache');
    const thumbs = join(cache, `mipmaps-${createHash('sha1').update(file).digest('hex')}.d`, '0');
    const ids = Array.from({ length: images }, (_, index) => index + 1);
    const thumbIds = ids.filter((id) => id <= FIRST_THUMBS || id % ONE_IN === 0);
    await makeThumbs(thumbs, thumbIds);
    const facts = { ...factsOf(file, data), thumbIds };
    const library = { images, file, dataDir: join(this.folder, name, 'data'), cache, thumbs, facts };
    console.error(`  (library of ${images} images made in ${((performance.now() - started) / 1000).toFixed(1)} s)`);
    this.#made.set(name, library);
    return library;
  }
}

function* labelled(count: number) {
  for (const image of generatedImages(count)) {
    const stars = image.id! % COLOR_LABELS.length;
    yield { ...image, stars, rejected: false, labels: [COLOR_LABELS[stars]!] };
  }
}

/** Thumbnails as darktable stores them, all different, and as large as those of photographs (about 8 kB). */
async function makeThumbs(folder: string, ids: readonly number[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const painted = await Promise.all(Array.from({ length: PAINTED }, (_, number) => paint(number)));
  for (const [index, id] of ids.entries()) {
    const jpeg = painted[index % PAINTED]!;
    writeFileSync(join(folder, `${id}.jpg`), Buffer.concat([jpeg.subarray(0, 2), comment(`${id}`), jpeg.subarray(2)]));
  }
}

/** How many are painted; their copies differ by a comment. */
const PAINTED = 300;

async function paint(number: number): Promise<Buffer> {
  const width = 165;
  const height = 110;
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) {
    const pixel = Math.floor(at / 3);
    const slope = ((pixel % width) * 90) / width + (Math.floor(pixel / width) * 90) / height;
    pixels[at] = (slope + ((number * 31 + (at % 3) * 40) % 60) + (((pixel * 2654435761 + number) >>> 5) % 24)) & 255;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** A JPEG segment that does not affect the picture. */
function comment(text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 2 + text.length]);
  return Buffer.concat([head, Buffer.from(text, 'latin1')]);
}

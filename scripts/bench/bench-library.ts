import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { COLOR_LABELS } from '../../src/contract/image-record.ts';
import { generatedImages } from '../../src/testing/library-generator.ts';
import { makeLibrary } from '../../src/testing/library-fixture.ts';
import { factsOf, type LibraryFacts } from './query-kinds.ts';

/** A generated library with the folders that a server of it needs, and the registration that the bench got there. */
export interface BenchLibrary {
  images: number;
  /** darktable's library.db. */
  file: string;
  dataDir: string;
  /** darktable's cache; thumbnails of the first THUMBS images are in it. */
  cache: string;
  facts: LibraryFacts;
  client?: { id: string; secret: string };
  token?: string;
}

export const THUMBS = 300;

/** The libraries of one run, made when they are first asked for, in a folder that goes away with close(). */
export class BenchLibraries {
  readonly folder = mkdtempSync(join(tmpdir(), 'safelight-bench-'));
  readonly #made = new Map<string, BenchLibrary>();

  /** A library as a photographer's. */
  async generated(images: number): Promise<BenchLibrary> {
    return this.#library(`generated-${images}`, images, (folder) => makeLibrary({ folder, images }));
  }

  /** For the lock bench: an image of n stars (0 to 4) has the n-th colour label, and no image is rejected. */
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
    await makeThumbs(file, cache);
    const library = { images, file, dataDir: join(this.folder, name, 'data'), cache, facts: factsOf(file, data) };
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

/** Thumbnails as darktable keeps them, each a little different and as large as those of photographs are (about 8 kB). */
async function makeThumbs(library: string, cache: string): Promise<void> {
  const folder = join(cache, `mipmaps-${createHash('sha1').update(library).digest('hex')}.d`, '0');
  mkdirSync(folder, { recursive: true });
  const width = 165;
  const height = 110;
  for (let id = 1; id <= THUMBS; id++) {
    const pixels = Buffer.alloc(width * height * 3);
    for (let at = 0; at < pixels.length; at++) {
      const place = Math.floor(at / 3);
      const slope = ((place % width) * 90) / width + (Math.floor(place / width) * 90) / height;
      pixels[at] = (slope + ((id * 31 + (at % 3) * 40) % 60) + (((place * 2654435761 + id) >>> 5) % 24)) & 255;
    }
    const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 85 })
      .toBuffer();
    writeFileSync(join(folder, `${id}.jpg`), jpeg);
  }
}

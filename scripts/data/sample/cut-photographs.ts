import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Pixels } from '../../../src/testing/pictures/jpeg.ts';
import type { Entry } from './catalogue.ts';
import { packages, photographs } from './photographs.ts';

const mirror = process.env.DEBIAN_MIRROR ?? 'https://deb.debian.org/debian';

/**
 * Unpacks the packages below `folder`, from the files in `from` or else from Debian. Throws an Error for a package that
 * has changed.
 */
export async function unpackPhotographs(folder: string, from?: string): Promise<void> {
  for (const [name, { pool, sha256 }] of Object.entries(packages)) {
    const file = path.join(folder, `${name}.deb`);
    await mkdir(folder, { recursive: true });
    await writeFile(file, checked(pool, await packageBytes(pool, from), sha256));
    execFileSync('dpkg-deb', ['-x', file, path.join(folder, name)]);
  }
}

async function packageBytes(pool: string, from?: string): Promise<Buffer> {
  if (from !== undefined) return readFile(path.join(from, path.basename(pool)));
  const answer = await fetch(`${mirror}/pool/main/${pool}`);
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}. Is there a newer version? See DEBIAN_MIRROR.`);
  return Buffer.from(await answer.arrayBuffer());
}

function checked(name: string, bytes: Buffer, sha256: string): Buffer {
  const found = hash('sha256', bytes, 'hex');
  if (found !== sha256) throw new Error(`${name} is another file: its SHA-256 is ${found}, not ${sha256}`);
  return bytes;
}

/** The pixels of a sample picture, from the packages below `folder`. */
export async function cutPhotograph(folder: string, entry: Entry): Promise<Pixels> {
  const { package: name, file, sha256 } = photographs[entry.photograph];
  const source = await readFile(path.join(folder, name, packages[name].folder, file));
  const [width, height] = entry.size;
  const picture = sharp(checked(file, source, sha256))
    .toColorspace('srgb')
    .removeAlpha()
    .resize(width, height, { fit: 'cover', position: entry.cut ?? 'centre' });
  const brightness = entry.spoilt === 'overexposed' ? 2.4 : entry.spoilt === 'underexposed' ? 0.5 : 1;
  const data = await picture.linear(brightness, 0).raw().toBuffer();
  return entry.spoilt === 'shaken' ? shake({ data, width, height }) : { data, width, height };
}

/** Camera shake: the mean of the picture along a short curve. */
async function shake({ data, width, height }: Pixels): Promise<Pixels> {
  const sums = new Float32Array(data.length);
  const steps = 24;
  for (let step = 0; step < steps; step++) {
    const dx = Math.round((step - steps / 2) * 1.9);
    const dy = Math.round(Math.sin(step / 6) * 9);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const fromX = Math.min(width - 1, Math.max(0, x + dx));
        const fromY = Math.min(height - 1, Math.max(0, y + dy));
        for (let channel = 0; channel < 3; channel++) {
          sums[(y * width + x) * 3 + channel]! += data[(fromY * width + fromX) * 3 + channel]! / steps;
        }
      }
    }
  }
  const shaken = await sharp(Buffer.from(sums), { raw: { width, height, channels: 3 } })
    .blur(1.2)
    .raw()
    .toBuffer();
  return { data: shaken, width, height };
}

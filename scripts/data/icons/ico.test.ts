import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { icoFile } from './ico.ts';

const folder = join(import.meta.dirname, '../../..', 'assets', 'icons');

/** The pictures of an icon file, read as Windows does: by the table in its header. */
function pictures(ico: Buffer) {
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1]);
  return Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index;
    const [length, offset] = [ico.readUInt32LE(at + 8), ico.readUInt32LE(at + 12)];
    return { size: ico.readUInt8(at) || 256, png: ico.subarray(offset, offset + length), end: offset + length };
  });
}

test('every icon file holds pictures of the sizes that it tells', async () => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ico'));
  expect(files).toHaveLength(7);
  for (const name of files) {
    const ico = await readFile(join(folder, name));
    const found = pictures(ico);
    expect(found.at(-1)?.end).toBe(ico.length);
    for (const { size, png } of found) {
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: size, height: size, hasAlpha: true });
    }
    expect(found.map(({ size }) => size)).toEqual(
      name === 'app.ico' ? [16, 24, 32, 48, 256] : [16, 20, 24, 32, 40, 48],
    );
  }
});

test('pictures come out as they went in', () => {
  const input = [
    { size: 16, png: Buffer.from('one') },
    { size: 256, png: Buffer.from('another') },
  ];
  expect(pictures(icoFile(input)).map(({ size, png }) => ({ size, png: Buffer.from(png) }))).toEqual(input);
});

test.each(['idle', 'working', 'attention'])(
  'the tray icon "%s" looks like none of the others, on any panel',
  async (look) => {
    const pixels = (name: string) => sharp(join(folder, name)).raw().toBuffer();
    for (const end of ['dark-16.png', 'light-16.png', 'dark-48.png', 'light-48.png', 'template.png']) {
      const own = await pixels(`tray-${look}-${end}`);
      for (const other of ['idle', 'working', 'attention'].filter((one) => one !== look)) {
        const theirs = await pixels(`tray-${other}-${end}`);
        const differs = (at: number) =>
          [0, 1, 2, 3].some((part) => Math.abs(own[at + part]! - theirs[at + part]!) > 40);
        // In a good part of its pixels, not just a dot.
        const starts = Array.from({ length: own.length / 4 }, (_, pixel) => pixel * 4);
        const different = starts.filter(differs).length / starts.length;
        expect(different).toBeGreaterThan(0.05);
      }
    }
  },
);

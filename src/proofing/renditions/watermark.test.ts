import sharp from 'sharp';
import { expect, test } from 'vitest';
import { watermarkTile } from './watermark.ts';

test.each([
  ['a picture', 'PROOF', 1_600, 1_067],
  ['a long text on a tile', 'x'.repeat(60), 480, 320],
  ['a panorama', 'Anna & Ben <3', 480, 40],
  ['signs that mean something elsewhere', `"&<>'\u0007 \ud800`, 480, 320],
])('the watermark on %s is drawn all over it', async (_what, text, width, height) => {
  const plain = sharp({ create: { width, height, channels: 3, background: '#777' } });
  const input = watermarkTile(text, { width, height });
  const { data } = await plain
    .composite([{ input, tile: true }])
    .raw()
    .toBuffer({ resolveWithObject: true });
  // In each quarter of the picture.
  for (const [left, top] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const part = { left: left * (width >> 1), top: top * (height >> 1), width: width >> 1, height: height >> 1 };
    const { channels } = await sharp(data, { raw: { width, height, channels: 3 } })
      .extract(part)
      .stats();
    expect(channels[0]!.stdev, `${left} ${top}`).toBeGreaterThan(1);
  }
});

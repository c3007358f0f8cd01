import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PictureDecoder, type DecoderOptions } from './picture-decoder.ts';

const box = { width: 180, height: 110 };

function open(options: Partial<DecoderOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-decoder-'));
  const decoder = new PictureDecoder(options);
  onTestFinished(() => {
    decoder.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    decoder,
    to: join(folder, 'made', 'a.jpg'),
    put: (name: string, content: Buffer | string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
  };
}

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } });
const isAlive = (pid: number | null) => pid !== null && existsSync(`/proc/${pid}`);

/** All black, one bit per pixel: libvips treats it as an ordinary picture. */
function blackPng(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(content.length);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const lines = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]);
}

describe('what is no JPEG or PNG by its content is not opened, whatever its name', () => {
  const marker = `<image href="marker.png" width="900" height="900"/>`;
  test.each<[string, () => Promise<Buffer | string>]>([
    ['an AVIF', () => plain(2000, 2000).avif({ effort: 0 }).toBuffer()],
    ['a GIF', () => plain(2000, 2000).gif().toBuffer()],
    ['a WebP', () => plain(2000, 2000).webp({ effort: 0 }).toBuffer()],
    ['a TIFF', () => plain(900, 900).tiff().toBuffer()],
    [
      'an SVG that names a file beside it',
      () => Promise.resolve(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">${marker}</svg>`),
    ],
    ['a text', () => Promise.resolve('P3 900 900 255 '.repeat(1000))],
  ])('%s', async (_what, make) => {
    const { decoder, put, to } = open();
    put('marker.png', await plain(900, 900).png().toBuffer());
    for (const name of ['a.jpg', 'b.png']) {
      const file = put(name, await make());
      await expect(decoder.fit(file, { box, to })).rejects.toThrow('unsupported image format');
      await expect(decoder.measure(file)).rejects.toThrow('unsupported image format');
    }
    expect(existsSync(to)).toBe(false);
    expect(peakOf(decoder.pid!)).toBeLessThan(200);
  });
});

/** A process's peak memory in MB. */
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]) / 1024;

describe('a picture that is hard to open', () => {
  test('is not cut into tiles when its pixels would not fit into memory', async () => {
    const { decoder, put } = open();
    const part = { width: 8, height: 8, region: { left: 0, top: 0, width: 8, height: 8 } };
    const large = decoder.part(put('a.png', blackPng(20_000, 20_000)), { key: 'large', part });
    await expect(large).rejects.toThrow('too many for tiles');
  });

  test('of 400 megapixels in 50 kB is scaled down line by line', async () => {
    const { decoder, put, to } = open();
    const file = put('a.png', blackPng(20_000, 20_000));
    expect(statSync(file).size).toBeLessThan(60_000);
    const before = process.memoryUsage.rss();
    expect(await decoder.fit(file, { box, to })).toBe('scaled');
    expect((process.memoryUsage.rss() - before) / 1024 ** 2).toBeLessThan(50);
    expect(peakOf(decoder.pid!)).toBeLessThan(300);
    expect(await sharp(to).metadata()).toMatchObject({ format: 'jpeg', width: 110, height: 110 });
  });

  test('that was cut off is broken, and leaves nothing behind', async () => {
    const { decoder, put, to } = open();
    const whole = await plain(900, 900).jpeg().toBuffer();
    await expect(decoder.fit(put('a.jpg', whole.subarray(0, 2000)), { box, to })).rejects.toThrow(/end|truncated/i);
    expect(existsSync(to)).toBe(false);
  });
});

describe('the process', () => {
  test('that takes too much memory ends, and whoever waits is told', async () => {
    const { decoder, put, to } = open({ limitBytes: 1024 ** 2 });
    const file = put('a.png', blackPng(20_000, 20_000));
    await expect(decoder.fit(file, { box, to })).rejects.toThrow('it takes too much memory');
  });

  test('that takes too long is ended', async () => {
    const { decoder, put, to } = open({ timeoutMs: 1 });
    const file = put('a.png', blackPng(20_000, 20_000));
    await expect(decoder.fit(file, { box, to })).rejects.toThrow('it takes longer than 0.001 s');
  });

  test('that dies of one picture leaves the others their chance', async () => {
    const { decoder, put, to } = open();
    const large = put('a.png', blackPng(20_000, 20_000));
    await decoder.measure(large);
    const { pid } = decoder;
    const fitted = decoder.fit(large, { box, to });
    process.kill(pid!, 'SIGKILL');
    expect(await fitted).toBe('scaled');
    expect(await decoder.measure(large)).toMatchObject({ width: 20_000 });
    expect(decoder.pid).not.toBe(pid);
  });

  test('ends when nothing came for a while, and starts again', async () => {
    const { decoder, put } = open({ idleMs: 10 });
    const file = put('a.jpg', await plain(900, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const measured = decoder.measure(file);
    const { pid } = decoder;
    expect(await measured).toEqual({ width: 900, height: 600, orientation: 6 });
    await vi.waitFor(() => expect([decoder.pid, isAlive(pid)]).toEqual([null, false]), 10_000);
    expect(await decoder.measure(file)).toMatchObject({ width: 900 });
  });

  test('ends with whoever closes it, also in the middle of a picture', async () => {
    const { decoder, put, to } = open();
    const fitted = decoder.fit(put('a.png', blackPng(20_000, 20_000)), { box, to });
    const { pid } = decoder;
    decoder.close();
    await expect(fitted).rejects.toThrow('Safelight is closing');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000);
    await expect(decoder.measure(to)).rejects.toThrow('Safelight is closing');
  });
});

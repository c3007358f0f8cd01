import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { dng } from '../testing/pictures/dng.ts';
import { ADOBE_RGB, type ColorMark, marked } from '../testing/pictures/marked-colors.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

/** Adobe RGB 100, 150, 90 is this in sRGB (computed from both specifications). */
const value = { r: 100, g: 150, b: 90 };
const right = [66, 151, 85];
const dull = [100, 150, 90];

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: value } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();

let large: Buffer;
let small: Buffer;
beforeAll(async () => ([large, small] = [await flat(1600, 1000), await flat(180, 110)]));

/** What a browser shows: it looks for a profile and for nothing else. */
async function shown(picture: Buffer): Promise<number[]> {
  const { data } = await sharp(picture)
    .removeAlpha()
    .resize(1, 1)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

/** A placeholder is less exact. */
const near = (expected: number[], by = 3) =>
  expected.map((one) => expect.toSatisfy((is: number) => Math.abs(is - one) <= by) as number);

async function stage(filename: string, content: Buffer, cached?: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-colors-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, filename), content);
  const cache = join(folder, 'cache');
  const app = await startApp({ library: [{ id: 1, film: folder, filename }], cache });
  if (cached) {
    const mipmaps = join(cache, `mipmaps-${createHash('sha1').update(app.library.file).digest('hex')}.d`, '2');
    mkdirSync(mipmaps, { recursive: true });
    writeFileSync(join(mipmaps, '1.jpg'), cached);
  }
  return app;
}

const preview = (app: TestApp, query: string, headers: Record<string, string> = {}) =>
  app.ask<Buffer>('GET', `/api/v1/images/1/preview?${query}`, { headers });
/** Made after the preview was sent. */
const tiny = (app: TestApp) =>
  vi.waitFor(async () => {
    const { items } = await app.get<{ items: { webp: string }[] }>('/api/v1/images/placeholders?ids=1');
    return Buffer.from(items[0]!.webp, 'base64');
  }, 5_000);

test.each<[string, ColorMark, number[]]>([
  ['uncalibrated, R03', ADOBE_RGB, right],
  ['color space 2', { colorSpace: 2 }, right],
  ['sRGB, whatever else', { colorSpace: 1, interopIndex: 'R03' }, dull],
  ['uncalibrated, R98', { colorSpace: 0xffff, interopIndex: 'R98' }, dull],
  ['uncalibrated only', { colorSpace: 0xffff }, dull],
])('a picture file marked as %s is shown so by every way', async (_name, mark, expected) => {
  const app = await stage('a.jpg', marked(large, mark));
  for (const query of ['size=4', 'size=4&original=1', 'size=2&fit=1', 'size=5&fit=1'])
    expect(await shown((await preview(app, query)).body), query).toEqual(near(expected));
  expect(await shown(await tiny(app))).toEqual(near(expected, 9));
});

test('its own bytes are sent around the profile, as one file with one tag, in any range', async () => {
  const file = marked(large, ADOBE_RGB);
  const app = await stage('a.jpg', file);
  const { body, headers } = await preview(app, 'size=4');
  const added = body.length - file.length;
  const at = body.indexOf('ICC_PROFILE') - 4;
  expect([added, headers.get('content-length')]).toEqual([body.readUInt16BE(at + 2) + 2, String(body.length)]);
  expect(Buffer.concat([body.subarray(0, at), body.subarray(at + added)]).equals(file)).toBe(true);
  expect((await preview(app, 'size=4', { 'If-None-Match': headers.get('etag')! })).status).toBe(304);
  for (const [from, to] of [
    [0, at - 1],
    [5, at + 3],
    [at + 2, at + added + 9],
    [at + added, body.length - 1],
    [at + 4, at + 8],
    [0, body.length - 1],
  ] as const) {
    const part = await preview(app, 'size=4', { Range: `bytes=${from}-${to}` });
    expect([part.status, part.body.equals(body.subarray(from, to + 1))], `${from}-${to}`).toEqual([206, true]);
  }
});

test('a picture with a profile is sent as it is', async () => {
  const file = marked(await sharp(large).withIccProfile('p3').toBuffer(), ADOBE_RGB);
  expect((await preview(await stage('a.jpg', file), 'size=4')).body.equals(file)).toBe(true);
});

test.each<[string, () => Buffer, number[]]>([
  ['marked itself', () => dng(pixels, {}, { preview: inside(marked(large, ADOBE_RGB)) }), right],
  ['of a raw file that is marked', () => dng(pixels, { colors: ADOBE_RGB }, { preview: inside(large) }), right],
  ['of a raw file that is not', () => dng(pixels, {}, { preview: inside(large) }), dull],
  [
    'marked as sRGB in one that is',
    () => dng(pixels, { colors: ADOBE_RGB }, { preview: inside(marked(large, { colorSpace: 1 })) }),
    dull,
  ],
])('the camera’s picture inside a raw file, %s', async (_name, file, expected) => {
  const app = await stage('a.dng', file());
  for (const query of ['size=4', 'size=4&original=1', 'size=2&fit=1'])
    expect(await shown((await preview(app, query)).body), query).toEqual(near(expected));
  expect(await shown(await tiny(app))).toEqual(near(expected, 9));
});
const pixels = { width: 320, height: 200, data: new Uint8Array(320 * 200 * 3) };
const inside = (jpeg: Buffer) => ({ jpeg, width: 1600, height: 1000 });

test.each([
  ['small', () => small],
  ['large', () => large],
])('a %s thumbnail of darktable, which marks them as cameras do', async (_name, thumbnail) => {
  const app = await stage('a.cr2', Buffer.from('raw'), marked(thumbnail(), ADOBE_RGB));
  const { body, headers } = await preview(app, 'size=2');
  expect(headers.get('x-preview-source')).toBe('darktable');
  expect(await shown(body)).toEqual(near(right));
  expect(await shown(await tiny(app))).toEqual(near(right, 9));
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ExifTool, type Tags } from 'exiftool-vendored';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dng } from './dng.ts';
import { jpeg } from './jpeg.ts';
import { colourQuarters } from './pixels.ts';
import { png } from './png.ts';
import { fraction, sexagesimal, type Shot } from './shot.ts';
import { xmpSidecar } from './xmp-sidecar.ts';

const shot: Shot = {
  takenAt: '2021-09-14T06:12:33.250',
  maker: 'Canon',
  model: 'Canon EOS R5',
  lens: 'RF24-70mm F2.8 L IS USM',
  exposureSeconds: 1 / 250,
  aperture: 5.6,
  iso: 200,
  focalLengthMm: 35,
  exposureBias: -0.33,
  focusDistanceM: 12.5,
  position: { latitude: 64.1466, longitude: -21.9426, altitude: 23.5 },
};

let folder: string;
let exiftool: ExifTool;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'safelight-pictures-'));
  exiftool = new ExifTool({ maxProcs: 1 });
});
afterAll(async () => {
  await exiftool.end();
  await rm(folder, { recursive: true, force: true });
});

async function inFile(name: string, content: Buffer | string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

const told = (tags: Tags) => ({
  takenAt: String(tags.SubSecDateTimeOriginal).slice(0, 23),
  maker: tags.Make,
  model: tags.Model,
  lens: tags.LensModel,
  exposure: tags.ExposureTime,
  aperture: tags.FNumber,
  iso: tags.ISO,
  focalLength: tags.FocalLength,
  bias: tags.ExposureCompensation,
  latitude: tags.GPSLatitude,
  longitude: tags.GPSLongitude,
  altitude: tags.GPSAltitude,
});

const expected = {
  takenAt: '2021-09-14T06:12:33.250',
  maker: 'Canon',
  model: 'Canon EOS R5',
  lens: 'RF24-70mm F2.8 L IS USM',
  exposure: '1/250',
  aperture: 5.6,
  iso: 200,
  focalLength: '35.0 mm',
  bias: -0.33,
  latitude: expect.closeTo(64.1466, 5) as number,
  longitude: expect.closeTo(-21.9426, 5) as number,
  altitude: 23.5,
};

test.each([
  ['shot.jpg', () => jpeg(colourQuarters(), shot)],
  ['shot.png', () => png(colourQuarters(), shot)],
  ['shot.dng', () => dng(colourQuarters(), shot)],
])('ExifTool reads in %s how and where it was taken', async (name, make) => {
  const tags = await exiftool.read(await inFile(name, await make()));
  expect(told(tags)).toEqual(expected);
  expect(tags.Error ?? tags.Warning).toBeUndefined();
});

test('a DNG carries the preview that was put into it, byte for byte, as PreviewImage', async () => {
  const preview = await jpeg(colourQuarters(120, 80));
  const file = await inFile(
    'with.dng',
    dng(colourQuarters(), shot, { preview: { jpeg: preview, width: 120, height: 80 } }),
  );
  const tags = await exiftool.read(file);
  expect(told(tags)).toEqual(expected);
  expect(await exiftool.extractBinaryTagToBuffer('PreviewImage', file)).toEqual(preview);
});

test('a DNG without a preview has none', async () => {
  const tags = await exiftool.read(await inFile('without.dng', dng(colourQuarters())));
  expect(tags.PreviewImage ?? tags.JpgFromRaw ?? tags.ThumbnailTIFF).toBeUndefined();
  expect(tags.PhotometricInterpretation).toBe('Color Filter Array');
});

test('a picture without a shot has no EXIF block', async () => {
  expect((await sharp(await jpeg(colourQuarters())).metadata()).exif).toBeUndefined();
});

test('a Bayer picture of odd size is refused', () => {
  expect(() => dng(colourQuarters(121, 80))).toThrow('even');
});

test.each([
  [1 / 250, [1, 250]],
  [0.3, [3000, 10_000]],
  [2, [2, 1]],
  [5.6, [56_000, 10_000]],
])('%d becomes a fraction', (value, parts) => {
  expect(fraction(value)).toEqual(parts);
});

test('a position just below a full degree carries over into the degrees', () => {
  const [degrees, minutes, seconds] = sexagesimal(9.999_999_999_9);
  expect([degrees, minutes, seconds]).toEqual([
    [10, 1],
    [0, 1],
    [0, 10_000],
  ]);
});

test('ExifTool reads in a sidecar what the photographer did', async () => {
  const file = await inFile(
    'shot.jpg.xmp',
    xmpSidecar({
      rating: -1,
      tags: ['places|iceland', 'sea & "surf"'],
      title: 'Black <sand>',
      notes: 'two "quotes"',
      position: { latitude: -33.5, longitude: 151.25 },
    }),
  );
  const tags = await exiftool.read(file, { readArgs: ['-fast'] });
  expect(tags.Warning).toBeUndefined();
  expect(tags.Rating).toBe(-1);
  expect(tags.Title).toBe('Black <sand>');
  expect(tags.HierarchicalSubject).toEqual(['places|iceland', 'sea & "surf"']);
  expect(tags.Subject).toEqual(['places', 'iceland', 'sea & "surf"']);
  expect(tags.GPSLatitude).toBeCloseTo(-33.5, 5);
  expect(tags.GPSLongitude).toBeCloseTo(151.25, 5);
});

import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dng } from './pictures/dng.ts';
import { jpeg } from './pictures/jpeg.ts';
import { exposureParams, packParams, sharpenParams } from './pictures/params.ts';
import { colourQuarters } from './pictures/pixels.ts';
import { png } from './pictures/png.ts';
import type { Shot } from './pictures/shot.ts';
import { type Sidecar, sidecarPath, xmpSidecar } from './pictures/xmp-sidecar.ts';

export type Photo = { name: string; shot: Shot; sidecar?: Sidecar };

const canon: Shot = { maker: 'Canon', model: 'Canon EOS R5', lens: 'RF24-70mm F2.8 L IS USM' };
const nikon: Shot = { maker: 'NIKON CORPORATION', model: 'NIKON Z 6', lens: 'NIKKOR Z 50mm f/1.8 S' };
const reykjavik = { latitude: 64.1466, longitude: -21.9426, altitude: 23.5 };
const sydney = { latitude: -33.8568, longitude: 151.2153 };

/**
 * Two film rolls with eight pictures, one of each kind that a library may hold. A darktable that imports them in this order
 * gives them the ids 1 to 8; `afterImport` adds 9, a duplicate of 1.
 */
export const photoShoot: Photo[] = [
  {
    name: '2021/iceland/ice-001.jpg',
    shot: {
      ...canon,
      takenAt: '2021-09-14T06:12:33.250',
      exposureSeconds: 1 / 250,
      aperture: 5.6,
      iso: 200,
      focalLengthMm: 35,
      exposureBias: -0.33,
      focusDistanceM: 12.5,
      position: reykjavik,
    },
    sidecar: {
      rating: 5,
      colorLabels: ['red', 'purple'],
      tags: ['places|iceland', 'sea'],
      title: 'Black sand & "white" foam',
      description: 'Early in the morning, nobody there.',
      creator: 'Anna Example',
      publisher: 'Example Press',
      rights: '© Anna Example',
      notes: 'print this one',
      position: reykjavik,
      history: [
        { operation: 'exposure', version: 6, params: exposureParams(0.5) },
        { operation: 'sharpen', version: 1, params: sharpenParams(2, 0.7), enabled: false },
        { operation: 'exposure', version: 6, params: exposureParams(0.75, -0.01) },
        { operation: 'velvia', version: 2, params: packParams('ff', 30, 1) },
      ],
      historyEnd: 3,
    },
  },
  {
    name: '2021/iceland/ice-002.jpg',
    shot: { ...canon, takenAt: '2021-09-14T06:12:34', exposureSeconds: 0.5, aperture: 11, iso: 100, focalLengthMm: 24 },
    sidecar: { rating: -1, tags: ['places|iceland|vík'] },
  },
  {
    name: '2021/iceland/ice-003.png',
    shot: { takenAt: '2021-09-15T21:00:00' },
    sidecar: { rating: 3, colorLabels: ['green'], title: 'Map of the tour' },
  },
  {
    name: '2021/iceland/ice-004.dng',
    shot: {
      ...nikon,
      takenAt: '2021-09-15T22:30:00.5',
      exposureSeconds: 8,
      aperture: 1.8,
      iso: 3200,
      focalLengthMm: 50,
    },
    sidecar: { rating: 4, colorLabels: ['blue'], tags: ['night', 'places|iceland'] },
  },
  {
    name: '2021/iceland/ice-005.dng',
    shot: { ...nikon, takenAt: '2021-09-15T22:31:00', exposureSeconds: 8, aperture: 1.8, iso: 6400, focalLengthMm: 50 },
    sidecar: { rating: 2, tags: ['night'] },
  },
  {
    name: '2023/Ana ünd Bó/portrait é.jpg',
    shot: {
      ...nikon,
      takenAt: '2023-02-01T12:00:00',
      exposureSeconds: 1 / 125,
      aperture: 2.8,
      iso: 64,
      position: sydney,
    },
    sidecar: {
      rating: 1,
      colorLabels: ['yellow'],
      tags: ['people|Ana', 'people|Bó'],
      title: 'Ána 写真',
      position: sydney,
    },
  },
  { name: '2023/Ana ünd Bó/no-exif.jpg', shot: {} },
  {
    name: '2023/Ana ünd Bó/unrated.JPG',
    shot: { ...canon, takenAt: '2023-02-28T23:59:59.999' },
    sidecar: { rating: 0, history: [{ operation: 'velvia', version: 2, params: packParams('ff', 25, 0.5) }] },
  },
];

/** Lua that completes the shoot: a duplicate of the first picture, and the two raw pictures in one group. */
export const afterImport = `
  darktable.database.get_image(1):duplicate()
  darktable.database.get_image(5):group_with(darktable.database.get_image(4))
`;

/** Writes the pictures with their sidecars below `folder` and returns their paths in order. The fifth has a preview. */
export async function writePhotoShoot(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const { name, shot, sidecar } of photoShoot) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, await develop(name, shot));
    await utimes(file, lastModified, lastModified);
    if (sidecar !== undefined) await writeFile(sidecarPath(file), xmpSidecar(sidecar));
    files.push(file);
  }
  return files;
}

/** For a picture without a capture time, darktable uses the file's time. */
export const lastModified = new Date('2024-03-01T10:20:30Z');

async function develop(name: string, shot: Shot): Promise<Buffer> {
  const pixels = name.includes('portrait') ? colourQuarters(160, 240) : colourQuarters();
  if (name.endsWith('.png')) return png(pixels, shot);
  if (!name.endsWith('.dng')) return jpeg(pixels, shot);
  if (!name.includes('005')) return dng(pixels, shot);
  const { width, height } = pixels;
  return dng(pixels, shot, { preview: { jpeg: await jpeg(pixels), width, height } });
}

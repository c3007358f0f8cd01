import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dng } from '../testing/pictures/dng.ts';
import { jpeg } from '../testing/pictures/jpeg.ts';
import { colourQuarters } from '../testing/pictures/pixels.ts';
import type { Shot } from '../testing/pictures/shot.ts';
import { startApp } from '../testing/start-app.ts';
import { readJpegHead } from './jpeg-head.ts';
import { isOfPhotograph, type PhotographFacts } from './same-photograph.ts';

const taken = '2021-09-14T06:12:33.250';
const raw: PhotographFacts = {
  path: '/a.cr2',
  takenMs: Date.parse(`${taken}Z`),
  model: 'Canon EOS R5',
  fileShape: 1.497,
};
const head = async (shot: Shot, width = 240, height = 160) =>
  readJpegHead(await jpeg(colourQuarters(width, height), shot));
const ofCamera: Shot = { takenAt: taken, maker: 'Canon', model: 'Canon EOS R5', software: 'Firmware Version 1.8.1' };

describe('a JPEG stands for the raw file beside it', () => {
  test.each<[string, boolean, Shot, Partial<PhotographFacts>, [number, number]]>([
    ['of the same second and camera', true, ofCamera, {}, [240, 160]],
    ['whose second has no fraction', true, { ...ofCamera, takenAt: '2021-09-14T06:12:33' }, {}, [240, 160]],
    ['in another shape of the same camera', true, ofCamera, {}, [240, 240]],
    ['without a camera, in the same shape', true, { takenAt: taken }, {}, [240, 160]],
    ['on its side', true, { takenAt: taken }, { fileShape: 0.667 }, [240, 160]],
    ['when the library knows no camera', true, ofCamera, { model: null }, [240, 160]],
    ['not of the next day', false, { ...ofCamera, takenAt: '2021-09-15T06:12:33' }, {}, [240, 160]],
    ['not of another camera', false, { ...ofCamera, model: 'NIKON Z 6' }, {}, [240, 160]],
    ['not in another shape, without a camera', false, { takenAt: taken }, {}, [240, 180]],
    ['not without a time', false, { model: 'Canon EOS R5' }, {}, [240, 160]],
    ['not when the library has no time', false, ofCamera, { takenMs: null }, [240, 160]],
    ['not without EXIF', false, {}, {}, [240, 160]],
    ['not when the shape is unknown', false, { takenAt: taken }, { fileShape: null }, [240, 160]],
  ])('%s', async (_name, stands, shot, facts, [width, height]) => {
    expect(isOfPhotograph({ ...raw, ...facts }, await head(shot, width, height))).toBe(stands);
  });

  test.each([
    ['darktable 4.2.1', false],
    ['RawTherapee 5.9', false],
    ['Adobe Photoshop Lightroom Classic 12.0 (Windows)', false],
    ['Capture One 22 Macintosh', false],
    ['DxO PhotoLab 6.1', false],
    ['Digital Photo Professional', false],
    ['GIMP 2.10.34', false],
    ['NIKON Z 6 Ver.3.40', true],
    ['Digital Camera X-T3 Ver4.00', true],
    ['ILCE-7M3 v3.10', true],
  ])('written by %s: %s', async (software, stands) => {
    expect(isOfPhotograph(raw, await head({ ...ofCamera, software }))).toBe(stands);
  });

  test('not with an XMP block that names a raw developer', async () => {
    const known = await head({ takenAt: taken, model: 'Canon EOS R5' });
    expect(isOfPhotograph(raw, { ...known!, creatorTool: 'Adobe Lightroom 7.1' })).toBe(false);
  });
});

describe('the picture as the camera left it', () => {
  let pixels: ReturnType<typeof colourQuarters>;
  let inside: Buffer;
  beforeAll(async () => {
    pixels = colourQuarters(320, 200);
    inside = await jpeg(pixels);
  });

  async function stage(files: Record<string, Buffer>) {
    const photos = mkdtempSync(join(tmpdir(), 'safelight-same-'));
    onTestFinished(() => rmSync(photos, { recursive: true, force: true }));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(photos, name), content);
    const image = {
      id: 1,
      film: photos,
      filename: 'EDIT_1.dng',
      taken,
      model: 'Canon EOS R5',
      width: 320,
      height: 200,
    };
    const app = await startApp({ library: [image] });
    return async (query: string) => {
      const { status, headers } = await app.ask('GET', `/api/v1/images/1/preview?size=large&${query}`);
      return [status, headers.get('x-preview-source')];
    };
  }

  test('is the one inside the raw file, then the camera’s beside it, never an export', async () => {
    const preview = { jpeg: inside, width: 320, height: 200 };
    const exported = await jpeg(pixels, { ...ofCamera, software: 'darktable 4.2.1' });
    const camera = await jpeg(pixels, ofCamera);
    const withOne = dng(pixels, {}, { preview });
    const without = dng(pixels);
    const beside = await stage({ 'EDIT_1.dng': withOne, 'EDIT_1.jpg': camera });
    expect([await beside('original=1'), await beside('')]).toEqual([
      [200, 'embedded'],
      [200, 'local'],
    ]);
    const edited = await stage({ 'EDIT_1.dng': withOne, 'EDIT_1.jpg': exported });
    expect([await edited('original=1'), await edited('')]).toEqual([
      [200, 'embedded'],
      [200, 'embedded'],
    ]);
    expect(await (await stage({ 'EDIT_1.dng': without, 'EDIT_1.jpg': camera }))('original=1')).toEqual([200, 'local']);
    const only = await stage({ 'EDIT_1.dng': without, 'EDIT_1.jpg': exported });
    expect([await only('original=1'), await only('')]).toEqual([
      [404, null],
      [202, null],
    ]);
  });
});

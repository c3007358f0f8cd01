import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ExifTool } from 'exiftool-vendored';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { ExportBatch } from '../contract/export-batches.ts';
import type { z } from 'zod';
import type { ExportsAccepted, NewRecipe, Recipe } from '../contract/recipes.ts';
import { testedDarktable } from '../testing/bridge-stage.ts';
import { writePhotoShoot } from '../testing/photo-shoot.ts';
import { makeRealLibrary } from '../testing/real-darktable.ts';
import { openTestApp } from '../testing/start-app.ts';
import { filesOf } from '../testing/zip-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'safelight-recipes-'));
const exiftool = new ExifTool({ maxProcs: 1 });
const scopes = ['images:read', 'images:write', 'previews:read', 'cache:refresh'];
let configDir: string;
let app: Awaited<ReturnType<typeof openTestApp>>;
let jpegId: number, plainId: number, rawId: number;

beforeAll(async () => {
  const pictures = await writePhotoShoot(join(folder, 'pictures'));
  const real = await makeRealLibrary({ folder: join(folder, 'darktable'), pictures, ...testedDarktable });
  configDir = dirname(real.library);
  app = await openTestApp({
    library: { file: real.library },
    cache: real.cacheDir,
    environment: { PATH: process.env.PATH! },
  });
  const { items } = await app.get<{ items: { id: number; filename: string }[] }>('/api/v1/images');
  const idOf = (name: string) => items.find(({ filename }) => filename === name)!.id;
  [jpegId, plainId, rawId] = [idOf('ice-001.jpg'), idOf('ice-002.jpg'), idOf('ice-004.dng')];
});
afterAll(async () => {
  await exiftool.end();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What leaves by a recipe, by its name in the archive. */
async function exported(wanted: Partial<NewRecipe>, ids: readonly number[]) {
  const { body: recipe } = await app.ask<Recipe>('POST', '/api/v1/recipes', {
    scopes,
    body: { name: 'test', ...wanted },
  });
  const { body: asked } = await app.ask<z.infer<typeof ExportsAccepted>>('POST', '/api/v1/exports', {
    scopes,
    body: { recipe: recipe.id, ids },
  });
  const path = `/api/v1/exports/${asked.batch}`;
  const batch = await vi.waitFor(
    async () => {
      const now = await app.get<ExportBatch>(path, { scopes });
      expect(now.waiting, now.problem ?? undefined).toBe(0);
      return now;
    },
    { timeout: 170_000, interval: 200 },
  );
  const { body } = await app.ask<Buffer>('GET', `${path}/archive`, { scopes });
  return { batch, files: batch.done > 0 ? await filesOf(body) : {} };
}

async function tagsOf(name: string, picture: Buffer): Promise<object> {
  const file = join(folder, name.replaceAll('/', '_'));
  writeFileSync(file, picture);
  return exiftool.readRaw(file, { readArgs: ['-G1', '-a', '-n'] });
}

const size = { by: 'long-edge', pixels: 120 } as const;

test.each<[format: NewRecipe['format'], more: Partial<NewRecipe>, ending: string, space: string]>([
  ['jpeg', { quality: 60 }, 'jpg', 'Adobe RGB (compatible)'],
  ['png', { bits: 16 }, 'png', 'Adobe RGB (compatible)'],
  ['tiff', { bits: 32 }, 'tif', 'Adobe RGB (compatible)'],
  ['webp', {}, 'webp', 'Adobe RGB (compatible)'],
  ['avif', { bits: 10 }, 'avif', 'Adobe RGB (compatible)'],
])('%s with what the recipe keeps and nothing else', async (format, more, ending, space) => {
  const keep = ['camera', 'time', 'place', 'stars', 'texts', 'tags'] as const;
  const wanted = { format, size, profile: 'ADOBERGB' as const, ...more };
  const all = await exported({ ...wanted, keep: [...keep], drop_tags: ['places'] }, [jpegId]);
  const name = `ice-001.${ending}`;
  expect(all.batch).toMatchObject({ failures: [], done: 1, recipe: 'test' });
  expect(Object.keys(all.files)).toEqual([name]);
  const told = await tagsOf(name, all.files[name]!);
  expect(told).toMatchObject({
    'IFD0:Make': 'Canon',
    'ExifIFD:FNumber': 5.6,
    'ExifIFD:ISO': 200,
    'ExifIFD:DateTimeOriginal': '2021:09:14 06:12:33',
    'XMP-xmp:Rating': 5,
    'XMP-dc:Title': 'Black sand & "white" foam',
    'XMP-dc:Rights': '© Anna Example',
    'XMP-lr:HierarchicalSubject': 'sea',
    'ICC_Profile:ProfileDescription': space,
  });
  expect((told as { 'Composite:GPSLatitude'?: number })['Composite:GPSLatitude']).toBeCloseTo(64.1466, 3);
  const { width, height, depth } = await sharp(all.files[name]).metadata();
  expect([Math.max(width, height), depth as string]).toEqual([
    120,
    { 8: 'uchar', 10: 'ushort', 12: 'ushort', 16: 'ushort', 32: 'float' }[more.bits ?? 8],
  ]);

  const none = await exported({ ...wanted, keep: [] }, [jpegId]);
  expect(none.batch.failures).toEqual([]);
  const silent = JSON.stringify(await tagsOf(`bare.${ending}`, none.files[name]!));
  for (const secret of [
    'Canon',
    '2021:09',
    'Anna',
    'iceland',
    'sea"',
    '64.1',
    'darktable:',
    'Black sand',
    'HistoryParams',
  ])
    expect(silent).not.toContain(secret);
});

test('what darktable marks private stays home, in every file', async () => {
  const rc = join(configDir, 'darktablerc');
  const settings = readFileSync(rc, 'utf8');
  writeFileSync(rc, `${settings.trimEnd()}\nplugins/lighttable/metadata/rights_flag=2\n`);
  onTestFinished(() => writeFileSync(rc, settings));
  const { files } = await exported({ size, keep: ['texts', 'tags'] }, [jpegId]);
  const told = await tagsOf('private.jpg', files['ice-001.jpg']!);
  expect(told).toMatchObject({ 'XMP-dc:Title': 'Black sand & "white" foam', 'XMP-dc:Creator': 'Anna Example' });
  expect(JSON.stringify(told)).not.toContain('© Anna');
});

test('a name by the pattern, megapixels, a factor and a raw', async () => {
  const pattern = '$(EXIF.YEAR)/$(FILE_NAME)';
  const { files } = await exported({ size: { by: 'megapixels', megapixels: 0.01 }, pattern }, [rawId, jpegId]);
  expect(Object.keys(files)).toEqual(['2021/ice-004.jpg', '2021/ice-001.jpg']);
  for (const picture of Object.values(files)) {
    const { width, height } = await sharp(picture).metadata();
    expect(width * height).toBeGreaterThan(9_500);
    expect(width * height).toBeLessThan(10_500);
  }
  const whole = await sharp((await exported({}, [jpegId])).files['ice-001.jpg']).metadata();
  const half = await sharp(
    (await exported({ size: { by: 'factor', factor: 0.5 } }, [jpegId])).files['ice-001.jpg'],
  ).metadata();
  expect(Math.abs(half.width - whole.width / 2)).toBeLessThanOrEqual(1);
});

test('the original with its sidecar', async () => {
  const { files } = await exported({ format: 'original-and-sidecar' }, [rawId]);
  expect(Object.keys(files)).toEqual(['ice-004.dng', 'ice-004.dng.xmp']);
  expect(files['ice-004.dng.xmp']!.toString()).toContain('darktable:history');
});

test('a style is put on top, and without the style nothing leaves', async () => {
  const lacks = await exported({ style: 'brighter', size }, [jpegId]);
  expect(lacks.batch).toMatchObject({
    done: 0,
    failures: [{ image_id: jpegId, reason: 'there is no style brighter in darktable' }],
  });
  const light = async (style: string | null) => {
    const { files } = await exported({ style, size }, [plainId]);
    return (await sharp(Object.values(files)[0]).stats()).channels[1]!.mean;
  };
  const before = await light(null);
  // The exposure of ice-001.jpg is 0.75 EV.
  await app.ask('POST', '/api/v1/styles', { scopes, body: { name: 'brighter', from: jpegId, modules: ['exposure'] } });
  expect(await light('brighter')).toBeGreaterThan(before + 10);
});

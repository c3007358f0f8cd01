/** What is told to be 100 % has the photograph's own pixels, made by the real darktable. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { dng } from '../src/testing/pictures/dng.ts';
import { jpeg } from '../src/testing/pictures/jpeg.ts';
import { exposureParams, packParams } from '../src/testing/pictures/params.ts';
import { expectNoFindings } from './findings.ts';
import { expect, type Safelight, test } from './safelight.ts';
import { sharpness, stripes } from './stripes.ts';

/** More than any preview has. */
const [WIDTH, HEIGHT] = [3000, 2000];
type Launch = (library?: string, desktop?: NodeJS.ProcessEnv, programs?: string) => Promise<Safelight>;

/** What the browser says of raws in which the camera left none. */
const NO_CAMERA_PICTURE = /404 \(Not Found\)/;

/** Two raw pictures: a whole one, and one of which a square is left. */
async function culling(page: Page, folder: string, launch: Launch, programs?: string): Promise<Safelight> {
  const film = join(folder, 'Pictures');
  await mkdir(film);
  for (const name of ['whole.dng', 'square.dng']) await writeFile(join(film, name), dng(stripes(WIDTH, HEIGHT)));
  const exposure = { operation: 'exposure', module: 6, params: exposureParams(0) };
  const crop = { operation: 'crop', module: 1, params: packParams('ffffii', 1 / 6, 0, 5 / 6, 1, 0, 0), num: 1 };
  const raw = { film, raw: true, width: WIDTH, height: HEIGHT };
  const { file } = makeLibrary({
    folder: join(folder, 'darktable'),
    images: [
      { ...raw, id: 1, filename: 'whole.dng', taken: '2024-05-01T12:00:00', history: [exposure] },
      {
        ...raw,
        id: 2,
        filename: 'square.dng',
        taken: '2024-05-01T11:00:00',
        aspectRatio: 1,
        history: [exposure, crop],
      },
    ],
  });
  const safelight = await launch(file, undefined, programs);
  await safelight.set({ renderer: 'darktable-cli' });
  await page.goto(await safelight.signInLink('/cull?shown=all'));
  await expect(page.locator('main [data-sharp]')).toBeVisible({ timeout: 90_000 });
  return safelight;
}

const hundred = (page: Page) => page.getByRole('region', { name: 'Decisions' }).getByRole('button', { name: '100 %' });
const isPressed = (page: Page, pressed: boolean) =>
  expect(hundred(page)).toHaveAttribute('aria-pressed', String(pressed));
const coming = (page: Page) => page.getByText('Real pixels are coming');

test('a raw has its own pixels at 100 %, and until they are there a tag says that they are coming', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  allowedComplaints.push(NO_CAMERA_PICTURE);
  const { promise: gate, resolve: open } = Promise.withResolvers<null>();
  await page.route(/\/tiles\/1\//, async (route) => {
    await gate;
    await route.continue().catch(() => undefined);
  });
  await culling(page, folder, launch);
  const asked = page.waitForRequest(/\/images\/1\/tiles\/1\//);
  const ahead = page.waitForResponse(/\/images\/2\/tiles\/1\/.*/);
  await page.keyboard.press('z');
  await asked;
  await expect(coming(page)).toBeVisible();
  await isPressed(page, false);
  const blurred = await sharpness(page);
  await expectNoFindings(page);
  open(null);
  await isPressed(page, true);
  await expect(coming(page)).toHaveCount(0);
  await expect.poll(() => sharpness(page)).toBeGreaterThan(2 * blurred);

  // Whoever chooses the edited pictures has those of the next one made ahead; a crop is as many pixels wide as are left.
  await page.keyboard.press('v');
  await page.keyboard.press('v');
  await ahead;
  await isPressed(page, true);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'square.dng' })).toBeVisible();
  await expect(page.getByRole('main').locator('[data-image="2"]')).toBeVisible();
  await isPressed(page, true);
  await expect.poll(() => sharpness(page)).toBeGreaterThan(2 * blurred);
  const { width, height } = (await page.getByRole('main').locator('[data-image="2"]').boundingBox())!;
  expect([Math.round(width), Math.round(height)]).toEqual([2000, 2000]);

  // Each of compared pictures has its own.
  await page.keyboard.press('c');
  await expect(page.getByRole('figure')).toHaveCount(2);
  await expect(coming(page)).toHaveCount(0);
  await isPressed(page, true);
  await page.keyboard.press('z');
  await isPressed(page, false);
});

test('where nothing can make them, a preview is never called 100 %', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  allowedComplaints.push(NO_CAMERA_PICTURE, /503 \(Service Unavailable\)/);
  // Another place than that of its program library.
  const programs = join(folder, 'programs');
  await mkdir(programs);
  for (const name of ['darktable', 'darktable-cli'])
    await writeFile(join(programs, name), `#!/bin/sh\nexec /usr/bin/${name} "$@"\n`, { mode: 0o755 });
  await culling(page, folder, launch, programs);
  await page.keyboard.press('z');
  await expect(page.getByText('Enlarged preview')).toBeVisible();
  await isPressed(page, false);
  await expectNoFindings(page);
});

/** Four raws in which the camera left its own full-size picture, lighter than those that are rendered of the first two. */
async function withCameraPictures(folder: string): Promise<string> {
  const film = join(folder, 'Pictures');
  const previews = join(folder, 'data', 'previews', '3');
  await mkdir(film);
  await mkdir(previews, { recursive: true });
  const scene = stripes(WIDTH, HEIGHT);
  const file = dng(stripes(300, 200), {}, { preview: { jpeg: await jpeg(scene), width: WIDTH, height: HEIGHT } });
  const rendered = sharp(scene.data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } }).resize(1350, 900);
  const dark = await rendered.linear(0.5).jpeg().toBuffer();
  const images = [];
  for (const id of [1, 2, 3, 4]) {
    const filename = `shot-${id}.dng`;
    await writeFile(join(film, filename), file);
    if (id <= 2) await writeFile(join(previews, `${id}.jpg`), dark);
    const taken = `2024-05-01T12:00:0${9 - id}`;
    images.push({ id, film, filename, taken, raw: true, width: WIDTH, height: HEIGHT });
  }
  return makeLibrary({ folder: join(folder, 'darktable'), images }).file;
}

test('at 100 % a raw shows what the camera wrote, as tiles; the next one is there with the key, and side by side all are of one kind', async ({
  page,
  folder,
  launch,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, tile] = /\/images\/(\d+\/tiles\/1\/\S+)/.exec(request.url()) ?? [];
    if (tile !== undefined) asked.push(tile);
  });
  const of = (id: number) => asked.filter((tile) => tile.startsWith(`${id}/`));
  const tag = page.getByRole('main').getByRole('button', { name: 'Camera picture' });
  const safelight = await launch(await withCameraPictures(folder));
  await page.goto(await safelight.signInLink('/cull?shown=all'));
  await expect(page.locator('main [data-sharp]')).toBeVisible();
  const rendered = await brightness(page);
  await expect(tag).toHaveCount(0);
  // Whoever looks at a picture for a moment has its own pixels before the key.
  await expect.poll(() => of(1).length).toBeGreaterThan(3);
  await page.keyboard.press('z');
  await isPressed(page, true);
  await expect(tag).toBeVisible();
  expect(await brightness(page)).toBeGreaterThan(1.5 * rendered);
  expect(asked.every((tile) => tile.includes('source=camera'))).toBe(true);
  await expectNoFindings(page);

  const visible = of(1).length;
  await expect.poll(() => of(2)).toHaveLength(visible);
  await page.keyboard.press('ArrowRight');
  await isPressed(page, true);
  expect(of(2)).toHaveLength(visible);

  // One of them has not been rendered yet: all are shown as the camera wrote them.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('z');
  await page.keyboard.press('ArrowLeft');
  await expect(tag).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(page.getByRole('figure')).toHaveCount(2);
  await expect(tag).toHaveCount(2);
  await page.keyboard.press('v');
  await expect(tag).toHaveCount(1);
  await page.keyboard.press('v');
  await expect(tag).toHaveCount(2);
  await page.keyboard.press('z');
  await isPressed(page, true);
  const sizes = await page.evaluate<number[]>(
    "[...document.querySelectorAll('main img')].map(({ naturalWidth }) => naturalWidth)",
  );
  expect(Math.max(...sizes)).toBeLessThan(WIDTH);
});

/** The mean of the middle of the stage, as a person sees it. */
async function brightness(page: Page): Promise<number> {
  const box = (await page.getByRole('main').boundingBox())!;
  const clip = { x: box.x + 300, y: box.y + 200, width: 160, height: 120 };
  const { channels } = await sharp(await page.screenshot({ clip }))
    .greyscale()
    .stats();
  return channels[0]!.mean;
}

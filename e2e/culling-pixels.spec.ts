/** What is told to be 100 % has the photograph's own pixels, made by the real darktable. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { dng } from '../src/testing/pictures/dng.ts';
import { exposureParams, packParams } from '../src/testing/pictures/params.ts';
import { expectNoFindings } from './findings.ts';
import { expect, type Safelight, test } from './safelight.ts';
import { sharpness, stripes } from './stripes.ts';

/** More than any preview has. */
const [WIDTH, HEIGHT] = [3000, 2000];
type Launch = (library?: string, desktop?: NodeJS.ProcessEnv, programs?: string) => Promise<Safelight>;

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
  await safelight.command('settings', 'set', 'renderer', 'darktable-cli');
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
}) => {
  const { promise: gate, resolve: open } = Promise.withResolvers<null>();
  await page.route(/\/tiles\/1\//, async (route) => {
    await gate;
    await route.continue().catch(() => undefined);
  });
  await culling(page, folder, launch);
  const asked = page.waitForRequest(/\/images\/1\/tiles\/1\//);
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

  // Of the next picture they come by themselves; a crop is as many pixels wide as are left.
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
  allowedComplaints.push(/503 \(Service Unavailable\)/);
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

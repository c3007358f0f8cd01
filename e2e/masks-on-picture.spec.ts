/** Masks and shapes over the picture, and how a mask is made; rendered by the real darktable. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { FixtureImage } from '../src/testing/library-fixture.ts';
import { circle } from '../src/testing/develop-steps.ts';
import { dng } from '../src/testing/pictures/dng.ts';
import { blendParams, exposureParams, packParams } from '../src/testing/pictures/params.ts';
import { colourQuarters } from '../src/testing/pictures/pixels.ts';
import { field, open, stored } from './develop-page.ts';
import { expectNoFindings } from './findings.ts';
import { expect, expectPixels } from './safelight.ts';
import { developPage, type SharedSafelight, test } from './shared-safelight.ts';

const [WIDTH, HEIGHT] = [1200, 800];
/** Where the border of the circle is: its radius is 0.1 of the width, and the border 0.033. */
const BORDER = 0.612;
const CLONED_CIRCLE = 1 | 8;
const INSERT_SHAPE =
  'INSERT INTO masks_history (imgid, num, formid, form, name, version, points, points_count, source) VALUES (?, 2, ?, ?, ?, 6, ?, 1, ?)';

/** Exposure with a drawn circle, velvia with a parametric mask that is open, and retouch with a circle that it clones. */
async function makeMasked(rendering: SharedSafelight, film: string, image: number): Promise<FixtureImage> {
  await writeFile(join(film, 'quarters.dng'), dng(colourQuarters(WIDTH, HEIGHT)));
  const forms = Buffer.alloc(13_260);
  forms.writeInt32LE(1002, 0);
  forms.writeInt32LE(1, 8);
  const history = [
    {
      operation: 'exposure',
      module: 6,
      params: exposureParams(0.5),
      blend: blendParams({ maskMode: 3, colourSpace: 4, maskId: 1001 }),
    },
    {
      operation: 'velvia',
      module: 2,
      params: packParams('ff', 60, 1),
      blend: blendParams({ maskMode: 5, colourSpace: 4 }),
    },
    {
      operation: 'retouch',
      module: 3,
      params: forms,
      blend: blendParams({ maskMode: 3, colourSpace: 4, maskId: 1003 }),
    },
  ].map((step) => ({ ...step, blendVersion: 11 }));
  const insert = (...form: (number | string | Uint8Array | null)[]) => rendering.change(INSERT_SHAPE, image, ...form);
  for (const { id, type, name, points, source } of circle(0.5, 0.5)) insert(id, type, name, points, source);
  const source = packParams('ff', 0.25, 0.3);
  insert(1002, CLONED_CIRCLE, 'circle #2', packParams('ffff', 0.7, 0.6, 0.1, 0.03), source);
  insert(1003, 4, 'grp retouch', packParams('iiif', 1002, 1003, 3, 1), packParams('ff', 0, 0));
  return { filename: 'quarters.dng', raw: true, width: WIDTH, height: HEIGHT, history, isComplete: true };
}

/** How dense the yellow is at a place of the picture, 0 to 255. */
const denseAt = (page: Page, x: number, y: number) =>
  page.evaluate<number>(`(() => {
    const mask = document.querySelector('canvas[data-mask=there]');
    if (!mask) return -1;
    const [left, top] = [Math.floor(${x} * mask.width), Math.floor(${y} * mask.height)];
    return mask.getContext('2d').getImageData(left, top, 1, 1).data[3];
  })()`);
/** How light the shown picture is around a place, 0 to 255; less than that while it arrives. */
const lightAt = (page: Page, x: number, y: number) =>
  page.evaluate<number>(`(() => {
    const image = [...document.querySelectorAll('main img')].findLast(({ alt }) => alt.startsWith('quarters.dng'));
    if (!image?.complete || image.naturalWidth === 0) return -1;
    const context = new OffscreenCanvas(60, 40).getContext('2d');
    context.drawImage(image, 0, 0, 60, 40);
    const [red, green, blue] = context.getImageData(Math.floor(${x} * 60), Math.floor(${y} * 40), 1, 1).data;
    return (red + green + blue) / 3;
  })()`);

/** With all of the module in sight: nothing lies under a head or the search. */
async function expectNoFindingsInSight(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width, height: 4000 });
  // What was scrolled under the picture would count as hidden in part.
  await page.evaluate(
    `document.querySelectorAll('*').forEach((element) => element.scrollTop > 0 && (element.scrollTop = 0))`,
  );
  await expectNoFindings(page);
  await page.setViewportSize({ width, height });
}
const allModules = (page: Page) => page.getByRole('button', { name: 'All modules' });

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  const isPhone = width < 500;

  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height }, ...(isPhone && { hasTouch: true, isMobile: true }) });
    test.beforeEach(async ({ page, rendering }) => {
      const id = await rendering.add((film, image) => makeMasked(rendering, film, image));
      await page.goto(await rendering.signInLink(developPage(id)));
      await expectPixels(page.getByRole('main').getByRole('img', { name: /^quarters\.dng/ }));
    });

    test('the mask lies over the picture as darktable makes it, follows what is refined, and ends with the module', async ({
      page,
    }) => {
      await open(page, 'exposure');
      await page.getByText('drawn mask · normal · 100%').click();
      await page.getByRole('button', { name: 'show shapes on the picture' }).click();
      await expect(page.getByRole('img', { name: 'Shapes of exposure: circle #1' })).toBeVisible();
      const show = page.getByRole('button', { name: 'display mask and/or color channel' });
      await show.click();
      await expect(show).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(() => denseAt(page, 0.5, 0.5)).toBeGreaterThan(250);
      expect(await denseAt(page, 0.1, 0.1)).toBeLessThan(3);
      await expect(page.getByRole('img', { name: 'Mask of exposure' })).toBeVisible();
      await expectNoFindingsInSight(page);

      // The opacity of a mask is that of its borders.
      const before = await denseAt(page, BORDER, 0.5);
      const opacity = field(page, 'blending, mask opacity');
      await expect(opacity).toHaveValue('+0%');
      await opacity.fill('-60');
      await opacity.press('Enter');
      await stored(page);
      await expect.poll(() => denseAt(page, BORDER, 0.5)).toBeLessThan(before - 20);
      await page.getByRole('button', { name: 'undo', exact: true }).click();
      await expect(opacity).toHaveValue('+0%');
      await expect.poll(() => denseAt(page, BORDER, 0.5)).toBeGreaterThan(before - 3);

      if (isPhone) await allModules(page).click();
      await open(page, 'velvia');
      await expect(page.getByRole('img', { name: 'Mask of exposure' })).toHaveCount(0);
      await expect(page.getByRole('img', { name: /^Shapes of exposure/ })).toHaveCount(0);
    });

    test('the mask is switched off for a look, which stores nothing and ends with a second press', async ({ page }) => {
      const changes: string[] = [];
      page.on('request', (request) => {
        if (['PATCH', 'PUT', 'DELETE'].includes(request.method())) changes.push(request.url());
      });
      await open(page, 'exposure');
      await page.getByText('drawn mask · normal · 100%').click();
      const off = page.getByRole('button', { name: 'temporarily switch off blend mask' });
      await expect(off).toHaveAttribute('aria-pressed', 'false');
      // Outside the circle the module does nothing, and with no mask it does.
      const [outside, inside] = [await lightAt(page, 0.2, 0.2), await lightAt(page, 0.48, 0.48)];
      await off.click();
      await expect(off).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(() => lightAt(page, 0.2, 0.2)).toBeGreaterThan(outside + 10);
      expect(Math.abs((await lightAt(page, 0.48, 0.48)) - inside)).toBeLessThan(10);
      await expect(page.getByText('drawn mask · normal · 100%')).toBeVisible();
      await off.click();
      await expect(off).toHaveAttribute('aria-pressed', 'false');
      await expect.poll(() => lightAt(page, 0.2, 0.2)).toBeLessThan(outside + 3);
      expect(changes).toEqual([]);
    });

    test('a channel of a parametric mask is limited by its handles, and the mask shows it', async ({ page }) => {
      await open(page, 'velvia');
      await page.getByText('parametric mask · normal · 100%').click();
      await page.getByRole('button', { name: 'display mask and/or color channel' }).click();
      await expect.poll(() => denseAt(page, 0.02, 0.75)).toBeGreaterThan(250);
      const from = page.getByRole('slider', { name: 'blending, g, input, all from' });
      await from.focus();
      for (let press = 0; press < 4; press++) await page.keyboard.press('Shift+ArrowRight');
      await expect(from).toHaveAttribute('aria-valuetext', '40');
      await stored(page);
      await expect(page.getByRole('tab', { name: 'g', exact: true })).toHaveAccessibleDescription('in use');
      // The left of each quarter is dark.
      await expect.poll(() => denseAt(page, 0.02, 0.75)).toBeLessThan(100);
      await page.getByRole('tab', { name: 'Jz' }).click();
      const handle = page.getByRole('slider', { name: 'blending, Jz, input, nothing above' });
      await handle.scrollIntoViewIfNeeded();
      const { x, y, width: wide, height: high } = (await handle.boundingBox())!;
      await page.mouse.move(x + wide / 2, y + high - 4);
      await page.mouse.down();
      await page.mouse.move(x + wide / 2 - 60, y + high - 4, { steps: 5 });
      await page.mouse.up();
      await stored(page);
      expect(Number(await handle.getAttribute('aria-valuenow'))).toBeLessThan(0.9);
      await page.getByRole('combobox', { name: 'blending, combine masks' }).selectOption('inclusive');
      await stored(page);
      await expectNoFindingsInSight(page);
      await page.getByRole('radio', { name: 'uniformly' }).click();
      await expect(page.getByText('uniformly · normal · 100%')).toBeVisible();
    });

    test('retouch names its shapes and shows them with their sources', async ({ page }) => {
      await open(page, 'retouch');
      await expect(page.getByRole('list', { name: 'shapes' }).first()).toHaveText('circle #2: clone');
      await page.getByRole('button', { name: 'show shapes on the picture' }).first().click();
      const shapes = page.getByRole('img', { name: 'Shapes of retouch: circle #2, clone' });
      await expect(shapes).toBeVisible();
      await expect(shapes.locator('[data-shape=circle]')).toHaveCount(1);
      await expectNoFindingsInSight(page);
    });

    test('a kind of mask that lacks something is told', async ({ page }) => {
      await open(page, 'velvia');
      const kinds = page.getByRole('radiogroup', { name: 'blending, mask' });
      await expect(kinds.getByRole('radio')).toHaveCount(6);
      await expect(kinds.getByRole('radio', { name: 'parametric mask', exact: true })).toBeChecked();
      await kinds.getByRole('radio', { name: 'drawn mask', exact: true }).click({ force: true });
      await expect(page.getByText('No shape is drawn for this module. Draw one in darktable first.')).toBeVisible();
      await expect(kinds.getByRole('radio', { name: 'parametric mask', exact: true })).toBeChecked();
      await kinds.getByRole('radio', { name: 'off' }).click();
      await expect(kinds.getByRole('radio', { name: 'off' })).toBeChecked();
      await stored(page);
    });
  });
}

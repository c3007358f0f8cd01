/** Color pickers on the picture, and the fine tuning of the camera's presets; rendered by the real darktable. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dng } from '../src/testing/pictures/dng.ts';
import { exposureParams, packParams } from '../src/testing/pictures/params.ts';
import { colourQuarters } from '../src/testing/pictures/pixels.ts';
import { field, open } from './develop-page.ts';
import { expectNoFindings } from './findings.ts';
import { expect } from './safelight.ts';
import { developPage, paramsOf, type SharedSafelight, test } from './shared-safelight.ts';

const [WIDTH, HEIGHT] = [600, 400];
/** From XYZ to the colors of the camera that our DNG files are from. */
const MATRIX = [1.6203, -0.7686, -0.2493, -0.9689, 1.8758, 0.0415, 0.0348, -0.1275, 0.6606];
/** With these a gray of that camera is gray. */
const NEUTRAL = [2, 1, 1.6] as const;

const stored = async (page: Page) => {
  const { red, green, blue } = await paramsOf<Record<'red' | 'green' | 'blue', number>>(page, 'temperature');
  return [red, green, blue] as const;
};

/** White balance is set by hand in a picture of which the crop leaves the gray quarter. */
async function developingGray(page: Page, rendering: SharedSafelight) {
  const id = await rendering.add(async (film) => {
    await writeFile(join(film, 'quarters.dng'), dng(colourQuarters(WIDTH, HEIGHT)));
    return {
      filename: 'quarters.dng',
      raw: true,
      width: WIDTH,
      height: HEIGHT,
      maker: 'NIKON CORPORATION',
      model: 'NIKON D750',
      colorMatrix: Buffer.from(Float32Array.from(MATRIX).buffer),
      history: [
        { operation: 'temperature', module: 3, params: packParams('ffff', 1.5, 1, 2.2, Number.NaN) },
        // Half of each side is cut off at the left and the top: what is left is the gray quarter.
        { operation: 'exposure', module: 6, params: exposureParams(0) },
        { operation: 'crop', module: 1, params: packParams('ffffii', 0.5, 0.5, 1, 1, 0, 0) },
      ],
    };
  });
  await page.goto(await rendering.signInLink(developPage(id)));
  await page.getByText('Applied automatically: 1').click();
  await open(page, 'white balance');
}

test('a gray spot is picked, and becomes gray; a preset of the camera is tuned', async ({ page, rendering }) => {
  await developingGray(page, rendering);
  await page.getByRole('button', { name: 'from image area' }).click();
  const picker = page.getByRole('slider', { name: /^from image area/ });
  await expect(picker).toBeFocused();
  await expectNoFindings(page);
  await page.keyboard.press('ArrowRight');
  await expect(picker).toHaveAttribute('aria-valuetext', '51% from the left, 50% from the top');
  await page.keyboard.press('Enter');
  await expect(picker).toHaveCount(0);
  const away = async () => Math.max(...(await stored(page)).map((value, at) => Math.abs(value / NEUTRAL[at]! - 1)));
  await expect.poll(away).toBeLessThan(0.03);
  const found = await stored(page);

  // Left without a spot: nothing changes.
  await page.getByRole('button', { name: 'from image area' }).click();
  await expect(picker).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(picker).toHaveCount(0);
  expect(await stored(page)).toEqual(found);

  await expect(field(page, 'finetune')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'settings' }).selectOption('shade');
  await expect(field(page, 'finetune')).toHaveValue('+0 mired');
  // As wb_presets.json has them.
  const red = () => expect.poll(async () => (await stored(page))[0]);
  await red().toBeCloseTo(2.390625, 5);
  await field(page, 'finetune').fill('3');
  await field(page, 'finetune').press('Enter');
  await red().toBeCloseTo(2.460938, 5);
  await expect(field(page, 'finetune')).toHaveValue('+3 mired');
  await expect(page.getByRole('combobox', { name: 'settings' }).locator('option:checked')).toHaveText('shade');

  // Exposure gives an area the lightness that it aims at.
  await open(page, 'exposure');
  const pick = page.getByRole('button', { name: 'exposure: pick from the picture' });
  const area = page.getByRole('slider', { name: /^exposure: pick from the picture/ });
  const exposure = async () => (await paramsOf<{ exposure: number }>(page, 'exposure')).exposure;
  await pick.click();
  await expect(area).toBeFocused();
  await expectNoFindings(page);
  await page.keyboard.press('Enter');
  await expect(area).toHaveCount(0);
  await expect.poll(exposure).not.toBe(0);
  const toMiddle = await exposure();
  await page.getByText('spot exposure mapping').click();
  await field(page, 'spot exposure mapping, target, lightness').fill('25');
  await field(page, 'spot exposure mapping, target, lightness').press('Enter');
  await expect(page.locator('[data-target]')).toHaveCSS('background-color', /^lab\(25 0 0\)/);
  await pick.click();
  const { x, y, width, height } = (await area.boundingBox())!;
  await page.mouse.move(x + width * 0.45, y + height * 0.45);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.55, y + height * 0.55, { steps: 3 });
  await page.mouse.up();
  // A lightness of 50 % is 4.17 times the light of 25 %.
  await expect.poll(async () => 2 ** (toMiddle - (await exposure()))).toBeCloseTo(4.17, 1);

  // Measuring stores nothing: the target is what the area has now.
  const aim = field(page, 'spot exposure mapping, target, lightness');
  await aim.fill('70');
  await aim.press('Enter');
  const before = await exposure();
  await page.getByRole('combobox', { name: 'spot exposure mapping, spot mode' }).selectOption('measure');
  await pick.click();
  await page.keyboard.press('Enter');
  await expect(area).toHaveCount(0);
  await expect.poll(async () => Math.abs(Number.parseFloat(await aim.inputValue()) - 25)).toBeLessThan(2);
  await expect(page.getByText(/^L \d+\.\d%$/)).toBeVisible();
  expect(await exposure()).toBe(before);
  await expectNoFindings(page);
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport });

    test('the buttons store what the camera noted, and the reference of the camera', async ({ page, rendering }) => {
      await developingGray(page, rendering);
      const buttons = page.getByRole('group', { name: 'settings' });
      const one = (name: string) => buttons.getByRole('button', { name });
      const is = (name: string) => expect(one(name)).toHaveAttribute('aria-pressed', 'true');
      await is('user modified');
      await expectNoFindings(page);
      await one('camera reference').click();
      await is('camera reference');
      const red = () => expect.poll(async () => (await stored(page))[0]);
      await red().toBeCloseTo(2.000_183, 4);
      await expect(field(page, 'scene illuminant temp, temperature')).toHaveValue(/^650\d K$/);
      await one('as shot').click();
      await is('as shot');
      await red().toBe(2);
      await expect(page.getByRole('combobox', { name: 'settings' }).locator('option:checked')).toHaveText('as shot');
      await expect(one('camera reference')).toHaveAttribute('aria-pressed', 'false');
    });
  });
}

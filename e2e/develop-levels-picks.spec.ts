/** Levels set from the picture, by spots, by an area and by the whole; rendered by the real darktable. */
import type { Page } from '@playwright/test';
import { packParams } from '../src/testing/pictures/params.ts';
import { open } from './develop-page.ts';
import { expectNoFindings } from './findings.ts';
import { BRIGHT, DARK, developingBands, light, MIDDLE, WIDTH, HEIGHT } from './gray-bands.ts';
import { expect } from './safelight.ts';
import { paramsOf, test } from './shared-safelight.ts';

/** L of CIE Lab, of 1. */
const lightness = (value: number) => (116 * Math.cbrt(light(value)) - 16) / 100;

const START = [0, 0.5, 1];
const modules = [
  { operation: 'rgblevels', module: 1, params: packParams('iifffffffff', 0, 1, ...START, ...START, ...START) },
  { operation: 'levels', module: 2, params: packParams('iffffff', 0, 0, 50, 100, ...START) },
];

const levelsOf = async (page: Page, module: string) =>
  (await paramsOf<{ levels: number[] }>(page, module)).levels.flat();
const near = (...values: number[]) => values.map((value): unknown => expect.closeTo(value, 2));
const name = (level: string) => `${level}: pick from the picture`;

test('a spot sets one handle, an area or the whole picture all of them', async ({ page, rendering }) => {
  await developingBands(page, rendering, modules);
  const place = page.getByRole('slider', { name: /: pick from the picture|^auto region/ });
  const spot = async (level: string, across: number) => {
    await page.getByRole('button', { name: name(level) }).click();
    const { x, y, width, height } = (await place.boundingBox())!;
    const side = Math.min(width, height * (WIDTH / HEIGHT));
    await page.mouse.click(x + width / 2 + (across - 0.5) * side, y + height / 2);
    await expect(place).toHaveCount(0);
  };
  await open(page, 'levels');
  await page.getByRole('button', { name: 'auto', exact: true }).click();
  await expect.poll(async () => (await levelsOf(page, 'levels'))[2]).toBeLessThan(0.95);
  const [least, half, most] = (await levelsOf(page, 'levels')) as [number, number, number];
  expect(least).toBeLessThan(lightness(DARK));
  expect(least).toBeGreaterThan(0);
  expect(half).toBeCloseTo((least + most) / 2, 5);
  expect(most).toBeGreaterThan(lightness(BRIGHT) - 0.01);
  await spot('gray', 0.5);
  await expect.poll(() => levelsOf(page, 'levels')).toEqual(near(least, lightness(MIDDLE), most));
  await expect(page.getByRole('button', { name: 'auto region' })).toHaveCount(0);
  await open(page, 'levels');

  await open(page, 'rgb levels');
  await spot('gray', 0.5);
  await expect.poll(() => levelsOf(page, 'rgblevels')).toEqual(near(0, light(MIDDLE), 1, ...START, ...START));
  await spot('black', 1 / 6);
  await spot('white', 5 / 6);
  const all = near(light(DARK), light(MIDDLE), light(BRIGHT), ...START, ...START);
  await expect.poll(() => levelsOf(page, 'rgblevels')).toEqual(all);
  await expectNoFindings(page);

  await page.getByRole('button', { name: 'auto region' }).click();
  const { x, y, width, height } = (await place.boundingBox())!;
  await page.mouse.move(x + width / 2 - 5, y + height / 2 - 20);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 15, y + height / 2 + 20, { steps: 3 });
  await page.mouse.up();
  await expect(place).toHaveCount(0);
  const middle = light(MIDDLE);
  await expect.poll(async () => (await levelsOf(page, 'rgblevels')).slice(0, 3)).toEqual(near(middle, middle, middle));

  await page.getByRole('combobox', { name: 'mode' }).selectOption('RGB, independent channels');
  await page.getByRole('tab', { name: 'B', exact: true }).click();
  await page.getByRole('button', { name: 'auto', exact: true }).click();
  // The edges of the bands are a little darker and lighter than the bands.
  await expect.poll(async () => (await levelsOf(page, 'rgblevels'))[8]).toBeLessThan(light(BRIGHT) + 0.05);
  const [black, gray, white] = (await levelsOf(page, 'rgblevels')).slice(6) as [number, number, number];
  expect(black).toBeLessThan(light(DARK));
  expect(white).toBeGreaterThan(light(BRIGHT));
  expect(gray).toBeCloseTo((black + white) / 2, 5);
});

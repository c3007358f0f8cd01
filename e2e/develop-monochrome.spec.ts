/** The field of colors of monochrome, with the spot that its filter lets through. */
import type { Page } from '@playwright/test';
import { packParams } from '../src/testing/pictures/params.ts';
import { developing, field, open } from './develop-page.ts';
import { expectNoFindings } from './findings.ts';
import { glide, type Point } from './fingers.ts';
import { expect } from './safelight.ts';
import { paramsOf, test } from './shared-safelight.ts';

/** darktable's preset "red filter". */
const monochrome = { operation: 'monochrome', module: 2, params: packParams('ffff', 32, 64, 2.3, 0) };
const spot = (page: Page) => page.getByRole('slider', { name: 'Color that passes the filter' });
/** What is stored. */
const now = async (page: Page) => {
  const { a, b, size } = await paramsOf<{ a: number; b: number; size: number }>(page, 'monochrome');
  return [a, b, size].map((value) => Number(value.toFixed(2)));
};

test('the spot is dragged to a color, moved by keys, made wider by the wheel, and reset', async ({ page, shared }) => {
  await page.setViewportSize({ width: 1280, height: 1200 });
  await developing(page, shared, [monochrome]);
  await open(page, 'monochrome');
  await expect(spot(page)).toHaveAttribute('aria-valuetext', 'a 32, b 64, size 2.3');
  await expectNoFindings(page);
  const { x, y, width, height } = (await page.getByRole('group', { name: 'Color filter' }).boundingBox())!;
  await page.mouse.move(x + width * 0.625, y + height * 0.25);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.25, y + height * 0.75, { steps: 4 });
  await page.mouse.up();
  const near = (to: number[]) =>
    expect.poll(async () => (await now(page)).every((value, at) => Math.abs(value - to[at]!) < 1));
  await near([-64, -64, 2.3]).toBe(true);
  const [a, b] = (await now(page)) as [number, number];
  await expect(spot(page)).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => now(page)).toEqual([Number((a + 10).toFixed(2)), Number((b + 1).toFixed(2)), 2.3]);
  await page.mouse.wheel(0, 100);
  await expect.poll(async () => (await now(page))[2]).toBe(2.4);
  await expect(field(page, 'size')).toHaveValue('2.40');
  await spot(page).press('Delete');
  await expect.poll(() => now(page)).toEqual([0, 0, 2]);
});

test.describe('with fingers', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the spot is dragged where it is held, and beside it the panel scrolls', async ({ page, shared }) => {
    await developing(page, shared, [{ ...monochrome, params: packParams('ffff', 0, 0, 2, 0) }]);
    await open(page, 'monochrome');
    const plot = page.getByRole('group', { name: 'Color filter' });
    await plot.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await plot.boundingBox())!;
    const at = (across: number, down: number): Point => [x + width * across, y + height * down];
    await glide(page, { from: at(0.53, 0.5), to: at(0.78, 0.25) });
    await expect
      .poll(async () => Math.abs((await now(page))[0]! - 64) + Math.abs((await now(page))[1]! - 64))
      .toBeLessThan(3);
    const stored = await now(page);
    const before = (await plot.boundingBox())!.y;
    await glide(page, { from: at(0.25, 0.7), to: at(0.25, 0.4) });
    await expect.poll(async () => before - (await plot.boundingBox())!.y).toBeGreaterThan(20);
    expect(await now(page)).toEqual(stored);
  });
});

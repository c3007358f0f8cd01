/** The handles of levels. */
import type { Page } from '@playwright/test';
import { glide, middle } from './fingers.ts';
import { packParams } from '../src/testing/pictures/params.ts';
import { developing, open, stored } from './develop-page.ts';
import { expectNoFindings } from './findings.ts';
import { expect } from './safelight.ts';
import { paramsOf, test } from './shared-safelight.ts';

const levels = { operation: 'levels', module: 2, params: packParams('iffffff', 0, 0, 50, 100, 0, 0.5, 1) };
const handle = (page: Page, name: string) => page.getByRole('slider', { name: `levels, ${name}` });
/** What is stored. */
const now = async (page: Page) => (await paramsOf<{ levels: number[] }>(page, 'levels')).levels;

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport });

    test('black is dragged and gray keeps its place; keys go a step, ten with Shift', async ({ page, shared }) => {
      await developing(page, shared, [levels]);
      await open(page, 'levels');
      const black = handle(page, 'black');
      await black.scrollIntoViewIfNeeded();
      await expectNoFindings(page);
      const [from, to] = [(await black.boundingBox())!, (await handle(page, 'white').boundingBox())!];
      const [y, whole] = [from.y + from.height / 2, to.x - from.x];
      await page.mouse.move(from.x + from.width / 2, y);
      await page.mouse.down();
      await page.mouse.move(from.x + from.width / 2 + whole * 0.2, y, { steps: 4 });
      await page.mouse.up();
      await stored(page);
      await expect.poll(async () => Math.abs((await now(page))[0]! - 0.2)).toBeLessThan(0.01);
      const [dark, gray, white] = (await now(page)) as [number, number, number];
      expect(gray).toBeCloseTo((dark + white) / 2, 5);

      await handle(page, 'white').press('Shift+ArrowLeft');
      await expect.poll(async () => (await now(page))[2]).toBeCloseTo(0.9, 5);
      await handle(page, 'gray').press('ArrowRight');
      await expect.poll(async () => (await now(page))[1]!).toBeCloseTo((dark + 0.9) / 2 + 0.01, 4);
      await page.getByRole('combobox', { name: 'mode' }).selectOption('automatic');
      await expect(black).toHaveCount(0);
    });
  });
}

test.describe('with fingers', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('handles are as wide as a finger, and of two that lie on each other the nearer one is dragged', async ({
    page,
    shared,
  }) => {
    const close = { ...levels, params: packParams('iffffff', 0, 0, 50, 100, 0, 0.06, 1) };
    await developing(page, shared, [close]);
    await open(page, 'levels');
    const [black, gray, white] = [handle(page, 'black'), handle(page, 'gray'), handle(page, 'white')];
    await black.scrollIntoViewIfNeeded();
    const [atBlack, atGray, atWhite] = [
      (await black.boundingBox())!,
      (await gray.boundingBox())!,
      (await white.boundingBox())!,
    ];
    for (const { width, height } of [atBlack, atGray, atWhite])
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    // Where gray's handle lies over black's, but black is nearer.
    const [x, y] = middle(atBlack);
    const whole = middle(atWhite)[0] - x;
    await glide(page, { from: [x + 2, y], to: [x + 2 + whole * 0.1, y] });
    await expect.poll(async () => Math.abs((await now(page))[0]! - 0.1)).toBeLessThan(0.01);
    await expect(black).toBeFocused();
  });
});

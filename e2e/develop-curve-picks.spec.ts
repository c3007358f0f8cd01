/** Colors of the picture in the drawings of curves, and curves made from them; rendered by the real darktable. */
import type { Page } from '@playwright/test';
import { field, open } from './develop-page.ts';
import { expectNoFindings } from './findings.ts';
import { BRIGHT, DARK, developingBands, HEIGHT, light, MIDDLE, WIDTH } from './gray-bands.ts';
import { expect } from './safelight.ts';
import { paramsOf, test } from './shared-safelight.ts';

/** Three straight curves of two points, with 20 places each; `rest`: what stands behind them. */
function straight(...rest: number[]): Buffer {
  const params = Buffer.alloc(504 + 4 * rest.length);
  for (const channel of [0, 1, 2]) {
    params.writeFloatLE(1, 160 * channel + 8);
    params.writeFloatLE(1, 160 * channel + 12);
    params.writeInt32LE(2, 480 + 4 * channel);
    params.writeInt32LE(2, 492 + 4 * channel);
  }
  rest.forEach((value, at) => params.writeInt32LE(value, 504 + 4 * at));
  return params;
}
const RGB_LINKED = 3;
const modules = [
  { operation: 'rgbcurve', module: 1, params: straight(0, 0, 1) },
  { operation: 'tonecurve', module: 5, params: straight(RGB_LINKED, 0, 1, 1) },
];

const pointsOf = async (page: Page, module: string, name: string) => {
  const params = await paramsOf<Record<string, { x: number; y: number }[][]>>(page, module);
  return params[name]![0]!.filter(({ x }, at) => at === 0 || x > 0).map(({ x, y }) => [x, y]);
};

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport });

    test('a spot is marked, the axes are scaled, and an area makes a curve', async ({ page, rendering }) => {
      await developingBands(page, rendering, modules);
      await open(page, 'tone curve');
      // What reaches the module lies behind it.
      await expect(page.locator('[data-histogram]')).toHaveAttribute('d', /^M0 240L/);
      const mark = page.getByRole('button', { name: 'mark a color of the picture' });
      const place = page.getByRole('slider', { name: /^mark a color|^curve from an area/ });
      await mark.click();
      await place.press('Enter');
      await expect(place).toHaveCount(0);
      const lightness = 116 * Math.cbrt(light(MIDDLE)) - 16;
      const told = (text: string) => Number(text.split(' → ')[0]);
      const words = page.getByText(/^[\d.]+ → [\d.]+$/);
      await expect.poll(async () => Math.abs(told(await words.innerText()) - lightness)).toBeLessThan(1);
      const line = page.locator('[data-mark] path').last();
      const across = async () => (await line.boundingBox())!.x;
      const even = await across();
      await field(page, 'scale for graph').fill('40');
      await field(page, 'scale for graph').press('Enter');
      await expect.poll(across).toBeGreaterThan(even + 20);
      await expectNoFindings(page);
      // A point can be dragged where it is drawn, and another one is where the pointer is.
      const plot = page.getByRole('group', { name: /^Curve\./ });
      await plot.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await plot.boundingBox())!;
      await page.mouse.click(x + width / 2, y + height / 2);
      const half = (Math.sqrt(41) - 1) / 40;
      const near = (value: number) => expect.closeTo(value, 2) as unknown;
      await expect
        .poll(() => pointsOf(page, 'tonecurve', 'tonecurve'))
        .toEqual([
          [0, 0],
          [near(half), near(half)],
          [1, 1],
        ]);
      await mark.click();
      await expect(words).toHaveCount(0);
      await open(page, 'tone curve');

      await open(page, 'rgb curve');
      await page.getByRole('button', { name: 'curve from an area' }).click();
      const room = (await place.boundingBox())!;
      const side = Math.min(room.width, room.height * (WIDTH / HEIGHT));
      const middle = [room.x + room.width / 2, room.y + room.height / 2] as const;
      await page.mouse.move(middle[0] - side * 0.4, middle[1]);
      await page.mouse.down();
      await page.mouse.move(middle[0] + side * 0.4, middle[1] + 10, { steps: 4 });
      await page.mouse.up();
      await expect(place).toHaveCount(0);
      await expect.poll(async () => (await pointsOf(page, 'rgbcurve', 'curve_nodes')).length).toBeGreaterThan(4);
      const points = await pointsOf(page, 'rgbcurve', 'curve_nodes');
      expect(points.every(([across, up]) => across === up)).toBe(true);
      expect(points[1]![0]).toBeLessThan(light(DARK) + 0.005);
      expect(points.at(-2)![0]).toBeGreaterThan(light(BRIGHT) - 0.005);
    });
  });
}

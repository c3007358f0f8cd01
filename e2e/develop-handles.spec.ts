/** Forms that lie over the picture: the line of graduated density, the ellipses of vignetting. */
import { packParams } from '../src/testing/pictures/params.ts';
import { usualParams } from '../src/testing/usual-params.ts';
import { developing, field, open, stored } from './develop-page.ts';
import { expectNoFindings } from './findings.ts';
import { expect } from './safelight.ts';
import { test } from './shared-safelight.ts';

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`the line of graduated density and the ellipses of vignetting are pulled on the picture, ${width} px`, async ({
    page,
    shared,
  }) => {
    await page.setViewportSize({ width, height });
    await developing(page, shared, [
      { operation: 'graduatednd', module: 1, params: Buffer.from(usualParams('graduatednd', 1)) },
      // All of its handles are on the picture.
      { operation: 'vignette', module: 4, params: packParams('ffffffiffii', 40, 10, -0.5, -0.5, 0, 0, 0, 1, 1, 0, 0) },
    ]);
    await open(page, 'graduated density');
    const form = page.getByRole('group', { name: 'Handles of graduated density' });
    const line = form.getByRole('slider', { name: 'Position of the line' });
    await expect(line).toHaveAttribute('aria-valuetext', '50 %');
    await expectNoFindings(page);
    const pull = async (handle: string, [right, down]: [number, number], on = form) => {
      const box = (await on.locator(`[data-handle="${handle}"]`).boundingBox())!;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + right, y + down, { steps: 5 });
      await page.mouse.up();
      await stored(page);
    };
    const picture = (await form.boundingBox())!;
    await pull('line', [0, picture.height / 4]);
    await expect(line).toHaveAttribute('aria-valuetext', '75 %');
    await line.focus();
    await page.keyboard.press('Shift+ArrowUp');
    await expect(line).toHaveAttribute('aria-valuetext', '65 %');
    await stored(page);
    // From a tenth to nine tenths of the width: 0.4 of the height in 0.8 of the width.
    await pull('to', [0, -0.4 * picture.height]);
    await expect.poll(async () => Math.round(Number.parseFloat(await field(page, 'rotation').inputValue()))).toBe(27);

    // A phone shows one module at a time.
    await page.reload();
    await open(page, 'vignetting');
    const ellipses = page.getByRole('group', { name: 'Handles of vignetting' });
    await expect(form).toHaveCount(0);
    await pull('middle', [picture.width / 10, 0], ellipses);
    await expect
      .poll(async () => Number.parseFloat(await field(page, 'position / form, horizontal center').inputValue()))
      .toBeCloseTo(0.2, 1);
    await pull('scale-x', [-picture.width / 10, 0], ellipses);
    await expect
      .poll(async () => Number.parseFloat(await field(page, 'position / form, width/height ratio').inputValue()))
      .toBeLessThan(1);
    await expectNoFindings(page);
    // Switched off, nothing of it lies over the picture.
    await page.getByRole('switch', { name: /^vignetting/ }).click();
    await expect(ellipses).toHaveCount(0);
  });
}

/** Other ways to look at a picture: before and after with a divider, clipped pixels, the color under the pointer. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { exposureParams } from '../src/testing/pictures/params.ts';
import { expectNoFindings } from './findings.ts';
import { expect, signIn } from './safelight.ts';
import { developPage, type SharedSafelight, test } from './shared-safelight.ts';

const [WIDTH, HEIGHT] = [900, 600];
/** A third each: all channels at their upper end, a color, all channels at their lower end. */
const COLOR = { r: 200, g: 120, b: 40 };

/** One picture, opened to be developed; returns where it is on the page. */
async function looking(page: Page, shared: SharedSafelight) {
  const third = (background: typeof COLOR) =>
    sharp({ create: { width: WIDTH / 3, height: HEIGHT, channels: 3, background } })
      .png()
      .toBuffer();
  const id = await shared.add(async (film) => {
    await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: COLOR } })
      .composite([
        { input: await third({ r: 255, g: 255, b: 255 }), left: 0, top: 0 },
        { input: await third({ r: 0, g: 0, b: 0 }), left: (WIDTH / 3) * 2, top: 0 },
      ])
      .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
      .toFile(join(film, 'thirds.jpg'));
    const history = [{ operation: 'exposure', module: 6, params: exposureParams(0) }];
    return { filename: 'thirds.jpg', width: WIDTH, height: HEIGHT, history };
  });
  await signIn(page, shared);
  await page.goto(`${shared.url}${developPage(id)}`);
  await expect(page.getByRole('toolbar', { name: 'Edits and views' })).toBeVisible();
  const picture = page.getByRole('img', { name: /^thirds\.jpg/ }).first();
  await expect(picture).toBeVisible();
  return (await picture.boundingBox())!;
}

test('O marks what is clipped, red at the upper end and blue at the lower one', async ({ page, shared }) => {
  await looking(page, shared);
  const button = page.getByRole('button', { name: 'Show clipped pixels' });
  await page.keyboard.press('o');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  const shares = () =>
    page.evaluate<[number, number]>(`(() => {
      const marks = document.querySelector('canvas[data-clipping]');
      const copy = new OffscreenCanvas(marks.width, marks.height).getContext('2d', { willReadFrequently: true });
      copy.drawImage(marks, 0, 0);
      const { data } = copy.getImageData(0, 0, marks.width, marks.height);
      let [upper, lower] = [0, 0];
      for (let at = 0; at < data.length; at += 4)
        if (data[at + 3] > 0) data[at] > data[at + 2] ? upper++ : lower++;
      return [upper, lower].map((count) => count / (data.length / 4));
    })()`);
  await expect.poll(async () => Math.abs((await shares())[0] - 1 / 3)).toBeLessThan(0.05);
  expect(Math.abs((await shares())[1] - 1 / 3)).toBeLessThan(0.05);
  await expectNoFindings(page);
  await button.click();
  await expect(page.locator('canvas[data-clipping]')).toHaveCount(0);
});

test('the color under the pointer is told in red, green and blue', async ({ page, shared }) => {
  const { x, y, width, height } = await looking(page, shared);
  const readout = page.getByTitle('Red, green and blue under the pointer');
  const toldAt = async (share: number) => {
    await page.mouse.move(x + width * share - 2, y + height / 2);
    await page.mouse.move(x + width * share, y + height / 2);
    return ((await readout.textContent())!.match(/\d+/g) ?? []).map(Number);
  };
  // The pixels are read when the pointer comes.
  await expect.poll(() => toldAt(0.5)).toHaveLength(3);
  const told = await toldAt(0.5);
  for (const [at, value] of Object.values(COLOR).entries()) expect(Math.abs(told[at]! - value)).toBeLessThanOrEqual(3);
  expect(await toldAt(0.1)).toEqual([255, 255, 255]);
  await page.getByRole('searchbox').hover();
  await expect(readout).toHaveText('');
});

test('Y puts before and after side by side; the divider is dragged, and moved by keys', async ({ page, shared }) => {
  const { x, y, width, height } = await looking(page, shared);
  await page.keyboard.press('y');
  const divider = page.getByRole('slider', { name: 'Divider between before and after' });
  await expect(divider).toHaveAttribute('aria-valuenow', '50');
  await expect(page.getByRole('img', { name: 'Before' })).toBeVisible();
  const middle = async () => {
    const box = (await divider.boundingBox())!;
    return box.x + box.width / 2;
  };
  expect(Math.abs((await middle()) - (x + width / 2))).toBeLessThan(2);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 4, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(divider).toHaveAttribute('aria-valuenow', '25');
  expect(Math.abs((await middle()) - (x + width / 4))).toBeLessThan(2);
  await divider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(divider).toHaveAttribute('aria-valuenow', '27');
  await expectNoFindings(page);
  // Held, all of the picture is the earlier one.
  await page.getByRole('main').focus();
  await page.keyboard.down('b');
  await expect(divider).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Before' })).toBeVisible();
  await page.keyboard.up('b');
  await expect(divider).toBeVisible();
  await page.keyboard.press('y');
  await expect(divider).toHaveCount(0);
});

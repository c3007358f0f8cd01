/** The crop, set on the picture that the real darktable renders without it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dng } from '../src/testing/pictures/dng.ts';
import { packParams } from '../src/testing/pictures/params.ts';
import { colourQuarters } from '../src/testing/pictures/pixels.ts';
import { field, open, stored } from './develop-page.ts';
import { expectNoFindings } from './findings.ts';
import { expect } from './safelight.ts';
import { developPage, paramsOf, test } from './shared-safelight.ts';

const [WIDTH, HEIGHT] = [1200, 800];

test('the crop is dragged on the whole picture, by its corners and by keys, and stored once it is taken', async ({
  page,
  rendering,
}) => {
  const id = await rendering.add(async (film) => {
    await writeFile(join(film, 'quarters.dng'), dng(colourQuarters(WIDTH, HEIGHT)));
    // A quarter from each side, freehand.
    const params = packParams('ffffii', 0.25, 0.25, 0.75, 0.75, 0, 0);
    const history = [{ operation: 'crop', module: 1, params }];
    return { filename: 'quarters.dng', raw: true, width: WIDTH, height: HEIGHT, history };
  });
  await page.goto(await rendering.signInLink(developPage(id)));
  await expect(page.getByRole('button', { name: 'crop', exact: true })).toBeVisible();
  const onPicture = page.getByRole('button', { name: 'Crop on the picture' });
  const whole = page.getByRole('img', { name: 'Whole picture' });
  const frame = page.getByRole('group', { name: /^Crop frame/ });
  await page.keyboard.press('c');
  await expect(whole).toBeVisible();
  await expect(onPicture).toHaveAttribute('aria-pressed', 'true');
  const box = (await whole.boundingBox())!;
  expect(box.width / box.height).toBeCloseTo(WIDTH / HEIGHT, 1);
  const before = (await frame.boundingBox())!;
  expect(before.width / box.width).toBeCloseTo(0.5, 1);
  await expectNoFindings(page);
  await expect(frame.locator('line')).toHaveCount(4);
  const guides = page.getByRole('combobox', { name: 'Guides' });
  await guides.selectOption('harmonious triangles');
  await expect(frame.locator('line')).toHaveCount(3);
  const reach = await frame.locator('line').first().getAttribute('x2');
  expect(Math.abs(Number(reach) - before.width)).toBeLessThan(1);

  // The upper left corner goes to the tenth of the picture.
  await page.mouse.move(before.x, before.y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.1, { steps: 4 });
  await page.mouse.up();
  const dragged = (await frame.boundingBox())!;
  expect(Math.abs((dragged.x - box.x) / box.width - 0.1)).toBeLessThan(0.01);
  await frame.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await expect(whole).toHaveCount(0);
  await page.getByText('margins', { exact: true }).click();
  await expect(field(page, 'margins, left')).toHaveValue(/^1[01]\.\d\d%$/);
  await expect(field(page, 'margins, right')).toHaveValue('24.00%');
  await expect(field(page, 'margins, bottom')).toHaveValue('24.00%');
  await stored(page);

  // Left without taking it: nothing changes, and the picture stays open.
  await onPicture.click();
  await expect(whole).toBeVisible();
  await frame.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(whole).toHaveCount(0);
  await expect(field(page, 'margins, right')).toHaveValue('24.00%');

  // Another aspect is chosen beside the picture, which comes for it; dragging keeps it, and it can be turned and typed.
  const aspect = page.getByRole('combobox', { name: 'aspect' });
  await expect(aspect).toHaveValue('0');
  await aspect.selectOption('16:9, HDTV  1.78');
  await expect(whole).toBeVisible();
  const shape = async () => {
    const { width, height } = (await frame.boundingBox())!;
    return width / height;
  };
  await expect.poll(shape).toBeCloseTo(16 / 9, 1);
  const corner = (await frame.boundingBox())!;
  await page.mouse.move(corner.x + corner.width, corner.y + corner.height);
  await page.mouse.down();
  await page.mouse.move(corner.x + corner.width - 60, corner.y + corner.height - 5, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await frame.boundingBox())!.width).toBeLessThan(corner.width - 5);
  expect(await shape()).toBeCloseTo(16 / 9, 1);
  await page.getByRole('button', { name: 'turn the aspect' }).click();
  await expect.poll(shape).toBeCloseTo(9 / 16, 1);
  await aspect.selectOption('other …');
  const typed = page.getByRole('textbox', { name: 'other …' });
  await expect(typed).toBeFocused();
  await typed.fill('7:0');
  await typed.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Width to height, such as 7:6 or 1.85');
  await typed.fill('7:6');
  await typed.press('Enter');
  await expect.poll(shape).toBeCloseTo(6 / 7, 1);
  await expect(aspect.locator('option:checked')).toHaveText('7:6 1.17');
  await page.getByRole('button', { name: 'Crop', exact: true }).click();
  await expect(whole).toHaveCount(0);
  const kept = async () => {
    const { ratio_n, ratio_d } = await paramsOf<{ ratio_n: number; ratio_d: number }>(page, 'crop');
    return [ratio_n, ratio_d];
  };
  await expect.poll(kept).toEqual([6, -7]);

  // The angle is a line on the picture, and guides lie over it while the module is open.
  await page.getByRole('searchbox').fill('rotate and');
  await page.getByText('rotate and perspective', { exact: true }).click();
  await expect(field(page, 'rotation')).toHaveValue('+0.00°');
  await page.getByRole('combobox', { name: 'Guides' }).selectOption('grid');
  await expect(page.locator('[data-guide=grid] line')).toHaveCount(36);
  await page.getByRole('button', { name: 'Draw the angle' }).click();
  const room = page.getByRole('group', { name: 'Draw the angle' });
  const { x, y } = (await room.boundingBox())!;
  await page.mouse.move(x + 200, y + 200);
  await page.mouse.down();
  await page.mouse.move(x + 400, y + 220, { steps: 4 });
  await expectNoFindings(page);
  await page.mouse.up();
  await expect(room).toHaveCount(0);
  await expect(field(page, 'rotation')).toHaveValue('+5.71°');
  // What is turned is cropped with it, and taken back with it.
  const left = async () => (await paramsOf<{ cl: number }>(page, 'ashift')).cl;
  expect(await left()).toBeGreaterThan(0.03);
  await field(page, 'rotation').fill('0');
  await field(page, 'rotation').press('Enter');
  await expect.poll(left).toBe(0);
  await open(page, 'rotate and perspective');
  await expect(page.locator('[data-guide]')).toHaveCount(0);
});

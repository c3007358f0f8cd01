import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { makeRichLibrary } from './rich-library.ts';
import { expect, expectPixels, PICTURES, type Safelight, signIn, test, tile } from './safelight.ts';

const jpeg = (background: string, width = 720) =>
  sharp({ create: { width, height: Math.round((width * 2) / 3), channels: 3, background } })
    .jpeg()
    .toBuffer();

/** A file as the bridge leaves it: complete from the start. */
async function leave(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.tmp`, bytes);
  await rename(`${file}.tmp`, file);
}

/** What the bridge does with a job from the refresh queue. */
async function renderPreviews({ dataDir }: Safelight, id: number, background: string): Promise<void> {
  const bytes = await jpeg(background);
  for (const level of ['1', '2', '3', '4', '5']) await leave(join(dataDir, 'previews', level, `${id}.jpg`), bytes);
}

test.describe('a picture', () => {
  test('is seen pixel by pixel, and the next one too', async ({ signedIn: page, safelight }) => {
    await page.goto(`${safelight.url}/images/1`);
    const picture = page.getByRole('main').getByRole('img', { name: /^harbour-001\.jpg/ });
    await expectPixels(picture, 700);
    const fitted = (await picture.boundingBox())!;
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const level = page.getByTitle('Fit (Z)');
    await expect(level).toBeVisible();
    const larger = (await picture.boundingBox())!;
    expect(larger.width).toBeGreaterThan(1.3 * fitted.width);
    // The window moves over it.
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(async () => (await picture.boundingBox())!.x).toBeLessThan(larger.x);
    const words = await level.textContent();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'larch-002.jpg' })).toBeVisible();
    await expect(level).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(level).toHaveText(words!);
    await page.keyboard.press('z');
    await expect(page.getByTitle('100 % (Z)')).toHaveText('Fit');
    await expect.poll(async () => Math.round((await picture.boundingBox())!.width)).toBe(Math.round(fitted.width));
  });

  test('stands still under the pointer that zooms into it', async ({ signedIn: page, safelight }) => {
    await page.goto(`${safelight.url}/images/1`);
    const picture = page.getByRole('main').getByRole('img', { name: /^harbour-001\.jpg/ });
    await expectPixels(picture, 700);
    const before = (await picture.boundingBox())!;
    const at = { x: before.x + before.width * 0.7, y: before.y + before.height * 0.6 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, -400);
    await expect.poll(async () => (await picture.boundingBox())!.width).toBeGreaterThan(1.2 * before.width);
    const after = (await picture.boundingBox())!;
    expect((at.x - after.x) / after.width).toBeCloseTo(0.7, 1);
    expect((at.y - after.y) / after.height).toBeCloseTo(0.6, 1);
  });

  test('has its neighbors below it and its colors beside it', async ({ signedIn: page, safelight }) => {
    await page.goto(`${safelight.url}/images/5`);
    const strip = page.getByRole('list', { name: 'Neighbors' });
    await expect(strip.getByRole('link', { name: /^harbour-005\.jpg/ })).toHaveAttribute('aria-current', 'true');
    await strip.getByRole('link', { name: /^harbour-007\.jpg/ }).click();
    await expect(page.getByText(`7 of ${PICTURES}`)).toBeVisible();
    await expect(page.getByRole('img', { name: 'Histogram of the preview' }).locator('path')).toHaveCount(6);
  });

  test('leads to all with its tag, and to its place on a map', async ({ page, folder, launch, safelight: _ }) => {
    const safelight = await launch(await makeRichLibrary(folder));
    await signIn(page, safelight);
    await page.goto(`${safelight.url}/images/1`);
    await expect(page.getByRole('link', { name: 'Show on a map' })).toHaveAttribute(
      'href',
      /mlat=64\.0784&mlon=-16\.2306/,
    );
    await page.getByRole('complementary').getByRole('link', { name: 'Pictures' }).click();
    await expect(page).toHaveURL(/\?film=1$/);
    await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  });
});

test.describe('what darktable renders', () => {
  let safelight: Safelight;
  test.beforeEach(async ({ page, folder, launch }) => {
    safelight = await launch(await makeRichLibrary(folder));
    await signIn(page, safelight);
  });

  test('is asked for, waited for, and shown', async ({ page }) => {
    await page.goto(safelight.url);
    await tile(page, /^larch-002\.jpg/).click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('button', { name: 'Refresh previews' }).click();
    await expect(page.getByText('New previews of 1 picture requested')).toBeVisible();
    const queue = await readFile(join(safelight.dataDir, 'queues', 'refresh.queue'), 'utf8').catch(() => '2\n');
    expect(queue).toContain('2\n');
    await renderPreviews(safelight, 2, '#2040c0');
    await expect(tile(page, /^larch-002\.jpg, 1 star$/)).toBeVisible();
  });

  test('an edit makes a new picture; B shows the one before', async ({ page }) => {
    await renderPreviews(safelight, 1, '#c02020');
    await page.goto(`${safelight.url}/images/1?panel=develop`);
    const picture = page.getByRole('main').getByRole('img', { name: /^harbour-001\.jpg/ });
    await expectPixels(picture, 700);
    const source = () => picture.evaluate((image: { src: string }) => image.src);
    const before = await source();
    await page.getByRole('switch', { name: 'tone curve on or off' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
    await renderPreviews(safelight, 1, '#20c020');
    await expect(page.getByRole('status').filter({ hasText: 'Saved. The picture is up to date.' })).toBeVisible();
    expect(await source()).not.toBe(before);

    await page.keyboard.down('b');
    const shown = page.getByRole('img', { name: 'Before' });
    await expect(shown).toBeVisible();
    expect(await shown.evaluate((image: { src: string }) => image.src)).toBe(before);
    // It ends with the key, whatever is held by then.
    await page.keyboard.down('Control');
    await page.keyboard.up('b');
    await expect(shown).toHaveCount(0);
    await page.keyboard.up('Control');
  });

  test('an export is asked for, waited for, and saved', async ({ page }) => {
    await page.goto(`${safelight.url}/images/1`);
    await page.getByRole('button', { name: 'Download' }).click();
    const menu = page.getByRole('dialog', { name: 'Download' });
    await expect(menu.getByRole('link', { name: /This preview/ })).toHaveAttribute(
      'download',
      'harbour-001-preview.jpg',
    );
    // The request removes the previous export: one written earlier would be removed too.
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/images/1/export'));
    await menu.getByRole('button', { name: /Full-size export/ }).click();
    // Only where somebody renders is anything under way.
    await expect(menu).toContainText('Nobody renders');
    await expect(menu.getByRole('progressbar')).toHaveCount(0);
    expect((await asked).status()).toBe(202);
    const bytes = await jpeg('#808020', 1200);
    await leave(join(safelight.dataDir, 'exports', '1.jpg'), bytes);
    const save = menu.getByRole('link', { name: 'Save the file' });
    await expect(save).toBeVisible();
    const download = page.waitForEvent('download');
    await save.click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('harbour-001.jpg');
    expect((await readFile(await file.path())).length).toBeGreaterThan(0);
  });

  test('several exports are queued at once', async ({ page }) => {
    await page.goto(safelight.url);
    await tile(page, /^harbour-001\.jpg/).focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByText('6 exports requested')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Selected pictures' })).toContainText('6 selected');
  });
});

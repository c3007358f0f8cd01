import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { filesOf } from '../src/testing/zip-files.ts';
import { expectNoFindings } from './findings.ts';
import { expect, makePictures, signIn, test, tile } from './safelight.ts';

test('a recipe is made, chosen, changed and used: what leaves is as it says', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  allowedComplaints.push(/404 \(Not Found\)/);
  const pictures = await makePictures(join(folder, 'Pictures'), 2);
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
  const safelight = await launch(file);
  await signIn(page, safelight);
  await page.goto(safelight.url);
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Selected pictures' });
  await bar.getByRole('button', { name: 'Choose a recipe' }).click();
  const menu = page.getByRole('dialog', { name: 'Choose a recipe' });
  await expect(menu.getByRole('button', { name: /^Full-size JPEG/ })).toHaveAttribute('aria-pressed', 'true');
  await menu.getByRole('button', { name: 'New recipe' }).click();

  const form = page.getByRole('dialog', { name: 'New recipe' });
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
  await form.getByLabel('Name', { exact: true }).fill('Web');
  await form.getByLabel('Quality', { exact: true }).fill('0');
  await expect(form).toContainText('A number from 1 to 100');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByLabel('Quality', { exact: true })).toBeFocused();
  await form.getByLabel('Quality', { exact: true }).fill('80');
  await form.getByLabel('Pixels', { exact: true }).fill('120');
  for (const kept of ['Camera', 'Time', 'Texts', 'Tags']) await form.getByLabel(kept, { exact: true }).uncheck();
  await expect(form).toContainText('Result: JPEG 80 · 120 px · sRGB · no metadata');
  await expectNoFindings(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await bar.getByRole('button', { name: 'Choose a recipe' }).click();
  const web = menu.getByRole('button', { name: /^Web/ });
  await expect(web).toHaveAttribute('aria-pressed', 'true');
  await expect(web).toContainText('JPEG 80 · 120 px · sRGB · no metadata');

  await menu.getByRole('button', { name: 'Change Web' }).click();
  const change = page.getByRole('dialog', { name: 'Change Web' });
  await change.getByLabel('File names').fill('$(SEQUENCE)');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toHaveCount(0);

  await bar.getByRole('button', { name: 'Export Web' }).click();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Exports', exact: true });
  await expect(panel).toContainText('Web · All done');
  const saved = page.waitForEvent('download');
  await panel.getByRole('link', { name: /^Save as ZIP/ }).click();
  const files = await filesOf(await readFile(await (await saved).path()));
  expect(Object.keys(files)).toEqual(['0001.jpg', '0002.jpg']);
  await page.keyboard.press('Escape');

  // Gone elsewhere, it is not replaced by something that tells more.
  const recipes = `${safelight.url}/api/v1/recipes`;
  const { items } = (await (await page.request.get(recipes)).json()) as { items: { id: number }[] };
  const one = `${recipes}/${items[0]!.id}`;
  expect((await page.request.delete(one, { headers: { origin: safelight.url } })).status()).toBe(204);
  await bar.getByRole('button', { name: /^Export/ }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    `There is no recipe ${items[0]!.id}.`,
  );

  for (const picture of Object.values(files)) {
    const { width, height, exif, xmp } = await sharp(picture).metadata();
    expect([Math.max(width, height), exif, xmp]).toEqual([120, undefined, undefined]);
  }
});

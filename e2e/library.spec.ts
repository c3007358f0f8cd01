import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { expect, expectPixels, makePictures, signIn, test, tile } from './safelight.ts';

test('a library that is missing is named, and appears when it is put in place', async ({ page, folder, launch }) => {
  const pictures = await makePictures(join(folder, 'Pictures'), 3);
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
  await rename(file, `${file}.away`);
  const safelight = await launch(file);
  await signIn(page, safelight);
  await page.goto(safelight.url);
  await expect(page.getByRole('heading', { name: 'The library cannot be shown' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(file);

  await rename(`${file}.away`, file);
  await expect(page.getByRole('status').filter({ hasText: '3 pictures' }).first()).toBeVisible();
  await expectPixels(page.getByRole('img', { name: /^harbour-001\.jpg/ }));
});

test('an empty library says how pictures get into it', async ({ page, folder, launch }) => {
  const { file } = makeLibrary({ folder: join(folder, 'darktable') });
  const safelight = await launch(file);
  await signIn(page, safelight);
  await page.goto(safelight.url);
  await expect(page.getByRole('heading', { name: 'This library has no pictures yet' })).toBeVisible();
  await expect(page.getByText('Import a folder in darktable')).toBeVisible();
});

test('where darktable was never started, the sample library opens and says what it is', async ({ page, launch }) => {
  const safelight = await launch();
  await page.goto(await safelight.signInLink());
  const about = page.getByRole('complementary', { name: 'About this library' });
  await about.getByRole('button', { name: 'First steps' }).click();
  await expect(about).toContainText('the sample library');
  const first = page.getByRole('list', { name: 'Pictures' }).getByRole('img').first();
  await expectPixels(first);
  await page.getByRole('button', { name: 'Close this message' }).click();
  await expect(about).toHaveCount(0);
});

test('when Safelight is gone the page says so, and goes on when it is back', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  allowedComplaints.push(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
  const pictures = await makePictures(join(folder, 'Pictures'), 5);
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
  const safelight = await launch(file);
  await signIn(page, safelight);
  await page.goto(safelight.url);
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  await safelight.stop();
  await page.getByRole('combobox', { name: 'Order' }).selectOption('name');
  await expect(page.getByText('Is it still running?')).toBeVisible();

  await safelight.start();
  await expect(page.getByText('Is it still running?')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: '5 pictures' }).first()).toBeVisible();
});

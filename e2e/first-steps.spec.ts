import { join } from 'node:path';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { expect, makePictures, test, tile } from './safelight.ts';

test.describe('first steps', () => {
  test('from the sample library to an own one with the plugin, all on the spot', async ({
    page,
    folder,
    launch,
    allowedComplaints,
  }) => {
    allowedComplaints.push(/400 \(Bad Request\)/);
    // Pictures of the sample that were still loading when the library changed.
    allowedComplaints.push(/404 \(Not Found\)/);
    const pictures = await makePictures(join(folder, 'Pictures'), 4);
    const { file } = makeLibrary({ folder: join(folder, 'elsewhere'), images: pictures });
    const safelight = await launch();
    await page.goto(await safelight.signInLink());
    const steps = page.getByRole('complementary', { name: 'About this library' });
    await steps.getByRole('button', { name: /^First steps/ }).click();
    await expect(steps.getByRole('listitem', { name: /^Your library.*to do/ })).toContainText('the sample library');
    const path = steps.getByLabel('Path of library.db');
    await path.fill('library.db');
    await path.press('Enter');
    await expect(steps.getByRole('alert')).toHaveText('Must be an absolute path');
    await path.fill(file);
    await steps.getByRole('button', { name: 'Show this library' }).click();
    await expect(tile(page, /^larch-004\.jpg/)).toBeVisible();
    await expect(steps.getByRole('listitem', { name: /^Your library.*done/ })).toBeVisible();

    await steps.getByRole('button', { name: 'Install the plugin' }).click();
    await expect(steps.getByRole('listitem', { name: /^Who renders.*done/ })).toBeVisible();
    await steps.getByRole('button', { name: 'Close this message' }).click();
    await expect(steps).toHaveCount(0);
    await page.reload();
    await expect(tile(page, /^larch-004\.jpg/)).toBeVisible();
    await expect(steps).toHaveCount(0);
  });

  test('where the library is gone, another one is named on the spot', async ({ page, folder, launch }) => {
    const pictures = await makePictures(join(folder, 'Pictures'), 2);
    const { file } = makeLibrary({ folder: join(folder, 'elsewhere'), images: pictures });
    const safelight = await launch(join(folder, 'gone', 'library.db'));
    await page.goto(await safelight.signInLink());
    await expect(page.getByRole('heading', { name: 'The library cannot be shown' })).toBeVisible();
    await page.getByLabel('Path of library.db').fill(file);
    await page.getByRole('button', { name: 'Show this library' }).click();
    await expect(tile(page, /^larch-002\.jpg/)).toBeVisible();
  });
});

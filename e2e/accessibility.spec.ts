import type { Page } from '@playwright/test';
import { expectNoFindings } from './findings.ts';
import { makeRichLibrary } from './rich-library.ts';
import { expect, signIn, test, tile } from './safelight.ts';

/** Pictures fade in: what fades has no contrast that counts. */
const settled = async (page: Page) => {
  await page.waitForLoadState('networkidle');
  await page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))');
};

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    test.describe(`${colorScheme}, ${width} pixels wide`, () => {
      test.use({ colorScheme, viewport: { width, height }, reducedMotion: 'reduce' });

      test('axe finds nothing in the gallery, its filters and its dialogs', async ({ signedIn: page, safelight }) => {
        await page.goto(`${safelight.url}/?rating_min=-1&sort=oldest`);
        await expect(tile(page, /./).first()).toBeVisible();
        await settled(page);
        await expectNoFindings(page);
        for (const name of ['Label', 'Film roll', 'Tag', 'Kind', 'Date', 'Camera', 'Lens']) {
          await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name, exact: true }).click();
          await expect(page.getByRole('dialog', { name })).toBeVisible();
          await settled(page);
          // What it covers can be reached again without it.
          await expectNoFindings(page, '[role=dialog]');
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toHaveCount(0);
        }
        await page.getByRole('combobox', { name: 'Search pictures' }).fill('i');
        await expect(page.getByRole('option').first()).toBeVisible();
        await settled(page);
        // What the suggestions cover can be reached again without them.
        await expectNoFindings(page, 'header');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Menu' }).click();
        await settled(page);
        await expectNoFindings(page);
        await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
        await settled(page);
        await expectNoFindings(page);
        await page.keyboard.press('Escape');
        await tile(page, /./).first().focus();
        await page.keyboard.press('Control+a');
        await settled(page);
        await expectNoFindings(page);
        await page.getByRole('button', { name: 'Export' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await settled(page);
        await expectNoFindings(page);
      });

      test('axe finds nothing where nothing is found, and at the door', async ({ page, safelight }) => {
        await page.goto(safelight.url);
        await expect(page.getByRole('heading', { name: 'Sign in to this library' })).toBeVisible();
        await expectNoFindings(page);
        await signIn(page, safelight);
        await page.goto(`${safelight.url}/?search=zebra&rating_min=5`);
        await expect(page.getByRole('heading', { name: 'No matching pictures' })).toBeVisible();
        await settled(page);
        await expectNoFindings(page);
      });

      test('axe finds nothing in a picture, its facts and its modules', async ({ page, folder, launch }) => {
        const safelight = await launch(await makeRichLibrary(folder));
        await signIn(page, safelight);
        await page.goto(`${safelight.url}/images/1`);
        await expect(page.getByRole('heading', { name: 'harbour-001.jpg' })).toBeVisible();
        await settled(page);
        await expectNoFindings(page);
        await page.getByRole('button', { name: 'Develop' }).click();
        for (const module of ['exposure', 'tone curve', 'color balance', 'lowlight vision']) {
          await page.getByRole('button', { name: module, exact: true }).click();
          await settled(page);
          await expectNoFindings(page);
        }
        await page.getByRole('button', { name: 'Download' }).click();
        await settled(page);
        await expectNoFindings(page);
      });

      test('axe finds nothing where previews are waited for, and where there are none', async ({
        signedIn: page,
        safelight,
      }) => {
        // What moves shall be read as well as what rests.
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        await page.route('**/preview?*', (route) =>
          /\/images\/\d*[02468]\//.test(route.request().url())
            ? route.fulfill({ status: 202, headers: { 'retry-after': '60' }, json: { status: 'generating' } })
            : route.fulfill({ status: 200, contentType: 'image/jpeg', body: 'no picture' }),
        );
        for (const path of ['/', '/images/2', '/images/3']) {
          await page.goto(`${safelight.url}${path}`);
          await expect(page.getByText('No preview yet').first()).toBeAttached();
          await expect(page.getByText('No preview', { exact: true }).first()).toBeAttached();
          await expectNoFindings(page);
        }
      });
    });
  }
}

import type { Page } from '@playwright/test';
import { expectNoFindings } from './findings.ts';
import { makeRichLibrary } from './rich-library.ts';
import { expect, signIn, test, tile } from './safelight.ts';
import { quiet } from './quiet.ts';

/** Pictures fade in; contrast is only meaningful after that. */
const settled = async (page: Page) => {
  await quiet(page);
  await page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))');
};

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`${width} pixels wide, light and dark`, () => {
    test.use({ viewport: { width, height }, reducedMotion: 'reduce' });

    test('axe finds nothing in the gallery, its filters and its dialogs', async ({ signedIn: page, safelight }) => {
      await page.goto(`${safelight.url}/?rating_min=-1&sort=oldest`);
      await expect(tile(page, /./).first()).toBeVisible();
      await settled(page);
      await expectNoFindings(page);
      const isPhone = width < 700;
      if (isPhone) await page.getByRole('button', { name: /^Filter/ }).click();
      for (const name of ['Label', 'Film roll', 'Tag', 'Kind', 'Date', 'Camera', 'Lens', 'Capture']) {
        await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name, exact: true }).click();
        await expect(page.getByRole('dialog', { name })).toBeVisible();
        await settled(page);
        // Whatever it covers can be reached once it is closed.
        await expectNoFindings(page, '[role=dialog]');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog', { name })).toHaveCount(0);
      }
      if (isPhone) await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Search pictures' }).fill('i');
      await expect(page.getByRole('option').first()).toBeVisible();
      await settled(page);
      // Whatever the suggestions cover can be reached once they are closed.
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
      const search = page.getByRole('searchbox', { name: 'Find a module or control' });
      for (const module of ['exposure', 'tone curve', 'color balance', 'lowlight vision']) {
        // On a phone an open module takes the place of the list.
        const back = page.getByRole('button', { name: 'All modules' });
        if (await back.isVisible()) await back.click();
        await search.fill(module === 'exposure' ? '' : module);
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
      // Moving content must be as readable as still content.
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

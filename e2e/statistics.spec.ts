import { expectNoFindings } from './findings.ts';
import { heading } from './gallery-page.ts';
import { makeRichLibrary } from './rich-library.ts';
import { quiet } from './quiet.ts';
import { expect, signIn, test, tile } from './safelight.ts';

test('the menu opens the statistics of what the gallery shows, and each bar leads back to it', async ({
  signedIn: page,
  safelight,
}) => {
  await page.goto(`${safelight.url}/?rating_min=0`);
  await expect(tile(page, /./).first()).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Statistics' }).click();
  await expect(page).toHaveURL(`${safelight.url}/statistics?rating_min=0`);
  await expect(page.getByRole('heading', { name: 'Statistics', level: 1 })).toBeVisible();
  await expect(heading(page, 'Filtered by Not rejected.')).toBeVisible();

  const cameras = page.getByRole('table', { name: 'Cameras' });
  await expect(cameras.getByRole('columnheader')).toHaveText(['Camera', 'Number']);
  await page.getByRole('button', { name: 'Pictures', exact: true }).click();
  await expect(page).toHaveURL(/count=images/);
  const row = cameras.getByRole('row', { name: /^Canon EOS R6/ });
  const count = await row.getByRole('cell').innerText();
  await row.getByRole('link').click();
  await expect(page).toHaveURL(/\/\?rating_min=0&camera=Canon\+EOS\+R6$/);
  await expect(heading(page, new RegExp(`^${count.trim()} of `))).toBeVisible();
  await page.goBack();
  await expect(cameras).toBeVisible();
});

test('which stars the import gave tells what counts as kept', async ({ signedIn: page, safelight }) => {
  await page.goto(`${safelight.url}/statistics`);
  const keepers = page.getByRole('table', { name: 'Keepers by lens' });
  const stars = page.getByLabel('Stars that the import gave');
  await expect(stars).toHaveValue('1');
  const first = await keepers.getByRole('row').nth(1).innerText();
  await stars.selectOption('not rated');
  await expect(page).toHaveURL(`${safelight.url}/statistics?import_stars=0`);
  await expect(keepers.getByRole('row').nth(1)).not.toHaveText(first);
  await keepers.getByRole('link').first().click();
  await expect(page).toHaveURL(/rating_min=1&lens=RF24/);
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height }, reducedMotion: 'reduce' });

    test('axe finds nothing in the statistics, and nothing is wider than the page', async ({
      page,
      folder,
      launch,
    }) => {
      const safelight = await launch(await makeRichLibrary(folder));
      await signIn(page, safelight);
      for (const language of ['en', 'de']) {
        await page.goto(`${safelight.url}/statistics`);
        await page.evaluate(`localStorage.setItem('language', '${language}')`);
        await page.reload();
        await expect(page.getByRole('table').first()).toBeVisible();
        await quiet(page);
        await expectNoFindings(page);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      }
    });
  });
}

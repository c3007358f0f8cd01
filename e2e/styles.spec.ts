/** Styles of darktable, on a picture and on selected ones. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { exposureParams, packParams } from '../src/testing/pictures/params.ts';
import { expectNoFindings } from './findings.ts';
import { operationsOf, told } from './organising-page.ts';
import { expect, expectPixels, makePictures, type Safelight, test, tile } from './safelight.ts';
import { addStyle } from './styled-library.ts';

/** Three pictures, the first with an exposure, and four styles: one of them needs a newer darktable. */
async function start(
  page: Page,
  folder: string,
  launch: (library: string) => Promise<Safelight>,
  renders = false,
): Promise<Safelight> {
  const pictures = await makePictures(join(folder, 'Pictures'), 3);
  Object.assign(pictures[0]!, { history: [{ operation: 'exposure', module: 6, params: exposureParams(0.5) }] });
  const { file, data } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
  const add = (name: string, operation: string, version: number, params: Uint8Array) =>
    addStyle(data, name, { operation, version, params });
  add('bright', 'exposure', 6, exposureParams(1.5));
  add('film|slide|vivid', 'velvia', 2, packParams('ff', 80, 1));
  add('film|soft', 'velvia', 2, packParams('ff', 10, 1));
  add('future', 'exposure', 99, exposureParams(0));
  const safelight = await launch(file);
  if (renders) await safelight.set({ renderer: 'darktable-cli' });
  await page.goto(await safelight.signInLink());
  return safelight;
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Styles' });
async function openStyles(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Copy and paste edits' }).first().click();
  await page.getByRole('button', { name: 'Styles…' }).click();
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height } });

    test('each style is shown on this very picture; a press puts it on, undo takes it off', async ({
      page,
      folder,
      launch,
      allowedComplaints,
    }) => {
      const safelight = await start(page, folder, launch, true);
      allowedComplaints.push(/409 \(Conflict\)/);
      await page.goto(`${safelight.url}/images/1`);
      await openStyles(page);
      await expect(dialog(page).locator('summary')).toHaveText(['film › slide', 'film', 'New style from this picture']);
      const style = (name: string) => dialog(page).getByRole('button', { name, exact: true });
      for (const name of ['bright', 'vivid', 'soft']) {
        await style(name).scrollIntoViewIfNeeded();
        await expectPixels(style(name).locator('img').last(), 100);
      }
      await expect(dialog(page).getByRole('listitem').filter({ hasText: 'future' })).toContainText(/version/);
      await expectNoFindings(page, '[role=dialog]');
      await dialog(page).getByRole('searchbox', { name: 'Find a style' }).fill('slide');
      await expect(dialog(page).getByRole('listitem')).toHaveText(['vivid']);
      await style('vivid').click();
      await expect(told(page)).toContainText('Style film › slide › vivid');
      await expect.poll(() => operationsOf(page, safelight, 1)).toEqual(['exposure', 'velvia']);
      await told(page).getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => operationsOf(page, safelight, 1)).toEqual(['exposure']);
    });

    test('a style is made of a picture, and put on selected ones from a list', async ({
      page,
      folder,
      launch,
      allowedComplaints,
    }) => {
      const safelight = await start(page, folder, launch);
      // Of the style that needs a newer darktable.
      allowedComplaints.push(/409 \(Conflict\)/);
      await page.goto(`${safelight.url}/images/1`);
      await openStyles(page);
      await dialog(page).locator('summary', { hasText: 'New style from this picture' }).click();
      await dialog(page).getByRole('textbox', { name: 'Name of the new style' }).fill('mine|evening');
      await dialog(page).getByRole('button', { name: 'Create' }).click();
      await expect(told(page)).toContainText('Style mine › evening created');
      await expect(dialog(page).getByRole('button', { name: 'evening' })).toBeVisible();
      await expectNoFindings(page, '[role=dialog]');
      await dialog(page).getByRole('button', { name: 'Close' }).click();

      await page.goto(safelight.url);
      for (const name of [/^larch-002\.jpg/, /^harbour-003\.jpg/])
        await tile(page, name).click({ modifiers: ['ControlOrMeta'] });
      await openStyles(page);
      await expect(dialog(page)).toContainText('on top of the edits of 2 pictures');
      await expectNoFindings(page, '[role=dialog]');
      await dialog(page).getByRole('button', { name: 'evening' }).click();
      await expect(told(page)).toContainText('Style mine › evening: 2 pictures');
      await expect.poll(() => operationsOf(page, safelight, 3)).toEqual(['exposure']);
      await told(page).getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => operationsOf(page, safelight, 3)).toEqual([]);
    });
  });
}

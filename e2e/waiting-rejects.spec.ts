/** Rejects that wait for darktable. */
import { join } from 'node:path';
import { startStandInPlugin } from '../src/testing/stand-in-plugin.ts';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { expectNoFindings } from './findings.ts';
import { told } from './organising-page.ts';
import { expect, makePictures, test } from './safelight.ts';

for (const { width, colorScheme, locale } of [
  { width: 1440, colorScheme: 'dark', locale: 'en-GB' },
  { width: 390, colorScheme: 'light', locale: 'de-DE' },
] as const)
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme, locale });

    test('a clock tells that a reject waits, a chip how many and what for; both go when darktable has it', async ({
      page,
      folder,
      launch,
    }, info) => {
      const isEnglish = locale === 'en-GB';
      const tile = (name: string | RegExp) => page.getByRole('listitem').getByRole('link', { name });
      const images = await makePictures(join(folder, 'Pictures'), 3);
      const { file } = makeLibrary({ folder: join(folder, 'darktable'), images });
      const safelight = await launch(file);
      const darktable = await startStandInPlugin(folder, { dataDir: safelight.dataDir, library: file });
      try {
        darktable.obstacle = 'pointer';
        await page.goto(await safelight.signInLink());
        await tile(/^larch-002\.jpg/).focus();
        await page.keyboard.press('r');
        const waits = isEnglish
          ? 'larch-002.jpg, rejected, waits for darktable'
          : 'larch-002.jpg, abgelehnt, wartet auf darktable';
        await expect(tile(waits)).toBeVisible();
        await expect(told(page)).toContainText(isEnglish ? 'Rejected: 1 picture' : 'Abgelehnt: 1 Bild');
        const chip = page.getByRole('button', {
          name: isEnglish ? '1 reject waits for darktable' : '1 Ablehnung wartet auf darktable',
        });
        await expect(chip).toBeVisible();
        await expectNoFindings(page);
        await page.screenshot({ path: info.outputPath(`gallery-${width}.png`) });
        await chip.click();
        const dialog = page.getByRole('dialog', { name: isEnglish ? 'Waiting for darktable' : 'Wartet auf darktable' });
        await expect(dialog).toContainText(isEnglish ? 'rests on no picture' : 'auf keinem Bild mehr liegt');
        await expectNoFindings(page, '[role=dialog]');
        await page.screenshot({ path: info.outputPath(`dialog-${width}.png`) });
        await page.keyboard.press('Escape');

        darktable.obstacle = null;
        await expect(chip).toHaveCount(0);
        await expect(tile(isEnglish ? 'larch-002.jpg, rejected' : 'larch-002.jpg, abgelehnt')).toBeVisible({
          timeout: 15_000,
        });
      } finally {
        await darktable.end();
      }
    });
  });

/** Takes the README's picture of the gallery: the built program, on the sample library, in a real browser. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import playwright from '../e2e/playwright.config.ts';
import { startSafelight } from '../e2e/safelight.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'images');
await mkdir(folder, { recursive: true });

const safelight = await startSafelight();
const browser = await chromium.launch(playwright.use?.launchOptions);
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark', locale: 'en-GB' });
  await page.goto(await safelight.signInLink());
  const pictures = page.getByRole('list', { name: 'Pictures' }).getByRole('img');
  await pictures.first().waitFor();
  // A preview is on the page when it has faded in: the grid is done when nothing moves any more.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);

  const file = join(folder, 'gallery.png');
  // Few enough colours for a small file; dithering hides it in skies.
  const { size } = await sharp(await page.screenshot())
    .png({ palette: true, quality: 100, dither: 0.7, effort: 10 })
    .toFile(file);
  console.log(`${file}: ${Math.round(size / 1024)} kB`);
} finally {
  await browser.close();
  await safelight.remove();
}

/** Makes the picture of the update notice in docs/packages.md: a portable copy of an older version, in a real browser. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import playwright from '../../../e2e/playwright.config.ts';
import { startFormerVersion } from '../../../e2e/portable-safelight.ts';
import { makePictures } from '../../../e2e/safelight.ts';
import { makeLibrary } from '../../../src/testing/library-fixture.ts';

const file = process.argv[2] ?? join(import.meta.dirname, '../../..', 'docs', 'images', 'update.webp');
const WINDOW = { width: 1100, height: 720 };
/** As sharp as most photographers' screens. */
const SCALE = 2;
const QUALITY = 80;

const folder = await mkdtemp(join(tmpdir(), 'safelight-screenshot-'));
makeLibrary({ folder: join(folder, 'darktable'), images: await makePictures(join(folder, 'Pictures'), 1) });
const safelight = await startFormerVersion({ folder });
const browser = await chromium.launch(playwright.use?.launchOptions);
try {
  const page = await browser.newPage({ viewport: WINDOW, deviceScaleFactor: SCALE, locale: 'en-US' });
  await page.goto(await safelight.signInLink('/settings/updates'));
  const address = page.getByRole('textbox', { name: 'Address of updates' });
  await address.fill(safelight.updateAddress);
  await address.press('Enter');
  await page.getByRole('switch', { name: 'Look for updates' }).click();
  await page.getByRole('button', { name: 'Look for updates now' }).click();
  await page.getByRole('button', { name: 'Install now' }).waitFor();
  // An address as a release would have it.
  await address.evaluate((field: { value: string }) => (field.value = 'https://safelight.example.org/version.json'));
  // Nothing says "Saved" any more.
  await page.waitForTimeout(5000);
  await sharp(await page.screenshot())
    .webp({ quality: QUALITY })
    .toFile(file);
} finally {
  await browser.close();
  await safelight.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { expectNoFindings } from './findings.ts';
import { startFormerVersion } from './portable-safelight.ts';
import { expect, makePictures, test } from './safelight.ts';

async function withLibrary(folder: string): Promise<void> {
  makeLibrary({ folder: join(folder, 'darktable'), images: await makePictures(join(folder, 'Pictures'), 1) });
}

/** Enters the address, and switches looking for updates on. */
async function switchOn(page: Page, address: string, words: { address: string; toggle: string }): Promise<void> {
  const field = page.getByRole('textbox', { name: words.address });
  await field.fill(address);
  await field.press('Enter');
  await page.getByRole('switch', { name: words.toggle }).click();
}

test('a portable copy tells what is new, installs it with a click, and the page goes on with the new version', async ({
  page,
  folder,
  allowedComplaints,
}) => {
  // While Safelight makes room for its successor, nobody answers.
  allowedComplaints.push(/ERR_|Failed to load|\b401\b|\b503\b/);
  await withLibrary(folder);
  const safelight = await startFormerVersion({ folder });
  try {
    await page.goto(await safelight.signInLink('/settings/updates'));
    const state = page.getByRole('region', { name: 'State of updates' });
    await expect(state).toContainText('Safelight does not look for updates');
    await expect(state.getByRole('button')).toHaveCount(0);
    await switchOn(page, safelight.updateAddress, { address: 'Address of updates', toggle: 'Look for updates' });
    await state.getByRole('button', { name: 'Look for updates now' }).click();
    await expect(state.getByRole('heading', { name: 'Safelight 1.1.0 is available' })).toBeVisible();
    await expect(state).toContainText('This is Safelight 1.0.0.');
    await expect(page.getByRole('link', { name: 'Updates 1.1.0 is available' })).toBeVisible();
    const news = page.getByRole('region', { name: 'New in Safelight 1.1.0' });
    await expect(news.getByRole('heading', { name: 'Fixed' })).toBeVisible();
    await expect(news.getByRole('listitem').first()).toHaveText(
      'Updates: Safelight tells when there is a newer version, and what is new in it. A portable copy installs it with safelight update --install, or with a click.',
    );
    await expectNoFindings(page);

    await state.getByRole('button', { name: 'Install now' }).click();
    await expect(state).toContainText('This is Safelight 1.1.0.');
    await state.getByRole('button', { name: 'Look for updates now' }).click();
    await expect(state.getByRole('heading', { name: 'Safelight 1.1.0 is the newest version' })).toBeVisible();
    await expect(news).toHaveCount(0);
  } finally {
    await safelight.stop();
  }
});

test('a download can be canceled, and ends when updates are switched off', async ({ page, folder }) => {
  await withLibrary(folder);
  const safelight = await startFormerVersion({ folder });
  try {
    const downloads = safelight.drip();
    await page.goto(await safelight.signInLink('/settings/updates'));
    const state = page.getByRole('region', { name: 'State of updates' });
    await switchOn(page, safelight.updateAddress, { address: 'Address of updates', toggle: 'Look for updates' });
    await state.getByRole('button', { name: 'Look for updates now' }).click();
    await state.getByRole('button', { name: 'Install now' }).click();
    await expect.poll(downloads).toBe(1);
    await expectNoFindings(page);
    await state.getByRole('button', { name: 'Cancel' }).click();
    await expect(state.getByRole('heading', { name: 'Safelight 1.1.0 is available' })).toBeVisible();
    await expect.poll(downloads).toBe(0);

    await state.getByRole('button', { name: 'Install now' }).click();
    await expect.poll(downloads).toBe(1);
    await page.getByRole('switch', { name: 'Look for updates' }).click();
    await expect.poll(downloads).toBe(0);
    await expect(state).toContainText('Safelight does not look for updates');
    // A page that is open would complain of a Safelight that is gone.
    await page.close();
  } finally {
    await safelight.stop();
  }
});

test('what a package manager has installed only tells, in German on a phone, too', async ({ browser, folder }) => {
  await withLibrary(folder);
  const safelight = await startFormerVersion({ folder, kind: 'deb' });
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.goto(await safelight.signInLink('/settings/updates'));
    await switchOn(page, safelight.updateAddress, { address: 'Adresse der Updates', toggle: 'Nach Updates suchen' });
    const state = page.getByRole('region', { name: 'Stand der Updates' });
    await state.getByRole('button', { name: 'Jetzt nach Updates suchen' }).click();
    await expect(state).toContainText('Safelight 1.1.0 ist verfügbar');
    await expect(state).toContainText('Lade das neue .deb herunter und installiere es mit apt.');
    await expect(state.getByRole('button')).toHaveText(['Jetzt nach Updates suchen']);
    await expectNoFindings(page);
    expect(await page.evaluate('document.scrollingElement.scrollWidth <= innerWidth')).toBe(true);

    // What puts the switch back is a line below, so that the words have the row but for the switch.
    const row = page.locator('[data-setting]', { has: page.getByRole('switch', { name: 'Nach Updates suchen' }) });
    const back = row.getByRole('button', { name: 'Nach Updates suchen: Zurück auf Aus' });
    const [whole, words, toggle, below] = await Promise.all(
      [row, row.locator('p').first(), row.getByRole('switch'), back].map(async (part) => (await part.boundingBox())!),
    );
    expect(words!.width).toBeGreaterThan(whole!.width * 0.75);
    expect(toggle!.x).toBeGreaterThan(words!.x + words!.width);
    expect(toggle!.x + toggle!.width).toBeLessThanOrEqual(whole!.x + whole!.width);
    expect(below!.y).toBeGreaterThanOrEqual(words!.y + words!.height);
  } finally {
    await context.close();
    await safelight.stop();
  }
});

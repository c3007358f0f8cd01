import type { Page } from '@playwright/test';
import { developing } from './develop-page.ts';
import { record } from './organising-page.ts';
import { own } from './own-library.ts';
import { expect, tile } from './safelight.ts';
import { test } from './shared-safelight.ts';

/** A key of a keyboard with another layout. Playwright types on a US one only. */
async function press(page: Page, key: string, code: string, held: { ctrlKey?: boolean; shiftKey?: boolean } = {}) {
  for (const type of ['keydown', 'keyup']) await page.locator('body').dispatchEvent(type, { key, code, ...held });
}

test('keys of an input method are no commands: a word that is confirmed is not stored, one that is dropped keeps the draft', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  const browser = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    browser.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('t');
  const tag = page.getByRole('combobox', { name: 'Add a tag' });
  await expect(tag).toBeFocused();
  await compose('うみ');
  await expect(tag).toHaveValue('うみ');
  for (const key of ['Enter', 'Escape']) await page.keyboard.press(key);
  await expect(tag).toHaveValue('うみ');
  await browser.send('Input.insertText', { text: '海' });
  await expect(tag).toHaveValue('海');
  expect((await record(page, safelight, 1)).tags).toEqual([]);
  await expect(page.getByRole('option', { name: 'New tag: 海' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await record(page, safelight, 1)).tags).toEqual(['海']);

  await page.getByRole('button', { name: 'Texts and place' }).click();
  const title = page.getByLabel('Title', { exact: true });
  await title.focus();
  await compose('みなと');
  for (const key of ['Escape', 'Enter']) await page.keyboard.press(key);
  await expect(title).toBeFocused();
  await expect(title).toHaveValue('みなと');
  await browser.send('Input.insertText', { text: '港' });
  expect((await record(page, safelight, 1)).title).toBeNull();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await record(page, safelight, 1)).title).toBe('港');
});

test('Russian, Greek, Hebrew and Czech keyboards reject, undo, rate and cull by the place of the key', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  const rating = async () => (await record(page, safelight, 1)).rating;
  const undone: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/undo')) undone.push(request.url());
  });
  await tile(page, /^harbour-001\.jpg/).focus();
  for (const [reject, undo] of [
    ['к', 'я'],
    ['ρ', 'ζ'],
    ['ר', 'ז'],
  ] as const) {
    await press(page, reject, 'KeyR');
    await expect.poll(rating).toBe(-1);
    await press(page, undo, 'KeyZ', { ctrlKey: true });
    await expect.poll(rating).toBe(0);
  }
  await press(page, 'š', 'Digit3');
  await expect.poll(rating).toBe(3);
  // What an AZERTY keyboard types there is W, and no command.
  await press(page, 'w', 'KeyZ', { ctrlKey: true });
  await press(page, '+', 'Digit1');
  await expect.poll(rating).toBe(1);
  await press(page, 'é', 'Digit0');
  await expect.poll(rating).toBe(0);
  await press(page, 'ч', 'KeyX');
  await expect(page.getByRole('heading', { name: 'harbour-001.jpg', level: 1 })).toBeVisible();
  await press(page, 'ě', 'Digit2');
  await expect.poll(rating).toBe(2);
  // The key that types it gives a label elsewhere.
  await press(page, '?', 'Digit7', { shiftKey: true });
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(undone).toHaveLength(3);
});

test('while a dialog is open, no key acts behind it', async ({ page, shared }) => {
  await developing(page, shared);
  const edits = page.getByRole('dialog', { name: 'Edits of this visit' });
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(page.getByRole('button', { name: 'exposure', exact: true })).toBeVisible();
  await page.keyboard.press('?');
  const close = keys.getByRole('button', { name: 'Close' });
  await close.focus();
  await page.keyboard.press('h');
  await page.keyboard.press('/');
  await expect(close).toBeFocused();
  await expect(edits).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('h');
  await expect(edits).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(edits).toHaveCount(0);

  await page.getByRole('button', { name: 'Copy and paste edits' }).click();
  await page.getByRole('button', { name: 'Styles…' }).click();
  const style = page.getByRole('dialog', { name: 'Styles' }).getByRole('button', { name: 'Close' });
  await style.focus();
  await page.keyboard.press('?');
  await expect(style).toBeFocused();
  await expect(keys).toHaveCount(0);
});

/** The edits of a visit: back, forth, and the list of them, also where somebody else edits too; the modules that are at hand. */
import type { Locator, Page } from '@playwright/test';
import { developing, field, open, stored } from './develop-page.ts';
import { expectNoFindings } from './findings.ts';
import { expect } from './safelight.ts';
import { test } from './shared-safelight.ts';

/** Exposure set to 1 EV, then to 2. Returns its field. */
async function editedTwice(page: Page): Promise<Locator> {
  await open(page, 'exposure');
  const exposure = field(page, 'exposure');
  for (const typed of ['1', '2']) {
    await exposure.fill(typed);
    await exposure.press('Enter');
    await stored(page);
  }
  return exposure;
}

test('Ctrl+Z takes the edits of this visit back, one by one, and Ctrl+Shift+Z makes them again', async ({
  page,
  shared,
}) => {
  await developing(page, shared);
  const exposure = await editedTwice(page);
  await exposure.press('Control+z');
  await exposure.press('Control+z');
  await expect(exposure).toHaveValue('+0.500 EV');
  await exposure.press('Control+Shift+z');
  await expect(exposure).toHaveValue('+1.000 EV');
  await exposure.press('Control+Shift+z');
  await expect(exposure).toHaveValue('+2.000 EV');
});

test('the edits of this visit are listed with their values, newest first, and a click goes there', async ({
  page,
  shared,
}) => {
  await developing(page, shared);
  const exposure = await editedTwice(page);
  await page.getByRole('switch', { name: 'color balance rgb on or off' }).click();
  await expect(page.getByRole('switch', { name: 'color balance rgb on or off' })).not.toBeChecked();
  await stored(page);
  const undo = page.getByRole('button', { name: 'undo', exact: true });
  await page.getByRole('main').focus();
  await page.keyboard.press('h');
  const list = page.getByRole('dialog', { name: 'Edits of this visit' });
  const entries = list.getByRole('listitem');
  await expect(entries).toHaveText([
    '3color balance rgb off',
    '2exposure +2.000 EV',
    '1exposure +1.000 EV',
    '0as opened',
  ]);
  await expectNoFindings(page);
  await entries.nth(2).getByRole('button').click();
  await expect(exposure).toHaveValue('+1.000 EV');
  await expect(page.getByRole('switch', { name: 'color balance rgb on or off' })).toBeChecked();
  await stored(page);

  await page.getByRole('button', { name: 'Edits of this visit (H)' }).click();
  await expect(entries.nth(2).getByRole('button')).toHaveAttribute('aria-current', 'step');
  await entries.nth(0).getByRole('button').click();
  await expect(exposure).toHaveValue('+2.000 EV');
  await expect(page.getByRole('switch', { name: 'color balance rgb on or off' })).not.toBeChecked();
  await undo.click();
  await expect(page.getByRole('switch', { name: 'color balance rgb on or off' })).toBeChecked();
  await page.getByRole('button', { name: 'redo', exact: true }).click();
  await expect(page.getByRole('switch', { name: 'color balance rgb on or off' })).not.toBeChecked();
});

test('an edit that the last visit has not stored yet comes before those of the next one', async ({ page, shared }) => {
  const id = await developing(page, shared);
  const sent: unknown[] = [];
  const first = Promise.withResolvers();
  await page.route('**/modules/exposure?*', async (route, request) => {
    if (request.method() !== 'PATCH') return route.continue();
    sent.push((request.postDataJSON() as { params: unknown }).params);
    if (sent.length === 1) await first.promise;
    await route.continue();
  });
  await open(page, 'exposure');
  const exposure = field(page, 'exposure');
  await exposure.fill('1');
  await exposure.press('Enter');
  await expect.poll(() => sent).toEqual([{ exposure: 1 }]);
  await page.getByRole('button', { name: 'Back to the gallery' }).click();
  await page.getByRole('list', { name: 'Pictures' }).locator(`[data-image='${id}']`).click();
  await page.getByRole('button', { name: /^Develop/ }).click();
  await open(page, 'exposure');
  await exposure.fill('2');
  await exposure.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /^Saving/ })).toBeVisible();
  expect(sent).toEqual([{ exposure: 1 }]);
  first.resolve(null);
  await expect.poll(() => sent).toEqual([{ exposure: 1 }, { exposure: 2 }]);
  await stored(page);
  await expect(exposure).toHaveValue('+2.000 EV');
  await expect(page.getByRole('region', { name: 'Notifications' })).not.toContainText('Not saved');
});

test('the basics are what the reader put there, open together at every picture and after a reload', async ({
  page,
  shared,
}) => {
  await developing(page, shared);
  const tab = page.getByRole('tab', { name: 'basics' });
  await tab.click();
  await expect(page.getByText('Press the star of a module to have it here.')).toBeVisible();
  await page.getByRole('tab', { name: /^active/ }).click();
  for (const module of ['exposure', 'color balance rgb']) {
    await open(page, module);
    const star = page.getByRole('button', { name: `${module} is one of the basics` });
    // By keys alone.
    await star.focus();
    await page.keyboard.press('Enter');
    await expect(star).toHaveAttribute('aria-pressed', 'true');
  }
  await page.reload();
  await tab.click();
  const modules = page.getByRole('list', { name: 'Modules' }).locator('[data-module]');
  const expanded = page.getByRole('list', { name: 'Modules' }).getByRole('button', { expanded: true });
  // As in darktable: the last in the pipe first.
  await expect(modules).toHaveText(['color balance rgb', 'exposure']);
  await expect(expanded.and(modules)).toHaveCount(2);
  await expect(field(page, 'exposure')).toBeVisible();
  await expectNoFindings(page);

  // What is folded here stays so.
  await modules.first().click();
  await expect(expanded.and(modules)).toHaveText(['exposure']);
  await page.reload();
  await expect(expanded.and(modules)).toHaveText(['exposure']);
  await modules.first().click();
  await page.getByRole('button', { name: 'color balance rgb is one of the basics' }).click();
  await expect(modules).toHaveText(['exposure']);
});

test('what was changed elsewhere meanwhile stays; where both changed a value, the reader decides', async ({
  page,
  shared,
  allowedComplaints,
}) => {
  allowedComplaints.push(/ERR_FAILED/);
  const { url } = shared;
  const id = await developing(page, shared);
  const elsewhere = (params: Record<string, unknown>) =>
    page.request.patch(`${url}/api/v1/images/${id}/modules/exposure`, { data: { params }, headers: { origin: url } });
  // As if the news came late. A stream that tabs share is out of reach here.
  await page.addInitScript('delete SharedWorker');
  await page.route('**/api/v1/events', (route) => route.abort());
  await page.reload();
  await open(page, 'exposure');
  const exposure = field(page, 'exposure');
  const black = field(page, 'black level correction');

  await expect(black).toHaveValue('+0.0000');
  expect((await elsewhere({ black: 0.01 })).status()).toBe(204);
  await exposure.fill('1');
  await exposure.press('Enter');
  await expect(exposure).toHaveValue('+1.000 EV');
  await expect(black).toHaveValue('+0.0100');
  await stored(page);

  expect((await elsewhere({ exposure: 2 })).status()).toBe(204);
  await exposure.fill('3');
  await exposure.press('Enter');
  const note = page.getByRole('alert');
  await expect(note).toContainText('Changed elsewhere too: exposure +2.000 EV. Yours, not saved: exposure +3.000 EV.');
  await expect(exposure).toHaveValue('+2.000 EV');
  await expectNoFindings(page);
  await note.getByRole('button', { name: 'Save mine' }).click();
  await expect(exposure).toHaveValue('+3.000 EV');
  await expect(note).toHaveCount(0);

  await stored(page);
  expect((await elsewhere({ exposure: 0 })).status()).toBe(204);
  await exposure.fill('-1');
  await exposure.press('Enter');
  await note.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(exposure).toHaveValue('+0.000 EV');
  await expect(note).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import { changeElsewhere, record, told } from './organising-page.ts';
import { own } from './own-library.ts';
import { expect, test, tile } from './safelight.ts';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Tags and texts' });
const text = (page: Page, name: string) => panel(page).getByLabel(name, { exact: true });

test('texts and the place of a selection are saved when a field is left; different ones stay until something is written', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  await changeElsewhere(page, safelight, 1, { title: 'Coast', creator: 'Anna' });
  await changeElsewhere(page, safelight, 2, { title: 'Cliffs', creator: 'Anna', latitude: 10, longitude: 20 });
  await changeElsewhere(page, safelight, 3, { creator: 'Anna' });
  await page.reload();
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('Control+a');
  await page
    .getByRole('region', { name: 'Selected pictures' })
    .getByRole('button', { name: 'Texts', exact: true })
    .click();
  await expect(text(page, 'Creator')).toHaveValue('Anna');
  await expect(text(page, 'Title')).toHaveValue('');
  await expect(text(page, 'Title')).toHaveAttribute('placeholder', 'different values');
  // To look at a field is not to change it.
  await text(page, 'Title').focus();
  await page.keyboard.press('Tab');
  await text(page, 'Description').fill('  Two lines,\nthe second one.  ');
  await page.keyboard.press('Tab');
  await expect(told(page)).toContainText('Description changed: 3 pictures');
  await expect
    .poll(() => record(page, safelight, 3))
    .toMatchObject({ title: null, description: '  Two lines,\nthe second one.' });
  await expect.poll(() => record(page, safelight, 2)).toMatchObject({ title: 'Cliffs' });

  await panel(page).getByRole('button', { name: 'Remove Title' }).click();
  await expect(told(page)).toContainText('Title removed: 3 pictures');
  await expect.poll(async () => (await record(page, safelight, 1)).title).toBeNull();
  await text(page, 'Creator').fill('');
  await page.keyboard.press('Enter');
  await expect(told(page)).toContainText('Creator removed: 3 pictures');
  await expect.poll(() => record(page, safelight, 2)).toMatchObject({ title: null, creator: null });
  // Esc leaves a field as it was.
  await text(page, 'Notes').fill('never mind');
  await page.keyboard.press('Escape');
  await expect(text(page, 'Notes')).toHaveValue('');
  await expect(panel(page)).toBeVisible();

  await text(page, 'Latitude').fill('98.5');
  await text(page, 'Longitude').focus();
  await expect(panel(page)).toContainText('Latitude: a number from -90 to 90, such as 48.1372.');
  await text(page, 'Latitude').fill('48.1372, 11.5756');
  await page.keyboard.press('Enter');
  await expect(told(page)).toContainText('Place changed: 3 pictures');
  await expect(text(page, 'Longitude')).toHaveValue('11.5756');
  await expect
    .poll(() => record(page, safelight, 1))
    .toMatchObject({ latitude: 48.1372, longitude: 11.5756, altitude: null });
  await text(page, 'Longitude').fill('');
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('A place needs both latitude and longitude.');
  await page.keyboard.press('Escape');
  await panel(page).getByRole('button', { name: 'Remove the place' }).click();
  await expect(told(page)).toContainText('Place removed: 3 pictures');
  await expect.poll(() => record(page, safelight, 2)).toMatchObject({ latitude: null, longitude: null });
  await told(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await record(page, safelight, 2)).latitude).toBe(48.1372);
});

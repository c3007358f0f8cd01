import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { strip } from './culling-page.ts';
import { expectNoFindings } from './findings.ts';
import { heading } from './gallery-page.ts';
import { record, told } from './organising-page.ts';
import { own } from './own-library.ts';
import { expect, makePictures, test, tile } from './safelight.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected pictures' });
const choose = async (page: Page, item: string) => {
  await bar(page).getByRole('button', { name: 'Versions, groups, removal' }).click();
  await page.getByRole('button', { name: item }).click();
};

test('pictures get new versions, which are selected then and shown though groups are folded, and one undo takes them back', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  // What an undo takes back is asked for once more, before the list without it is there.
  allowedComplaints.push(/404 \(Not Found\)/);
  const safelight = await own(page, folder, launch);
  await page.goto(safelight.url);
  await expect(heading(page, '3 pictures')).toBeVisible();
  await page.getByRole('button', { name: 'Fold groups' }).click();
  const tiles = page.getByRole('list', { name: 'Pictures', exact: true }).getByRole('listitem');
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+d');
  await expect(told(page)).toContainText('New version: 2 pictures');
  await expect(tiles).toHaveCount(5);
  await expect(bar(page)).toContainText('2 selected');
  expect(await record(page, safelight, 5)).toMatchObject({ version: 1 });
  await told(page).getByRole('button', { name: 'Undo' }).click();
  await expect(told(page)).toContainText('Undone: New version, 2 pictures');
  await expect(heading(page, '3 pictures')).toBeVisible();
});

test('a new version is shown although the filter hides it, until another filter is chosen or it is undone', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  // What an undo takes back is asked for once more.
  allowedComplaints.push(/404 \(Not Found\)/);
  const safelight = await own(page, folder, launch);
  await page.goto(`${safelight.url}/?duplicate=false`);
  const tiles = page.getByRole('list', { name: 'Pictures', exact: true }).getByRole('listitem');
  await expect(tiles).toHaveCount(3);
  const make = async () => {
    await tile(page, /^harbour-001\.jpg/)
      .first()
      .focus();
    await page.keyboard.press('Control+d');
    await expect(told(page)).toContainText('New version: 1 picture');
    await expect(tiles).toHaveCount(4);
    await expect(tiles.nth(1)).toContainText('harbour-001.jpg');
  };
  await make();
  await told(page).getByRole('button', { name: 'Undo' }).click();
  await expect(tiles).toHaveCount(3);
  await page.keyboard.press('Escape');
  await make();
  await page.keyboard.press('/');
  await page.keyboard.type('harbour');
  await expect(tiles).toHaveCount(2);
  await expect(bar(page)).toBeHidden();
});

test('keys that are the browser’s, too, act on pictures alone, and never while something is typed', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  await page.goto(safelight.url);
  await expect(heading(page, '3 pictures')).toBeVisible();
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /duplicate|group/.test(request.url())) changes.push(request.url());
  });
  // Asked afterwards: the page's own listeners may come later than this one.
  await page.evaluate(`addEventListener('keydown', (event) => { window.pressed = event; })`);
  const taken = async (key: string) => {
    await page.keyboard.press(key);
    return page.evaluate<boolean>('window.pressed.defaultPrevented');
  };
  const KEYS = ['Control+d', 'Control+g', 'Control+Shift+G'];
  await page.keyboard.press('/');
  for (const key of KEYS) expect([key, 'in a field', await taken(key)]).toEqual([key, 'in a field', false]);
  await page.keyboard.press('Escape');
  await page.evaluate('document.activeElement.blur()');
  for (const key of KEYS) expect([key, 'on nothing', await taken(key)]).toEqual([key, 'on nothing', false]);
  expect(changes).toEqual([]);
  await tile(page, /^harbour-001\.jpg/).focus();
  for (const key of KEYS) expect([key, 'on a picture', await taken(key)]).toEqual([key, 'on a picture', true]);
});

test('many new versions are asked for first', async ({ page, folder, launch }) => {
  const pictures = await makePictures(join(folder, 'Pictures'), 21);
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
  const safelight = await launch(file);
  await page.goto(await safelight.signInLink());
  await page.goto(safelight.url);
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+d');
  const dialog = page.getByRole('dialog', { name: 'Make a new version of each of the 21 pictures?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Control+d');
  await dialog.getByRole('button', { name: 'Make new versions' }).click();
  await expect(heading(page, '42 pictures')).toBeVisible();
});

test('pictures are grouped and taken out of their group; one alone is no group', async ({ page, folder, launch }) => {
  const safelight = await own(page, folder, launch);
  await page.goto(safelight.url);
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('Control+g');
  await expect(told(page)).toContainText('Select two or more pictures');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+g');
  await expect(told(page)).toContainText('Grouped: 2 pictures');
  const leaders = async () =>
    new Set([(await record(page, safelight, 1)).group_id, (await record(page, safelight, 2)).group_id]);
  expect((await leaders()).size).toBe(1);
  await choose(page, 'Take out of the group');
  await expect(told(page)).toContainText('Taken out of the group: 2 pictures');
  expect((await leaders()).size).toBe(2);
});

test('pictures leave the library once that is confirmed, and come back', async ({ page, folder, launch }) => {
  const safelight = await own(page, folder, launch);
  writeFileSync(join(folder, 'darktable', 'darktablerc'), 'write_sidecar_files=on import\n');
  await page.goto(safelight.url);
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('3');
  await expect.poll(async () => (await record(page, safelight, 1)).rating).toBe(3);
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Remove 1 picture from the library?' });
  await expect(dialog).toContainText('stay on the disk');
  await expect(dialog).toContainText('You can undo this');
  // It has stars, and no sidecar.
  await expect(dialog).toContainText('Stars, labels, tags or texts of 1 picture are in no sidecar.');
  await dialog.getByRole('button', { name: 'Write sidecars first' }).click();
  await expect(dialog).toContainText('1 could not be written: There is no sidecar.');
  await expectNoFindings(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(page, '3 pictures')).toBeVisible();
  await page.keyboard.press('Space');
  await choose(page, 'Remove from the library…');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(heading(page, '2 pictures')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(told(page)).toContainText('Undone: Removed from the library, 1 picture');
  await expect(heading(page, '3 pictures')).toBeVisible();
});

test('groups fold to one picture, which stands for all of them in marks and for itself in exports', async ({
  page,
  folder,
  launch,
}) => {
  const pictures = await makePictures(join(folder, 'Pictures'), 6);
  // 1, 2 and 3 are a group, and 2 is rejected; 5 and 6 are one, led by 6.
  const images = pictures.map((image, at) => ({
    ...image,
    ...(at < 3 && { groupId: 1 }),
    ...(at === 1 && { rejected: true }),
    ...(at > 3 && { groupId: 6 }),
  }));
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images });
  const safelight = await launch(file);
  await page.goto(await safelight.signInLink());
  await page.goto(`${safelight.url}/?sort=name&rating_min=0`);
  const tiles = page.getByRole('list', { name: 'Pictures', exact: true }).getByRole('listitem');
  await expect(tiles).toHaveCount(5);
  await page.getByRole('button', { name: 'Fold groups' }).click();
  await expect(tiles).toHaveCount(3);
  await expect(heading(page, '5 of 6 pictures')).toBeVisible();
  await page.reload();
  await expect(tiles).toHaveCount(3);

  const count = tiles.getByRole('button', { name: 'Group of 3 pictures, 2 of them here' });
  await expect(count).toHaveText('2 of 3');
  await expect(count).toHaveAttribute('aria-expanded', 'false');
  await count.click();
  await expect(tiles).toHaveCount(4);
  await expect(tile(page, /^harbour-003\.jpg/)).toBeVisible();
  await tile(page, /^harbour-003\.jpg/).focus();
  await page.keyboard.press('g');
  await expect(tiles).toHaveCount(3);
  await expect(tile(page, /^harbour-001\.jpg/)).toBeFocused();

  // By key, without a selection: all of the group, also the one that the filter hides.
  await page.keyboard.press('4');
  await expect(told(page)).toContainText('3 pictures');
  await expect.poll(async () => (await record(page, safelight, 3)).rating).toBe(4);
  // The reject shows its stars once it is taken back.
  await expect.poll(async () => (await record(page, safelight, 2)).rating).toBe(4);
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('2 groups, 6 pictures');
  await bar(page).getByRole('button', { name: 'Export 3' }).click();
  await expect(told(page)).toContainText('3 exports requested');

  await page.goto(`${safelight.url}/cull?sort=name`);
  await expect(strip(page).getByRole('listitem')).toHaveCount(6);
});

import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Album, AlbumList, AlbumWithImages } from '../src/contract/albums.ts';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { expectNoFindings } from './findings.ts';
import { middle, press, pressAndDrag } from './fingers.ts';
import { filter, heading } from './gallery-page.ts';
import { told } from './organising-page.ts';
import { expect, makePictures, type Safelight, test, tile } from './safelight.ts';

async function ownSix(page: Page, folder: string, launch: (library?: string) => Promise<Safelight>) {
  const pictures = await makePictures(join(folder, 'Pictures'), 6);
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
  const safelight = await launch(file);
  await page.goto(await safelight.signInLink());
  await expect(tile(page, /-001\.jpg/)).toBeVisible();
  return safelight;
}
const albums = async (page: Page, { url }: Safelight) =>
  ((await (await page.request.get(`${url}/api/v1/albums`)).json()) as AlbumList).items;
/** Its images in order, as the service has them. */
const order = async (page: Page, safelight: Safelight) => {
  const [album] = await albums(page, safelight);
  if (!album) return [];
  return ((await (await page.request.get(`${safelight.url}/api/v1/albums/${album.id}`)).json()) as AlbumWithImages).ids;
};
const shown = (page: Page) =>
  page
    .getByRole('list', { name: 'Pictures', exact: true })
    .locator('[data-image]')
    .evaluateAll((pictures: { dataset: { image?: string } }[]) => pictures.map(({ dataset }) => Number(dataset.image)));
const picture = (page: Page, id: number) => page.locator(`[data-image="${id}"]`);
const create = async (page: Page, name: string) => {
  const panel = page.getByRole('complementary', { name: 'Tags and texts' });
  await panel.getByLabel(/New album/).fill(name);
  await panel.getByRole('button', { name: 'Create' }).click();
  return panel;
};

test.describe('with a mouse and keys', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('an album is made of a selection, filled by dragging, ordered, covered, renamed and deleted, with undo', async ({
    page,
    folder,
    launch,
    allowedComplaints,
  }) => {
    allowedComplaints.push(/412 \(Precondition Failed\)/);
    const safelight = await ownSix(page, folder, launch);
    for (const id of [1, 2, 3]) await picture(page, id).click({ modifiers: ['ControlOrMeta'] });
    await page.keyboard.press('a');
    const panel = await create(page, 'Wales');
    await expect(told(page)).toContainText('Album Wales created: 3 pictures');
    const has = panel.getByRole('checkbox', { name: /Wales/ });
    await expect(has).toBeChecked();
    await page.keyboard.press('Escape');

    // Another one is dragged onto it.
    await page.keyboard.press('Escape');
    await picture(page, 5).focus();
    await page.keyboard.press('a');
    await picture(page, 5).hover();
    await page.mouse.down();
    await page.mouse.move(400, 500, { steps: 4 });
    await has.hover();
    await page.mouse.up();
    await expect(told(page)).toContainText('Added to the album Wales: 1 picture');
    await expect.poll(async () => (await albums(page, safelight))[0]?.count).toBe(4);

    // The album in its order, as a filter.
    await panel.getByRole('button', { name: 'Close' }).click();
    await filter(page, 'Album').click();
    await page.getByRole('list', { name: 'Album' }).getByRole('button', { name: /Wales/ }).click();
    await page.keyboard.press('Escape');
    await expect(heading(page, '4 of 6 pictures')).toBeVisible();
    await expect(page).toHaveURL(/album=Wales&sort=album/);
    await expect(page.getByRole('combobox', { name: 'Order' })).toHaveValue('album');
    await expect.poll(() => shown(page)).toEqual([1, 2, 3, 5]);

    // By mouse: the last one before the first.
    const first = (await picture(page, 1).boundingBox())!;
    await picture(page, 5).hover();
    await page.mouse.down();
    await page.mouse.move(first.x + 60, first.y + 60, { steps: 4 });
    await page.mouse.move(first.x + 12, first.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect(told(page)).toContainText('Moved to place 1 of 4');
    await expect.poll(() => shown(page)).toEqual([5, 1, 2, 3]);
    await told(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => shown(page)).toEqual([1, 2, 3, 5]);

    // By keys, and with the buttons of the selection.
    await picture(page, 1).focus();
    await page.keyboard.press('.');
    await expect.poll(() => shown(page)).toEqual([2, 1, 3, 5]);
    await expect(picture(page, 1)).toBeFocused();
    await page.keyboard.press('.');
    await expect.poll(() => shown(page)).toEqual([2, 3, 1, 5]);
    // Somebody else moves one: the undo leaves that as it is.
    const [{ id }] = (await albums(page, safelight)) as [Album];
    const moves = `${safelight.url}/api/v1/albums/${id}/order`;
    const move = (data: object) => page.request.put(moves, { headers: { origin: safelight.url }, data });
    await expect(told(page)).toContainText('Moved to place 3 of 4');
    await move({ ids: [5] });
    await told(page).getByRole('button', { name: 'Undo' }).click();
    await expect(told(page)).toContainText('The order was not changed');
    expect(await order(page, safelight)).toEqual([5, 2, 3, 1]);
    // Seen before it is over: the order of before would be taken for the one that comes after.
    await expect.poll(() => shown(page)).toEqual([5, 2, 3, 1]);
    await move({ ids: [5], before: null });
    await expect.poll(() => shown(page)).toEqual([2, 3, 1, 5]);
    await picture(page, 1).focus();
    await page.keyboard.press('Space');
    const bar = page.getByRole('region', { name: 'Selected pictures' });
    await bar.getByRole('button', { name: 'Move earlier in the album' }).click();
    await expect.poll(() => order(page, safelight)).toEqual([2, 1, 3, 5]);
    await bar.getByRole('button', { name: 'Clear the selection' }).click();
    // Culling keeps to it.
    await page.getByRole('link', { name: 'Cull', exact: true }).click();
    await expect(page).toHaveURL(/album=Wales&sort=album/);
    await page.goBack();
    await expect(heading(page, '4 of 6 pictures')).toBeVisible();

    // Cover, name, end.
    await picture(page, 3).focus();
    await page.keyboard.press('a');
    const menu = panel.getByRole('button', { name: 'Change the album Wales' });
    await menu.click();
    await page.getByRole('button', { name: 'Use the picture as the cover' }).click();
    await expect
      .poll(async () => (await albums(page, safelight))[0])
      .toMatchObject({ cover: 3, is_cover_chosen: true });
    await expectNoFindings(page);
    await expect(told(page)).toContainText('The album has another cover');
    await told(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await albums(page, safelight))[0]).toMatchObject({ is_cover_chosen: false });
    await menu.click();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('2024|Cymru');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await expect(page).toHaveURL(/album=2024%7CCymru&sort=album/);
    await expect.poll(() => shown(page)).toEqual([2, 1, 3, 5]);
    await panel.getByRole('button', { name: 'Change the album 2024 › Cymru' }).click();
    await page.getByRole('button', { name: 'Delete the album' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the album' }).click();
    await expect(heading(page, '6 pictures')).toBeVisible();
    await expect(told(page)).toContainText('deleted');
    await told(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => order(page, safelight)).toEqual([2, 1, 3, 5]);
  });
});

test.describe('with fingers', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  test('an album is made, shown and ordered on a phone', async ({ page, folder, launch }) => {
    const safelight = await ownSix(page, folder, launch);
    const at = async (id: number) => middle((await picture(page, id).boundingBox())!);
    await press(page, await at(1), 700);
    await picture(page, 2).tap();
    await picture(page, 3).tap();
    const bar = page.getByRole('region', { name: 'Selected pictures' });
    await bar.getByRole('button', { name: 'Tags' }).tap();
    await page.getByRole('button', { name: 'Albums' }).tap();
    const panel = await create(page, 'Phone');
    await expect(panel.getByRole('checkbox', { name: /Phone/ })).toBeChecked();
    await expectNoFindings(page);
    await panel.getByRole('link', { name: 'Show the album Phone' }).tap();
    await panel.getByRole('button', { name: 'Close' }).tap();
    await expect.poll(() => shown(page)).toEqual([1, 2, 3]);
    await bar.getByRole('button', { name: 'Clear the selection' }).tap();

    // A picture that is selected goes with the finger.
    await press(page, await at(1), 700);
    await expect(bar).toContainText('1 selected');
    const last = (await picture(page, 3).boundingBox())!;
    await pressAndDrag(page, await at(1), [last.x + last.width - 8, last.y + last.height / 2]);
    await expect.poll(() => order(page, safelight)).toEqual([2, 3, 1]);
    await expect.poll(() => shown(page)).toEqual([2, 3, 1]);
    await bar.getByRole('button', { name: 'Move earlier in the album' }).tap();
    await expect.poll(() => shown(page)).toEqual([2, 1, 3]);
  });
});

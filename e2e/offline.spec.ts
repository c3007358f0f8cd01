import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { z } from 'zod';
import type { ChangeList } from '../src/contract/image-change.ts';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { expectNoFindings } from './findings.ts';
import { changeElsewhere, record, told } from './organising-page.ts';
import { own } from './own-library.ts';
import { expect, makePictures, test, tile } from './safelight.ts';

// Three pictures: harbour-001 without stars, larch-002 with one, harbour-003 with two.

/** The service is away for this page and its tabs, not for the test. */
async function away(page: Page): Promise<() => Promise<void>> {
  const cut = '**/api/v1/**';
  const health = '**/health';
  await page.context().route(cut, (route) => route.abort());
  await page.context().route(health, (route) => route.abort());
  return async () => {
    await page.context().unroute(cut);
    await page.context().unroute(health);
  };
}
const slot = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words });
/** What reaches the service. */
const changesOf = (page: Page) => {
  const sent: string[] = [];
  page.context().on('response', (response) => {
    const request = response.request();
    if (request.method() === 'PATCH') sent.push(`${new URL(request.url()).pathname} ${request.postData()}`);
  });
  return sent;
};

test.describe('while Safelight is away', () => {
  test.beforeEach(({ allowedComplaints }) => {
    allowedComplaints.push(/Failed to load resource/, /ERR_FAILED/);
  });

  test('decisions wait, are shown, survive a reload, and are sent in their order', async ({ page, folder, launch }) => {
    const safelight = await own(page, folder, launch);
    await tile(page, /^harbour-001\.jpg/).focus();
    const back = await away(page);
    for (const key of ['2', 'F1', '4', 'r']) await page.keyboard.press(key);
    await expect(tile(page, 'harbour-001.jpg, rejected, labeled red')).toBeFocused();
    await expect(slot(page, 'Offline, 4 waiting')).toBeVisible();
    await expect(told(page)).toContainText('Safelight cannot be reached');
    // The last one is taken back before it was ever sent.
    await page.keyboard.press('Control+z');
    await expect(tile(page, 'harbour-001.jpg, 4 stars, labeled red')).toBeFocused();
    await expect(slot(page, 'Offline, 3 waiting')).toBeVisible();

    // The service answers again, but takes no decision yet: the page can be loaded anew.
    const decisions = '**/api/v1/images/1';
    await page.route(decisions, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
    await back();
    await page.reload();
    await expect(tile(page, 'harbour-001.jpg, 4 stars, labeled red')).toBeVisible();
    await expect.poll(() => record(page, safelight, 1)).toMatchObject({ rating: 0, color_labels: [] });
    await page.unroute(decisions);
    await expect.poll(() => record(page, safelight, 1)).toMatchObject({ rating: 4, color_labels: ['red'] });
    await expect(slot(page, /waiting/)).toHaveCount(0);
    // Each once, in their order, as the journal has them.
    const journal = await page.request.get(`${safelight.url}/api/v1/changes`);
    const { items } = (await journal.json()) as z.infer<typeof ChangeList>;
    expect(
      items.toReversed().map(({ fields }) => fields.map(({ field, after }) => `${field} ${String(after)}`)),
    ).toEqual([['stars 2'], ['label:red true'], ['stars 4']]);
    // What waited can be taken back like everything else.
    await page.locator('body').press('Control+z');
    await expect(told(page)).toContainText('Undone: 4 stars, 1 picture');
    await expect.poll(() => record(page, safelight, 1)).toMatchObject({ rating: 2 });
  });

  for (const [width, height] of [
    [1440, 900],
    [844, 390],
    [390, 844],
  ] as const)
    test(`the develop panel keeps the modules it knows, says what it does not, and nothing is pushed, ${width} × ${height}`, async ({
      page,
      folder,
      launch,
    }) => {
      await page.setViewportSize({ width, height });
      const safelight = await own(page, folder, launch);
      await page.goto(`${safelight.url}/images/1?panel=develop`);
      const panel = page.getByRole('complementary', { name: 'Develop' });
      const search = panel.getByRole('searchbox');
      await expect(search).toBeVisible();
      const picture = page
        .getByRole('main')
        .getByRole('img', { name: /^harbour-001\.jpg/ })
        .last();
      await expect(picture).toBeVisible();
      const boxes = () =>
        Promise.all(
          [picture, search, page.getByRole('button', { name: 'Before', exact: true })].map((part) =>
            part.boundingBox(),
          ),
        );
      const before = await boxes();
      const back = await away(page);
      // A decision that waits.
      await page.keyboard.press('4');
      await expect(slot(page, 'Offline, 1 waiting')).toBeAttached();
      await expect(page.getByText('Is it still running?').filter({ visible: true })).toBeVisible();
      const known = panel.getByRole('status').filter({ hasText: 'the last known state of the modules' });
      await expect(known).toBeAttached();
      expect(await boxes()).toEqual(before);
      await page.keyboard.press('ArrowRight');
      await expect(panel.getByRole('status').filter({ hasText: 'have not been loaded' })).toBeAttached();
      await page.keyboard.press('ArrowLeft');
      await expect(search).toBeVisible();
      await back();
      await expect(known).toHaveCount(0);
    });

  test('a panel that was never loaded does not take the page along, and comes with the service', async ({
    page,
    folder,
    launch,
    allowedComplaints,
  }) => {
    allowedComplaints.push(/ERR_CONNECTION_REFUSED/);
    const safelight = await own(page, folder, launch);
    await page.route(/\/assets\/(develop|organise)-panel-/, (route) => route.abort());
    await page.goto(`${safelight.url}/images/1`);
    const picture = page
      .getByRole('main')
      .getByRole('img', { name: /^harbour-001\.jpg/ })
      .last();
    await expect(picture).toBeVisible();
    // Not cut off from this page alone: the page would hear that it is there, and load itself anew.
    await safelight.stop();
    for (const key of ['d', 't']) {
      await page.keyboard.press(key);
      await expect(page.getByText('This part of the page loads once Safelight responds again.')).toBeVisible();
      await expect(picture).toBeVisible();
    }
    await page.unroute(/\/assets\/(develop|organise)-panel-/);
    await safelight.start();
    await expect(page.getByRole('combobox', { name: 'Add a tag' })).toBeVisible();
  });

  test('an undo waits, too; and two tabs send everything once', async ({ page, folder, launch }) => {
    const safelight = await own(page, folder, launch);
    await tile(page, /^harbour-001\.jpg/).focus();
    await page.keyboard.press('5');
    await expect(told(page)).toContainText('5 stars: 1 picture');
    const second = await page.context().newPage();
    await second.goto(safelight.url);
    await tile(second, /^harbour-003\.jpg/).focus();
    const back = await away(page);
    await page.keyboard.press('Control+z');
    await expect(tile(page, 'harbour-001.jpg, not rated')).toBeFocused();
    for (const key of ['F1', 'F2', 'F3']) await page.keyboard.press(key);
    await second.keyboard.press('3');
    // Each tab shows what the other one decided.
    await expect(tile(second, 'harbour-001.jpg, not rated, labeled red and yellow and green')).toBeVisible();
    await expect(tile(page, 'harbour-003.jpg, 3 stars')).toBeVisible();
    for (const tab of [page, second]) await expect(slot(tab, 'Offline, 5 waiting')).toBeVisible();
    const sent = changesOf(page);
    await back();
    await expect.poll(() => record(page, safelight, 3)).toMatchObject({ rating: 3 });
    await expect
      .poll(() => record(page, safelight, 1))
      .toMatchObject({ rating: 0, color_labels: ['red', 'yellow', 'green'] });
    for (const tab of [page, second]) await expect(slot(tab, /waiting/)).toHaveCount(0);
    expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted());
    expect(sent).toHaveLength(4);
  });

  test('what was changed elsewhere meanwhile is listed, and a person decides', async ({ page, folder, launch }) => {
    const safelight = await own(page, folder, launch);
    await tile(page, /^harbour-001\.jpg/).focus();
    const back = await away(page);
    for (const key of ['4', 'F1']) await page.keyboard.press(key);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('5');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('F3');
    await expect(slot(page, 'Offline, 4 waiting')).toBeVisible();
    await changeElsewhere(page, safelight, 1, { rating: 2, tags: { add: ['sea'] } });
    await changeElsewhere(page, safelight, 2, { rating: 3 });
    await back();
    const button = page.getByRole('button', { name: '2 changed elsewhere too' });
    await expect(button).toBeVisible();
    // Only the stars were decided twice; everything else is stored.
    await expect.poll(() => record(page, safelight, 3)).toMatchObject({ color_labels: ['green'] });
    await expect
      .poll(() => record(page, safelight, 1))
      .toMatchObject({
        rating: 2,
        color_labels: ['red', 'green'],
        tags: ['sea'],
      });
    await expect.poll(() => record(page, safelight, 2)).toMatchObject({ rating: 3, color_labels: ['green'] });
    await expect(tile(page, /^harbour-001\.jpg, 2 stars/)).toBeVisible();

    await button.click();
    const list = page.getByRole('dialog', { name: 'Not saved' });
    const line = (name: string) => list.getByRole('listitem').filter({ hasText: name });
    await expect(line('harbour-001.jpg')).toContainText('4 stars');
    await expect(line('harbour-001.jpg')).toContainText('Changed elsewhere meanwhile. Now: 2 stars');
    await expectNoFindings(page);
    await line('harbour-001.jpg').getByRole('button', { name: 'Try again' }).click();
    await line('larch-002.jpg').getByRole('button', { name: 'Discard' }).click();
    await expect(list).toContainText('Everything is saved.');
    await expect.poll(() => record(page, safelight, 1)).toMatchObject({ rating: 4 });
    await expect.poll(() => record(page, safelight, 2)).toMatchObject({ rating: 3 });
    await page.keyboard.press('Escape');
    await expect(tile(page, /^harbour-001\.jpg, 4 stars/)).toBeVisible();
    await expect(tile(page, /^larch-002\.jpg, 3 stars/)).toBeVisible();
  });

  test('what waits belongs to its library, and so does a selection', async ({ page, folder, launch }) => {
    const pictures = await makePictures(join(folder, 'Pictures'), 3);
    const other = makeLibrary({ folder: join(folder, 'other'), images: pictures }).file;
    const safelight = await own(page, folder, launch);
    const library = join(folder, 'darktable', 'library.db');
    await tile(page, /^harbour-001\.jpg/).focus();
    const back = await away(page);
    await page.keyboard.press('5');
    await expect(slot(page, 'Offline, 1 waiting')).toBeVisible();
    await safelight.set({ library: other });
    await back();
    const opened = async () => {
      const answer = await page.request.get(`${safelight.url}/api/v1/library`);
      return ((await answer.json()) as { library: string }).library;
    };
    await expect.poll(opened).toBe(other);
    await page.reload();
    await expect(tile(page, 'harbour-001.jpg, not rated')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(told(page)).toContainText('There is nothing to undo.');
    await expect.poll(() => record(page, safelight, 1)).toMatchObject({ rating: 0 });

    const selected = page.getByRole('region', { name: 'Selected pictures' });
    await tile(page, /^larch-002\.jpg/).click({ modifiers: ['ControlOrMeta'] });
    await expect(selected).toBeVisible();
    await safelight.set({ library });
    await expect.poll(opened).toBe(library);
    await expect.poll(() => record(page, safelight, 1)).toMatchObject({ rating: 5 });
    await expect(tile(page, 'harbour-001.jpg, 5 stars')).toBeVisible();
    await expect(selected).toHaveCount(0);
  });
});

test('a tablet on the network has no locks, and sends everything once all the same', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  allowedComplaints.push(/Failed to load resource/, /ERR_FAILED/);
  await page.context().addInitScript('delete Navigator.prototype.locks');
  const safelight = await own(page, folder, launch);
  const second = await page.context().newPage();
  await second.goto(safelight.url);
  await tile(page, /^harbour-001\.jpg/).focus();
  await tile(second, /^larch-002\.jpg/).focus();
  const back = await away(page);
  for (const key of ['F1', 'F2']) await page.keyboard.press(key);
  for (const key of ['F3', 'F4']) await second.keyboard.press(key);
  for (const tab of [page, second]) await expect(slot(tab, 'Offline, 4 waiting')).toBeVisible();
  const sent = changesOf(page);
  await back();
  await expect.poll(() => record(page, safelight, 1)).toMatchObject({ color_labels: ['red', 'yellow'] });
  await expect.poll(() => record(page, safelight, 2)).toMatchObject({ color_labels: ['green', 'blue'] });
  await expect.poll(() => sent).toHaveLength(4);
});

test('after a reload, many steps can still be taken back', async ({ page, folder, launch }) => {
  const safelight = await own(page, folder, launch);
  await tile(page, /^harbour-003\.jpg/).focus();
  for (const [key, words] of [
    ['5', '5 stars: 1 picture'],
    ['F2', 'Labeled yellow: 1 picture'],
    ['r', 'Rejected: 1 picture'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(told(page)).toContainText(words);
  }
  await page.reload();
  await expect(tile(page, 'harbour-003.jpg, rejected, labeled yellow')).toBeVisible();
  for (const words of ['Rejected', 'Labeled yellow', '5 stars']) {
    await page.keyboard.press('Control+z');
    await expect(told(page)).toContainText(`Undone: ${words}, 1 picture`);
  }
  await expect(tile(page, 'harbour-003.jpg, 2 stars')).toBeVisible();
  await expect.poll(() => record(page, safelight, 3)).toMatchObject({ rating: 2, color_labels: [] });
});

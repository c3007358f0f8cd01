import { join } from 'node:path';
import { COLOR_LABELS } from '../src/contract/color-labels.ts';
import { startDarktableProcess } from '../src/testing/darktable-process.ts';
import { expectNoFindings } from './findings.ts';
import { stored, told } from './organising-page.ts';
import { own } from './own-library.ts';
import { type Client, expect, signIn, test, tile } from './safelight.ts';
import { quiet } from './quiet.ts';

// Three pictures: harbour-001 without stars, larch-002 with one, harbour-003 with two.

test('keys rate, reject and label the focused picture; a reject that is taken back has its stars again', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  await tile(page, /^harbour-001\.jpg/).focus();
  for (const stars of [1, 2, 4, 5, 3]) {
    await page.keyboard.press(String(stars));
    await expect(tile(page, new RegExp(`^harbour-001\\.jpg, ${stars} star`))).toBeFocused();
  }
  await expect(told(page)).toContainText('3 stars: 1 picture');
  await page.keyboard.press('r');
  await expect(tile(page, 'harbour-001.jpg, rejected')).toBeFocused();
  await expect(told(page)).toContainText('Rejected: 1 picture');
  await expect.poll(() => stored(page, safelight, 1)).toMatchObject({ rating: -1 });
  // Whoever comes later knows no stars behind the reject; the library does.
  await page.reload();
  await tile(page, 'harbour-001.jpg, rejected').focus();
  await page.keyboard.press('r');
  await expect(told(page)).toContainText('No longer rejected: 1 picture');
  await expect(tile(page, 'harbour-001.jpg, 3 stars')).toBeFocused();
  for (const [at, label] of COLOR_LABELS.entries()) {
    await page.keyboard.press(`F${at + 1}`);
    await expect(told(page)).toContainText(`Labeled ${label}: 1 picture`);
  }
  await expect.poll(() => stored(page, safelight, 1)).toEqual({ rating: 3, color_labels: [...COLOR_LABELS] });
  await page.keyboard.press('F4');
  await expect(told(page)).toContainText('No longer labeled blue: 1 picture');
  await page.keyboard.press('0');
  await expect(told(page)).toContainText('No stars: 1 picture');
  await expect(tile(page, /^harbour-001\.jpg, not rated, labeled/)).toBeFocused();
  await expect
    .poll(() => stored(page, safelight, 1))
    .toEqual({ rating: 0, color_labels: ['red', 'yellow', 'green', 'purple'] });
});

test('a selection is one step: what only some have all get first, then none has it; stars behind rejects survive, and a button takes it back', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  await tile(page, /^larch-002\.jpg/).focus();
  await page.keyboard.press('F3');
  await page.keyboard.press('r');
  await expect(tile(page, 'larch-002.jpg, rejected, labeled green')).toBeVisible();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Selected pictures' });
  const mark = (name: string) => bar.getByRole('button', { name, exact: true });
  /** What all have is filled, what some have is half. */
  const tells = (green: string, reject: string, twoStars: string) =>
    Promise.all(
      Object.entries({ green, Reject: reject, '2 stars': twoStars }).map(([name, pressed]) =>
        expect(mark(name)).toHaveAttribute('aria-pressed', pressed),
      ),
    );
  await tells('mixed', 'mixed', 'mixed');
  await page.keyboard.press('F3');
  await expect(told(page)).toContainText('Labeled green: 3 pictures');
  await expect(tile(page, /labeled green/)).toHaveCount(3);
  await tells('true', 'mixed', 'mixed');
  await page.keyboard.press('F3');
  await expect(told(page)).toContainText('No longer labeled green: 3 pictures');
  await expect(tile(page, /labeled/)).toHaveCount(0);
  // One is rejected: first all are, then none is, and each has its stars again.
  await mark('Reject').click();
  await expect(tile(page, /rejected/)).toHaveCount(3);
  await tells('false', 'true', 'false');
  await mark('Reject').click();
  await expect(told(page)).toContainText('No longer rejected: 3 pictures');
  for (const name of ['harbour-001.jpg, not rated', 'larch-002.jpg, 1 star', 'harbour-003.jpg, 2 stars'])
    await expect(tile(page, name)).toBeVisible();
  await page.keyboard.press('r');
  await expect(told(page)).toContainText('Rejected: 3 pictures');
  await told(page).getByRole('button', { name: 'Undo' }).click();
  await expect(told(page)).toContainText('Undone: Rejected, 3 pictures');
  for (const name of ['harbour-001.jpg, not rated', 'larch-002.jpg, 1 star', 'harbour-003.jpg, 2 stars'])
    await expect(tile(page, name)).toBeVisible();
  await expect
    .poll(async () => [await stored(page, safelight, 1), await stored(page, safelight, 3)])
    .toMatchObject([{ rating: 0 }, { rating: 2 }]);
});

test('stars are there before the service answers, in the order of the keys, and go when it refuses', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  allowedComplaints.push(/500 \(Internal Server Error\)/);
  const safelight = await own(page, folder, launch);
  const asked: string[] = [];
  const release = Promise.withResolvers<undefined>();
  await page.route('**/api/v1/images', async (route) => {
    asked.push(route.request().postData() ?? '');
    await release.promise;
    await route.continue();
  });
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('2');
  await page.keyboard.press('4');
  await page.keyboard.press('F1');
  await expect(tile(page, 'harbour-001.jpg, 4 stars, labeled red')).toBeFocused();
  // The stars are there first, and the others wait for its answer.
  await expect.poll(() => asked).toEqual([JSON.stringify({ ids: [1], change: { rating: 2 } })]);
  await expect.poll(() => stored(page, safelight, 1)).toEqual({ rating: 0, color_labels: [] });
  release.resolve(undefined);
  await expect.poll(() => stored(page, safelight, 1)).toEqual({ rating: 4, color_labels: ['red'] });
  await page.unroute('**/api/v1/images');

  const library = join(folder, 'darktable', 'library.db');
  const darktable = await startDarktableProcess(folder, library);
  try {
    await page.keyboard.press('5');
    await expect(told(page)).toContainText('1 picture was not changed');
    await expect(told(page)).toContainText('Close darktable');
    await expect(tile(page, 'harbour-001.jpg, 4 stars, labeled red')).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(told(page)).toContainText('Not undone: Labeled red');
    await expect(tile(page, 'harbour-001.jpg, 4 stars, labeled red')).toBeFocused();
  } finally {
    await darktable.end();
  }
  await page.keyboard.press('Control+z');
  await expect(told(page)).toContainText('Undone: Labeled red, 1 picture');
  await expect.poll(() => stored(page, safelight, 1)).toEqual({ rating: 4, color_labels: [] });
});

test('undo goes back many steps; what was changed again since is told and stays', async ({ page, folder, launch }) => {
  const safelight = await own(page, folder, launch);
  await tile(page, /^harbour-003\.jpg/).focus();
  for (const key of ['5', 'F2', 'r']) await page.keyboard.press(key);
  await expect(told(page)).toContainText('Rejected: 1 picture');
  for (const words of ['Rejected', 'Labeled yellow', '5 stars']) {
    await page.keyboard.press('Control+z');
    await expect(told(page)).toContainText(`Undone: ${words}, 1 picture`);
  }
  await expect(tile(page, 'harbour-003.jpg, 2 stars')).toBeFocused();
  await expect.poll(() => stored(page, safelight, 3)).toEqual({ rating: 2, color_labels: [] });
  await page.keyboard.press('Control+z');
  await expect(told(page)).toContainText('There is nothing to undo.');

  await page.keyboard.press('4');
  await expect(told(page)).toContainText('4 stars: 1 picture');
  const headers = { origin: safelight.url };
  const other = await page.request.patch(`${safelight.url}/api/v1/images/3`, { data: { rating: 1 }, headers });
  expect(other.status()).toBe(200);
  await page.keyboard.press('Control+z');
  await expect(told(page)).toContainText('1 picture was changed again since, and stays as it is.');
  await expect(tile(page, 'harbour-003.jpg, 1 star')).toBeVisible();
  await expect.poll(() => stored(page, safelight, 3)).toMatchObject({ rating: 1 });
});

test('the keys do the same for the open picture, beside its own; typing is typing', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  await page.getByRole('combobox', { name: 'Search pictures' }).fill('r');
  await page.keyboard.type('35');
  await page.keyboard.press('Escape');
  await page.goto(`${safelight.url}/images/1?panel=info`);
  const facts = page.getByRole('complementary');
  await expect(facts.getByRole('img', { name: 'not rated' })).toBeVisible();
  await page.keyboard.press('3');
  await expect(facts.getByRole('img', { name: '3 stars' })).toBeVisible();
  await page.keyboard.press('F5');
  await expect(facts.getByRole('list', { name: 'Color labels' })).toHaveText('purple');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/images\/2/);
  await page.keyboard.press('r');
  await expect(facts.getByText('Rejected')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(facts.getByRole('img', { name: '1 star' })).toBeVisible();
  await expect(told(page)).toContainText('Undone: Rejected, 1 picture');
  // A decision that is taken back before it was sent does not wait for those that are still to be sent.
  await expect
    .poll(async () => [await stored(page, safelight, 1), await stored(page, safelight, 2)])
    .toEqual([
      { rating: 3, color_labels: ['purple'] },
      { rating: 1, color_labels: [] },
    ]);
});

test('who may not organize is told why, without a request', async ({ page, folder, launch }) => {
  const safelight = await own(page, folder, launch);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') asked.push(request.url());
  });
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  await page.keyboard.press('3');
  await expect(told(page)).toContainText('Select pictures first');
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('Space');
  await safelight.set({ readOnly: true });
  // The news is on its way to the page, which would send what is asked before it comes.
  const bar = page.getByRole('region', { name: 'Selected pictures' });
  await expect(bar.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
  await page.keyboard.press('Space');
  // Not loaded again by the browser, which would take the message away.
  await page.keyboard.press('F5');
  await expect(told(page)).toContainText('Read-only mode is on');
  await expect(tile(page, 'harbour-001.jpg, not rated')).toBeFocused();

  await safelight.set({ readOnly: false });
  const client = JSON.parse(
    await safelight.command('clients', 'add', '--id', 'viewer', '--scope', 'images:read previews:read', '--json'),
  ) as Client;
  await signIn(page, { ...safelight, client });
  await page.goto(safelight.url);
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('4');
  await expect(told(page)).toContainText('You can view pictures, but not rate, label or tag them.');
  await page.keyboard.press('Control+z');
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height }, reducedMotion: 'reduce' });

    test('nothing moves when pictures are decided about, and axe finds nothing', async ({ page, folder, launch }) => {
      await own(page, folder, launch);
      await tile(page, /^harbour-001\.jpg/).focus();
      await quiet(page);
      // A key counts as recent input; that is no excuse here. Below the picture, labels stand behind the stars.
      await page.evaluate(`window.shifted = [];
        new PerformanceObserver((list) => list.getEntries().forEach(({ sources }) => shifted.push(...sources
          .map(({ node }) => node?.parentElement)
          .filter((parent) => !parent?.closest('[role=listitem] [aria-hidden=true]'))
          .map((parent) => parent?.className)))).observe({ type: 'layout-shift' })`);
      for (const key of ['3', 'F1', 'F2', 'r', 'Control+z']) await page.keyboard.press(key);
      await expect(told(page)).toContainText('Undone: Rejected, 1 picture');
      await expect(tile(page, 'harbour-001.jpg, 3 stars, labeled red and yellow')).toBeFocused();
      expect(await page.evaluate('shifted')).toEqual([]);
      await expectNoFindings(page);
    });
  });
}

import type { FixtureImage } from '../src/testing/library-fixture.ts';
import { boxIn, library, open, panes, shows, stored, test, visit, WIDTH, withBurst } from './culling-page.ts';
import { middle } from './fingers.ts';
import { expect, tile } from './safelight.ts';

test('compared pictures are zoomed and moved together, and Alt moves one alone', async ({ page, shared }) => {
  await visit(page, shared, '/cull?shown=all');
  await page.keyboard.press('c');
  await expect(panes(page)).toHaveCount(2);
  const [first, second] = [await boxIn(page, 0), await boxIn(page, 1)];
  await page.mouse.click(...middle(first));
  await expect.poll(async () => (await boxIn(page, 0)).width).toBeCloseTo(WIDTH, -1);
  await expect.poll(async () => (await boxIn(page, 1)).width).toBeCloseTo(WIDTH, -1);
  const pull = async (right: number, key?: string) => {
    const [x, y] = middle(first);
    if (key) await page.keyboard.down(key);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + right, y, { steps: 4 });
    await page.mouse.up();
    if (key) await page.keyboard.up(key);
  };
  const lefts = async () => [Math.round((await boxIn(page, 0)).x), Math.round((await boxIn(page, 1)).x)] as const;
  const before = await lefts();
  await pull(-100);
  await expect.poll(lefts).toEqual([before[0] - 100, before[1] - 100]);
  await pull(40, 'Alt');
  await expect.poll(lefts).toEqual([before[0] - 60, before[1] - 100]);
  // What one picture is off by is kept.
  await pull(-50);
  await expect.poll(lefts).toEqual([before[0] - 110, before[1] - 150]);
  await page.keyboard.press('l');
  await expect(page.getByRole('button', { name: 'Linked' })).toHaveAttribute('aria-pressed', 'false');
  await pull(30);
  await expect.poll(lefts).toEqual([before[0] - 80, before[1] - 150]);
  await page.keyboard.press('l');
  await pull(-20);
  await expect.poll(lefts).toEqual([before[0] - 100, before[1] - 170]);
  await page.keyboard.press('Escape');
  await expect.poll(async () => Math.round((await boxIn(page, 1)).width)).toBe(Math.round(second.width));
});

test('arrows choose the compared picture that is decided about; after a reject, the burst has another one', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await open(page, folder, launch, '/cull?shown=all', withBurst);
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('c');
  await shows(page, 'harbour-005.jpg');
  await expect(panes(page).nth(1)).toHaveAccessibleName('larch-006.jpg, not rated');
  await page.keyboard.press('ArrowRight');
  await shows(page, 'larch-006.jpg');
  await page.keyboard.press('2');
  await expect(panes(page).nth(1)).toHaveAccessibleName('larch-006.jpg, 2 stars');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('r');
  // The seventh is decided already.
  await shows(page, 'larch-008.jpg');
  await expect(panes(page).nth(0)).toHaveAccessibleName('larch-008.jpg, not rated');
  await page.keyboard.press('PageDown');
  await shows(page, 'harbour-009.jpg');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('group', { name: 'Pictures side by side' }).getByRole('button', { name: '4' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(panes(page)).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(panes(page)).toHaveCount(0);
  await expect
    .poll(async () => [await stored(page, safelight, 5), await stored(page, safelight, 6)])
    .toMatchObject([{ rating: -1 }, { rating: 2 }]);
});

test('of a burst, the marked ones are kept and the others rejected in one change, which is undone as one', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await open(page, folder, launch, '/cull?shown=all', withBurst);
  await page.keyboard.press('s');
  await expect(page.getByText('This picture was taken on its own.')).toBeVisible();
  await page.keyboard.press('PageDown');
  const burst = page.getByRole('group', { name: 'Burst of 6' });
  const tiles = burst.getByRole('button');
  await expect(tiles).toHaveCount(6);
  // A pick is kept unless one says otherwise.
  await expect(tiles.nth(2)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press(' ');
  await expect(tiles.nth(0)).toHaveAccessibleName(/^harbour-005 ?, not rated: Keep$/);
  await expect(tiles.nth(1)).toHaveAccessibleName(/^larch-006 ?, not rated: Reject$/);
  await expect(page.getByRole('button', { name: 'Keep 2, reject 4' })).toBeVisible();
  const sent: string[] = [];
  await page.route('**/api/v1/images', async (route) => {
    sent.push(route.request().postData() ?? '');
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await expect(burst).toHaveCount(0);
  const ratings = async () => {
    const ids = [5, 6, 7, 8, 9, 10];
    return Promise.all(ids.map(async (id) => (await stored(page, safelight, id)).rating));
  };
  await expect.poll(ratings).toEqual([1, -1, 4, -1, -1, -1]);
  expect(sent.filter((body) => body.includes('rejected'))).toEqual([
    JSON.stringify({ ids: [6, 8, 9, 10], change: { rejected: true } }),
  ]);
  for (const [key, now] of [
    ['Control+z', [0, 0, 4, 0, 0, 0]],
    ['Control+Shift+z', [1, -1, 4, -1, -1, -1]],
    ['Control+z', [0, 0, 4, 0, 0, 0]],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(ratings).toEqual(now);
  }
  await expect(tiles).toHaveCount(6);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('k');
  await expect.poll(async () => (await ratings()).filter((rating) => rating >= 0).length).toBe(1);
});

test('a sorted burst is one step to undo, also in the gallery and after another decision', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await open(page, folder, launch, '/cull?shown=all', withBurst);
  await page.keyboard.press('s');
  await page.keyboard.press('PageDown');
  await expect(page.getByRole('group', { name: 'Burst of 6' })).toBeVisible();
  await page.keyboard.press(' ');
  await page.keyboard.press('Enter');
  const ratings = async () =>
    Promise.all([1, 5, 6, 7, 8, 9, 10].map(async (id) => (await stored(page, safelight, id)).rating));
  const sorted = [1, -1, 4, -1, -1, -1];
  await expect.poll(ratings).toEqual([0, ...sorted]);
  await page.goto(safelight.url);
  await tile(page, 'harbour-001.jpg').focus();
  await page.keyboard.press('5');
  for (const [key, now] of [
    [null, [5, ...sorted]],
    ['Control+z', [0, ...sorted]],
    ['Control+z', [0, 0, 0, 4, 0, 0, 0]],
    ['Control+Shift+z', [0, ...sorted]],
    ['Control+Shift+z', [5, ...sorted]],
  ] as const) {
    if (key !== null) await page.keyboard.press(key);
    await expect.poll(ratings).toEqual(now);
  }
});

for (const [width, height, shown] of [
  [1440, 900, ['version 0', 'version 1 · dusk', 'version 2']],
  [390, 844, ['version 1 · dusk', 'version 2']],
] as const) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height } });

    test('the versions of a picture are beside each other, named by number and title; Esc leads back to it', async ({
      page,
      folder,
      launch,
    }) => {
      const versions = (folder: string) =>
        library(folder, (pictures) => {
          const [first] = pictures as [FixtureImage, ...FixtureImage[]];
          pictures.push({ ...first, id: 101, version: 1, title: 'dusk' }, { ...first, id: 102, version: 2 });
        });
      const safelight = await open(page, folder, launch, '/images/1?panel=info', versions);
      const facts = page.getByRole('complementary', { name: 'About this picture' });
      await expect(facts).toContainText('Version 1 of 3');
      await facts.getByRole('link', { name: 'Version 2 of 3, dusk' }).click();
      await expect(facts).toContainText('Version 2 of 3');
      await facts.getByRole('button', { name: 'Compare' }).click();
      await expect(panes(page).getByRole('strong')).toHaveText([...shown]);
      await expect(panes(page).and(page.locator('[aria-current]'))).toHaveAccessibleName(/duplicate 1/);
      await page.keyboard.press('Escape');
      await expect(facts).toContainText('Version 2 of 3');
      // A picture without versions says nothing of them.
      await page.goto(`${safelight.url}/images/2?panel=info`);
      await expect(facts).toContainText('larch-002.jpg');
      await expect(facts).not.toContainText('Version');
    });
  });
}

test('selected pictures are compared and surveyed by themselves; a key marks one, and the gallery has them selected as before', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await launch(await library(folder));
  await page.goto(await safelight.signInLink('/?search=larch'));
  const bar = page.getByRole('region', { name: 'Selected pictures' });
  for (const name of [/^larch-002/, /^larch-012/, /^larch-008/])
    await tile(page, name).click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('c');
  await expect(panes(page)).toHaveCount(3);
  await shows(page, 'larch-008.jpg');
  const alone = page.getByRole('button', { name: '3 selected: Show all' }).first();
  await expect(alone).toBeVisible();
  await page.keyboard.press('4');
  await expect(panes(page).nth(1)).toHaveAccessibleName('larch-008.jpg, 4 stars');
  await page.keyboard.press('Escape');
  await expect(bar).toContainText('3 selected');
  await expect.poll(async () => (await stored(page, safelight, 8)).rating).toBe(4);
  expect((await stored(page, safelight, 2)).rating).toBe(0);

  await page.keyboard.press('s');
  const tiles = page.getByRole('group', { name: '3 selected', exact: true }).getByRole('button');
  await expect(tiles).toHaveCount(3);
  await page.reload();
  await expect(tiles).toHaveCount(3);
  expect(page.url()).toMatch(/\/cull\?search=larch&mode=survey&image=8$/);
  await page.keyboard.press('Enter');
  const ratings = () => Promise.all([2, 8, 12].map(async (id) => (await stored(page, safelight, id)).rating));
  await expect.poll(ratings).toEqual([-1, 4, -1]);
  await page.keyboard.press('Control+z');
  await expect.poll(ratings).toEqual([0, 4, 0]);
  await page.goBack();
  await expect(bar).toContainText('3 selected');
  await page.keyboard.press('F3');
  await expect.poll(async () => (await stored(page, safelight, 12)).color_labels).toEqual(['green']);

  // From the set to the whole list, and with nothing selected at once to that.
  await page.keyboard.press('x');
  await expect(page.getByText('1 of 3', { exact: true })).toBeVisible();
  await alone.click();
  await expect(page.getByText('1 of 20', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar).toContainText('3 selected');
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await page.keyboard.press('s');
  await expect(page.getByText('This picture was taken on its own.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tile(page, /^larch-002/)).toBeVisible();
});

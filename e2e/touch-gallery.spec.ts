import { join } from 'node:path';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { glide, middle, type Point, press, pressAndDrag, touch } from './fingers.ts';
import { expect, makePictures, PICTURES, signIn, test, tile } from './safelight.ts';
import { quiet } from './quiet.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
});

test.describe('with fingers, the gallery', () => {
  test.beforeEach(async ({ signedIn: page, safelight }) => {
    await page.goto(safelight.url);
    await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  });

  test('selects by a long press, then by taps, and opens by a tap again when nothing is selected', async ({ page }) => {
    await press(page, middle((await tile(page, /^larch-002\.jpg/).boundingBox())!), 700);
    const bar = page.getByRole('region', { name: 'Selected pictures' });
    await expect(bar).toContainText('1 selected');
    await tile(page, /^harbour-003\.jpg/).tap();
    await expect(bar).toContainText('2 selected');
    await tile(page, /^larch-002\.jpg/).tap();
    await expect(bar).toContainText('1 selected');
    await bar.getByRole('button', { name: 'Clear the selection' }).tap();
    await expect(bar).toHaveCount(0);

    // A second long press selects all between; a finger that goes on without being lifted, all that it has come to.
    const at = async (name: RegExp) => middle((await tile(page, name).boundingBox())!);
    await press(page, await at(/^larch-002\.jpg/), 700);
    await press(page, await at(/^larch-004\.jpg/), 700);
    await expect(bar).toContainText('3 selected');
    await bar.getByRole('button', { name: 'Clear the selection' }).tap();
    const before = await at(/^larch-002\.jpg/);
    await pressAndDrag(page, before, await at(/^larch-004\.jpg/));
    await expect(bar).toContainText('3 selected');
    expect(await at(/^larch-002\.jpg/)).toEqual(before);
    await bar.getByRole('button', { name: 'Clear the selection' }).tap();
    await expect(bar).toHaveCount(0);
    await tile(page, /^larch-002\.jpg/).tap();
    await expect(page.getByRole('heading', { name: 'larch-002.jpg' })).toBeVisible();
  });

  test('selects by a long press in the corner too, and deselects by another', async ({ page }) => {
    const { x, y } = (await tile(page, /^larch-002\.jpg/).boundingBox())!;
    const corner: Point = [x + 14, y + 14];
    const box = page.getByRole('checkbox', { name: 'Select larch-002.jpg', includeHidden: true });
    const screen = await page.context().newCDPSession(page);
    for (const isSelected of [true, false, true]) {
      await touch(screen, 'touchStart', [{ id: 0, x: corner[0], y: corner[1] }]);
      // The finger is lifted the moment the picture is selected: for the browser that is still a tap on what has
      // appeared under it.
      await expect(box).toBeChecked({ checked: isSelected });
      await touch(screen, 'touchEnd', []);
      // Everything caused by this finger is done before another one acts.
      await page.getByRole('heading', { name: /pictures$/ }).tap();
      await expect(box).toBeChecked({ checked: isSelected });
    }
  });

  test('has three in a row; a pinch changes that, about the picture between the fingers, and does nothing else', async ({
    page,
  }) => {
    const inARow = () =>
      page
        .getByRole('list', { name: 'Pictures' })
        .evaluate(
          (list: {
            querySelectorAll: (what: string) => Iterable<{ getBoundingClientRect: () => { top: number } }>;
          }) => {
            const tops = [...list.querySelectorAll('[data-image]')].map((each) => each.getBoundingClientRect().top);
            return tops.lastIndexOf(tops[0]!) + 1;
          },
        );
    const bar = page.getByRole('region', { name: 'Selected pictures' });
    const [x, top] = [195, 450];
    const apart = (from: number, to: number) =>
      [-1, 1].map((side) => ({ from: [x + side * from, top] as const, to: [x + side * to, top] as const }));
    const between = () =>
      page.evaluate<string>(
        `document.elementFromPoint(${x}, ${top}).closest('[role=listitem]').querySelector('a').dataset.image`,
      );
    await expect.poll(inARow).toBe(3);
    await page
      .getByRole('list', { name: 'Pictures' })
      .locator('..')
      .evaluate((scroller: { scrollTop: number }) => {
        scroller.scrollTop = 2000;
      });
    await quiet(page);
    const there = await between();
    const expectThere = async () => {
      const { y, height } = (await page.locator(`[data-image="${there}"]`).boundingBox())!;
      expect(y).toBeLessThanOrEqual(top);
      expect(y + height).toBeGreaterThanOrEqual(top);
    };
    for (const [from, to, count] of [
      [60, 150, 1],
      [150, 40, 4],
      [40, 80, 2],
    ] as const) {
      await glide(page, ...apart(from, to));
      await expect.poll(inARow).toBe(count);
      await expectThere();
    }
    await page.reload();
    await expect(tile(page, /./).first()).toBeVisible();
    await expect.poll(inARow).toBe(2);

    // A finger that selects is joined by another: what it has selected stays, and no more is added.
    const screen = await page.context().newCDPSession(page);
    const first = { id: 0, x: 100, y: 300 };
    await touch(screen, 'touchStart', [first]);
    await expect(bar).toContainText('1 selected');
    await touch(screen, 'touchStart', [first, { id: 1, x: 100, y: 400 }]);
    for (const y of [450, 500, 550]) await touch(screen, 'touchMove', [first, { id: 1, x: 100, y }]);
    await touch(screen, 'touchMove', [
      { ...first, y: 550 },
      { id: 1, x: 100, y: 560 },
    ]);
    await touch(screen, 'touchEnd', [{ ...first, y: 550 }]);
    await touch(screen, 'touchMove', [{ ...first, x: 300, y: 350 }]);
    await touch(screen, 'touchEnd', []);
    await expect(bar).toContainText('1 selected');
    await expect(page).toHaveURL(/\/$/);
  });

  test('is scrolled by a finger, which neither selects nor opens', async ({ page }) => {
    const [x] = middle((await tile(page, /^harbour-001\.jpg/).boundingBox())!);
    for (let pull = 0; pull < 3; pull++) await glide(page, { from: [x, 700], to: [x, 250] });
    await expect(tile(page, /^harbour-001\.jpg/)).not.toBeInViewport();
    await expect(page.getByRole('region', { name: 'Selected pictures' })).toHaveCount(0);
    await expect(page).toHaveURL(/\/$/);
  });

  test('has all below the thumb: culling, filters, selection and menu; nothing is wider than the screen', async ({
    page,
  }) => {
    const below = page.getByRole('navigation', { name: 'Gallery' });
    expect((await below.boundingBox())!.y).toBeGreaterThan(750);
    const list = page.getByRole('list', { name: 'Pictures' }).locator('..');
    await list.evaluate((scroller: { scrollTop: number; scrollHeight: number }) => {
      scroller.scrollTop = scroller.scrollHeight;
    });
    const last = tile(page, new RegExp(`^larch-${PICTURES}`));
    await expect(last).toBeInViewport({ ratio: 1 });
    const lowest = async () => ((box) => box.y + box.height)((await last.boundingBox())!);
    expect(await lowest()).toBeLessThanOrEqual((await below.boundingBox())!.y);

    await below.getByRole('button', { name: 'Select' }).tap();
    const bar = page.getByRole('region', { name: 'Selected pictures' });
    await expect(bar).toContainText('Tap the pictures to select');
    await last.tap();
    await expect(bar).toContainText('1 selected');
    await expect(below).toBeHidden();
    for (const width of [360, 390, 430]) {
      await page.setViewportSize({ width, height: 844 });
      for (const group of ['Stars', 'Color labels']) {
        const buttons = await bar.getByRole('group', { name: group }).getByRole('button').all();
        const boxes = await Promise.all(buttons.map((each) => each.boundingBox()));
        expect(new Set(boxes.map((box) => box!.y)).size).toBe(1);
        expect(boxes.at(-1)!.x + 44).toBeLessThanOrEqual(width);
      }
    }
    await page.setViewportSize({ width: 844, height: 390 });
    expect((await bar.boundingBox())!.height).toBeLessThanOrEqual(100);
    await page.setViewportSize({ width: 390, height: 844 });
    await bar.getByRole('button', { name: 'Clear the selection' }).tap();

    await below.getByRole('button', { name: 'Filter' }).tap();
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Rating', exact: true }).tap();
    const panel = page.getByRole('dialog', { name: 'Rating' });
    const { x, width } = (await panel.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    await page.touchscreen.tap(195, 20);
    await expect(panel).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('button', { name: 'Dark', exact: true }).tap();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});

test('a long press and a drag over folded groups take all of their pictures, whatever is unfolded meanwhile', async ({
  page,
  folder,
  launch,
}) => {
  const pictures = await makePictures(join(folder, 'Pictures'), 8);
  // The second, third and fourth are a group, and the last two.
  const images = pictures.map((image, at) => ({
    ...image,
    ...(at > 0 && at < 4 && { groupId: 2 }),
    ...(at > 5 && { groupId: 7 }),
  }));
  const safelight = await launch(makeLibrary({ folder: join(folder, 'darktable'), images }).file);
  await signIn(page, safelight);
  await page.goto(`${safelight.url}/`);
  await page.evaluate(`localStorage.setItem('fold-groups', 'true')`);
  await page.reload();
  const tiles = page.getByRole('list', { name: 'Pictures', exact: true }).getByRole('listitem');
  await expect(tiles).toHaveCount(5);
  const bar = page.getByRole('region', { name: 'Selected pictures' });
  const clear = bar.getByRole('button', { name: 'Clear the selection' });
  /** By the place of a picture in the folder, from 1. */
  const at = async (number: number) =>
    middle((await tile(page, new RegExp(`^[a-z]+-00${number}\\.jpg`)).boundingBox())!);

  await press(page, await at(1), 700);
  await press(page, await at(5), 700);
  await expect(bar).toContainText('1 group, 5 pictures');
  await clear.tap();
  await pressAndDrag(page, await at(1), await at(7));
  await expect(bar).toContainText('2 groups, 8 pictures');
  await clear.tap();

  // The range begins at the same picture when there are others before it by then.
  await press(page, await at(5), 700);
  await expect(bar).toContainText('1 selected');
  const count = tiles.getByRole('button', { name: 'Group of 3 pictures' });
  await count.tap();
  await expect(tiles).toHaveCount(7);
  await press(page, await at(3), 700);
  await expect(bar).toContainText('3 selected');
  await clear.tap();

  // From a picture in a group that is folded again: from the whole group.
  await press(page, await at(4), 700);
  await expect(bar).toContainText('1 selected');
  await count.tap();
  await expect(tiles).toHaveCount(5);
  await press(page, await at(6), 700);
  await expect(bar).toContainText('1 group, 5 pictures');
});

import type { Page } from '@playwright/test';
import { glide, middle, type Point, press, pressAndDrag, rest, touch } from './fingers.ts';
import { expect, expectPixels, PICTURES, test, tile } from './safelight.ts';
import { quiet } from './quiet.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
});

test.describe('with fingers, a picture', () => {
  test.beforeEach(async ({ signedIn: page, safelight }) => {
    await page.goto(`${safelight.url}/images/3`);
    await expectPixels(page.getByRole('main').getByRole('img', { name: /^harbour-003\.jpg/ }), 100);
  });
  const shown = (page: Page, name: string) => expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const picture = (page: Page) => page.getByRole('main').getByRole('img', { name: /^harbour-003\.jpg/ });

  test('gives way to the next by a swipe, and comes back by one the other way', async ({ page }) => {
    const [x, y] = middle((await picture(page).boundingBox())!);
    await glide(page, { from: [x + 100, y], to: [x - 100, y + 10] });
    await shown(page, 'larch-004.jpg');
    await glide(page, { from: [x - 100, y], to: [x + 100, y + 10] });
    await shown(page, 'harbour-003.jpg');
    await glide(page, { from: [x - 100, y], to: [x + 100, y] });
    await shown(page, 'larch-002.jpg');
    // A finger moving vertically scrolls to the picture's facts; it does not mean another picture.
    await glide(page, { from: [x, y], to: [x - 30, y - 160] });
    await expect
      .poll(() => page.getByRole('main').evaluate((main: { scrollTop: number }) => main.scrollTop))
      .toBeGreaterThan(50);
    await shown(page, 'larch-002.jpg');
  });

  test('gives way to a swipe during which it becomes sharp', async ({ page, safelight }) => {
    const [x, y] = middle((await picture(page).boundingBox())!);
    await page.goto(safelight.url);
    await expectPixels(tile(page, /^larch-004/).locator('img'), 100);
    const released = Promise.withResolvers<null>();
    await page.route('**/images/4/preview?**', async (route) => {
      await released.promise;
      await route.continue();
    });
    await tile(page, /^larch-004/).tap();
    const thumbnail = page.locator('[data-zoomed] img[alt=""]');
    await expect(thumbnail).toBeVisible();
    const screen = await page.context().newCDPSession(page);
    await touch(screen, 'touchStart', [{ id: 0, x: x - 100, y }]);
    released.resolve(null);
    await expect(thumbnail).toHaveCount(0);
    for (const part of [0.5, 1]) await touch(screen, 'touchMove', [{ id: 0, x: x - 100 + 200 * part, y }]);
    await touch(screen, 'touchEnd', []);
    await shown(page, 'harbour-003.jpg');
  });

  test('grows between two fingers, is moved by one, and is no longer swiped away', async ({ page }) => {
    const before = (await picture(page).boundingBox())!;
    const [x, y] = middle(before);
    await glide(page, { from: [x - 30, y], to: [x - 110, y] }, { from: [x + 30, y], to: [x + 110, y] });
    await expect.poll(async () => (await picture(page).boundingBox())!.width).toBeGreaterThan(2 * before.width);
    const large = (await picture(page).boundingBox())!;
    // What was between the fingers is still there.
    expect((x - large.x) / large.width).toBeCloseTo(0.5, 1);
    // The page itself was not zoomed.
    expect(await page.evaluate('visualViewport.scale')).toBe(1);

    await glide(page, { from: [x + 60, y], to: [x - 60, y] });
    await expect.poll(async () => Math.round((await picture(page).boundingBox())!.x - large.x)).toBeLessThan(-80);
    await shown(page, 'harbour-003.jpg');

    await glide(page, { from: [x - 140, y], to: [x - 20, y] }, { from: [x + 140, y], to: [x + 20, y] });
    await expect
      .poll(async () => Math.round((await picture(page).boundingBox())!.width))
      .toBe(Math.round(before.width));
    await shown(page, 'harbour-003.jpg');
  });

  test('is seen at 100 % by a double tap, where the finger is, and whole by another', async ({ page }) => {
    const before = (await picture(page).boundingBox())!;
    const at: Point = [before.x + before.width * 0.75, before.y + before.height * 0.25];
    const doubleTap = async () => {
      await page.touchscreen.tap(...at);
      await page.touchscreen.tap(...at);
    };
    await doubleTap();
    await expect.poll(async () => (await picture(page).boundingBox())!.width).toBeGreaterThan(1.4 * before.width);
    const large = (await picture(page).boundingBox())!;
    expect((at[0] - large.x) / large.width).toBeCloseTo(0.75, 1);
    await rest(page);
    await doubleTap();
    await expect
      .poll(async () => Math.round((await picture(page).boundingBox())!.width))
      .toBe(Math.round(before.width));
    expect(await page.evaluate('visualViewport.scale')).toBe(1);
  });

  test('lets its neighbors be pulled past below it, and one of them be tapped', async ({ page }) => {
    const strip = page.getByRole('list', { name: 'Neighbors' });
    const { x, y, width, height } = (await strip.boundingBox())!;
    const place = () => strip.evaluate((list: { scrollLeft: number }) => list.scrollLeft);
    const before = await place();
    await glide(page, { from: [x + width - 30, y + height / 2], to: [x + 60, y + height / 2] });
    await expect.poll(place).toBeGreaterThan(before + 150);
    // A tap before it ends would only stop it.
    let last = before;
    const moved = async () => -last + (last = await place());
    await expect.poll(moved, { intervals: [200] }).toBe(0);
    await shown(page, 'harbour-003.jpg');
    await strip.getByRole('link', { name: /^harbour-009\.jpg/ }).tap();
    await shown(page, 'harbour-009.jpg');
    await expect(page.getByText(`9 of ${PICTURES}`)).toBeVisible();
  });

  test('has its panels and its menu by tap', async ({ page }) => {
    await page.getByRole('button', { name: 'Develop' }).tap();
    await expect(page.getByRole('complementary', { name: 'Develop' })).toBeVisible();
    await page.getByRole('button', { name: 'Download' }).tap();
    const menu = page.getByRole('dialog', { name: 'Download' });
    await expect(menu.getByRole('link', { name: /This preview/ })).toBeVisible();
    const { x, width } = (await menu.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    await page.touchscreen.tap(195, 700);
    await expect(menu).toHaveCount(0);
    await page.getByRole('button', { name: 'Back to the gallery' }).tap();
    await expect(tile(page, /^harbour-003\.jpg/)).toBeVisible();
  });
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

test('with fingers, nothing that is tapped is smaller than one', async ({ page, safelight }) => {
  const expectRoom = async (where: string) => {
    // What opens is animated.
    await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))');
    expect.soft([where, ...(await page.evaluate<string[]>(SMALL))]).toEqual([where]);
  };
  await page.goto(await safelight.signInLink());
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  await expectRoom('first steps, folded');
  await page.getByRole('button', { name: /^First steps/ }).tap();
  await expectRoom('first steps');
  await page.goto(`${safelight.url}/?rating_min=1&search=harbour`);
  await expect(tile(page, /./).first()).toBeVisible();
  await expectRoom('gallery');
  await page.getByRole('button', { name: /^Filter/ }).tap();
  await expectRoom('filters');
  for (const name of ['Label', 'Tag', 'Date']) {
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name, exact: true }).tap();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectRoom(name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name })).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).tap();
  await expectRoom('menu');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(page, middle((await tile(page, /./).first().boundingBox())!), 700);
  await expect(page.getByRole('region', { name: 'Selected pictures' })).toBeVisible();
  await expectRoom('selection');
  await page.goto(`${safelight.url}/images/1`);
  await expect(page.getByRole('img', { name: 'Histogram of the preview' })).toBeVisible();
  await expectRoom('facts');
  await page.goto(`${safelight.url}/images/1?panel=develop`);
  await expect(page.getByRole('complementary', { name: 'Develop' })).not.toHaveText('');
  await expectRoom('modules');
  for (const section of [
    '',
    'library',
    'rendering',
    'network',
    'plugin',
    'queues',
    'clients',
    'devices',
    'diagnostics',
    'about',
  ]) {
    await page.goto(`${safelight.url}/settings/${section}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await quiet(page);
    await expectRoom(section);
  }
});

/** Visible targets that are less than 44 pixels wide or high; links in text may be. */
const SMALL = `[...document.querySelectorAll('a, button, input, select, summary, [role=switch]')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((element) => !element.closest('[inert], p'))
  .map((element) => [element, (element.closest('label') ?? element).getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 1 && (Math.round(width) < 44 || Math.round(height) < 44))
  .map(([element, { width, height }]) =>
    (element.getAttribute('aria-label') ?? element.textContent).slice(0, 40) + ' (' + element.className + '): ' + Math.round(width) + ' × ' + Math.round(height))`;

import type { Page } from '@playwright/test';
import { glide, middle, type Point, press, rest, touch } from './fingers.ts';
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
    await expectPixels(tile(page, /^larch-004/).locator('img[src^=blob]'), 100);
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
    'webhooks',
    'agents',
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

import { filter, grid, heading, searchField } from './gallery-page.ts';
import { expect, expectPixels, type Picture, PICTURES, test, tile } from './safelight.ts';

test('the grid shows pictures with their names and ratings', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  await expect(heading(page, `${PICTURES} pictures`)).toBeVisible();
  await expectPixels(page.getByRole('img', { name: 'harbour-001.jpg, 4 stars, labeled red and blue' }));
  await expectPixels(page.getByRole('img', { name: 'larch-002.jpg, 1 star' }));
  await expectPixels(page.getByRole('img', { name: 'harbour-003.jpg, rejected' }));
  await expect(page.getByText('harbour-003.jpg')).toBeVisible();
  await expect(page.getByText('Rejected', { exact: true }).last()).toBeVisible();
});

test('no pictures of the grid are originals', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  const picture = page.getByRole('img', { name: /^harbour-001\.jpg/ });
  await expectPixels(picture);
  const width = await picture.evaluate((image: Picture) => image.naturalWidth);
  const shown = (await picture.boundingBox())!.width;
  expect(width).toBeLessThan(720);
  expect(width).toBeGreaterThan(0.75 * shown);
});

test('boxes stand before pixels have arrived, and do not move when they do', async ({ signedIn: page, safelight }) => {
  const held = Promise.withResolvers<undefined>();
  await page.route('**/preview?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(safelight.url);
  const boxes = () =>
    grid(page)
      .getByRole('link')
      .evaluateAll((links: { getBoundingClientRect(): unknown }[]) =>
        links.map((link) => JSON.stringify(link.getBoundingClientRect())),
      );
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  const before = await boxes();
  held.resolve(undefined);
  await expectPixels(page.getByRole('img', { name: /^harbour-001\.jpg/ }));
  await expectPixels(page.getByRole('img', { name: /^harbour-005\.jpg/ }));
  // Further rows may have loaded since.
  expect((await boxes()).slice(0, before.length)).toEqual(before);
  expect(before.length).toBeGreaterThan(8);
});

test('a tiny picture stands in until the preview arrives', async ({ signedIn: page, safelight }) => {
  // A picture that is a file has one after its preview was shown.
  await page.goto(safelight.url);
  await expectPixels(page.getByRole('img', { name: /^harbour-001\.jpg/ }));
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${safelight.url}/api/v1/images/placeholders?ids=1,2`);
      return ((await answer.json()) as { items: unknown[] }).items.length;
    })
    .toBe(2);

  const held = Promise.withResolvers<undefined>();
  await page.route('**/preview?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  const placeholder = tile(page, /^harbour-001\.jpg/).locator('img[src^="data:image/webp"]');
  await expectPixels(placeholder);
  await expect(placeholder).toHaveCSS('opacity', '1');
  // As large as the frame, which does not change.
  const frame = await tile(page, /^harbour-001\.jpg/).boundingBox();
  expect(await placeholder.boundingBox()).toEqual(frame);
  await expect(page.getByRole('img', { name: /^harbour-001\.jpg/ })).toHaveCount(0);

  held.resolve(undefined);
  await expectPixels(page.getByRole('img', { name: /^harbour-001\.jpg/ }), 100);
  await expect(placeholder).toHaveCSS('opacity', '0');
  expect(await tile(page, /^harbour-001\.jpg/).boundingBox()).toEqual(frame);
});

test('at the smallest size each picture still shows its stars and labels', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  await page.getByRole('slider', { name: 'Picture size' }).fill('80');
  await expect(page.getByText('harbour-001.jpg')).toHaveCount(0);
  const marksOf = (words: RegExp) =>
    grid(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: words }) });
  const first = marksOf(/^harbour-001\.jpg/);
  await expect(first.getByText('4', { exact: true })).toBeVisible();
  await expect(first.getByTitle('Labeled red and blue')).toBeVisible();
  // Entirely on the picture, however narrow that is.
  const picture = (await tile(page, /^harbour-001\.jpg/).boundingBox())!;
  for (const mark of [first.getByText('4', { exact: true }), first.getByTitle('Labeled red and blue')]) {
    const box = (await mark.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(picture.x);
    expect(box.x + box.width).toBeLessThanOrEqual(picture.x + picture.width);
    expect(box.y + box.height).toBeLessThanOrEqual(picture.y + picture.height);
  }
  await expect(marksOf(/^larch-002\.jpg/).getByText('1', { exact: true })).toBeVisible();
});

test('scrolling leads to the last picture', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  const last = tile(page, new RegExp(`^larch-${PICTURES}\\.jpg`));
  await tile(page, /^harbour-001\.jpg/).hover();
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    await expect(last).toBeInViewport({ timeout: 100 });
  }).toPass({ intervals: [0] });
  await expectPixels(page.getByRole('img', { name: new RegExp(`^larch-${PICTURES}\\.jpg`) }));
  await expect(last.locator('xpath=..')).toHaveAttribute('aria-posinset', String(PICTURES));
  // Only what is near the window is in the page.
  expect(await grid(page).getByRole('link').count()).toBeLessThan(80);
});

test('the keyboard alone is enough to walk, to open, to search, to ask for help', async ({
  signedIn: page,
  safelight,
}) => {
  await page.goto(safelight.url);
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  await page.keyboard.press('/');
  await expect(searchField(page)).toBeFocused();

  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('ArrowRight');
  await expect(tile(page, /^larch-002\.jpg/)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const here = page.locator(':focus');
  await expect(here).not.toHaveAccessibleName(/^larch-002\.jpg/);
  await page.keyboard.press('End');
  await expect(tile(page, new RegExp(`^larch-${PICTURES}\\.jpg`))).toBeFocused();
  await expect(here).toBeInViewport();
  await page.keyboard.press('PageUp');
  await expect(here).not.toHaveAccessibleName(new RegExp(`^larch-${PICTURES}\\.jpg`));
  await expect(here).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(tile(page, /^harbour-001\.jpg/)).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'harbour-001.jpg' })).toBeVisible();
});

test('dates stand beside the list and lead through it', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  const dates = page.getByRole('slider', { name: 'Date' });
  await expect(dates).toHaveAttribute('aria-valuetext', 'May 2024');
  await dates.focus();
  await page.keyboard.press('End');
  await expect(dates).toHaveAttribute('aria-valuetext', 'April 2024');
  await expect(tile(page, /^harbour-001\.jpg/)).not.toBeInViewport();
  // Orders other than by date have no dates.
  await page.getByRole('combobox', { name: 'Order' }).selectOption('name');
  await expect(dates).toHaveCount(0);
});

test('a reload leads back to the same place of the list', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('End');
  const last = tile(page, new RegExp(`^larch-${PICTURES}\\.jpg`));
  await expect(last).toBeFocused();
  await page.reload();
  await expect(last).toBeInViewport();
});

test('dark, light and German are remembered', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  const html = page.locator('html');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.getByRole('list', { name: 'Bilder' }).getByRole('link').first()).toHaveAccessibleName(/4 Sterne/);
  await expect(html).toHaveAttribute('lang', 'de');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Reihenfolge' })).toBeVisible();
});

test.describe('on the narrowest phones, in German', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, locale: 'de-DE' });

  test('nothing is wider than the screen, also from right to left', async ({ page, launch }) => {
    const safelight = await launch();
    await page.goto(await safelight.signInLink());
    await expect(page.getByRole('heading', { name: /Beispielbibliothek$/ })).toBeVisible();
    for (const path of ['/', '/images/1?panel=develop', '/cull?shown=all&image=1', '/settings/rendering']) {
      await page.goto(safelight.url + path);
      await expect(page.getByRole('button').first()).toBeVisible();
      for (const [direction, width] of [
        ['ltr', 360],
        ['rtl', 360],
        ['rtl', 1280],
      ] as const) {
        await page.setViewportSize({ width, height: 780 });
        await page.evaluate(`document.documentElement.dir = '${direction}'`);
        expect([path, await page.evaluate('document.scrollingElement.scrollWidth')]).toEqual([path, width]);
      }
    }
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('everything fits and can be reached', async ({ signedIn: page, safelight }) => {
    await page.goto(safelight.url);
    await expectPixels(page.getByRole('img', { name: /^harbour-001\.jpg/ }));
    const sticksOut = () =>
      page
        .locator('html')
        .evaluate((html: { scrollWidth: number; clientWidth: number }) => html.scrollWidth > html.clientWidth);
    expect(await sticksOut()).toBe(false);
    await page.getByRole('button', { name: 'Filter' }).tap();
    await filter(page, 'Rating').tap();
    await page.getByRole('button', { name: /^4 stars and up/ }).tap();
    await expect(page).toHaveURL(/rating_min=4/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await tile(page, /^harbour-001\.jpg/).tap();
    await expect(page.getByText('1/250 s · f/2.8')).toBeVisible();
    expect(await sticksOut()).toBe(false);
    await page.getByRole('button', { name: 'Back to the gallery' }).tap();
    await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  });
});

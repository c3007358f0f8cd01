import { expect, expectPixels, type Picture, PICTURES, test, tile } from './safelight.ts';

test('the grid shows pictures with their names and ratings', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  await expect(page.getByRole('heading', { name: `${PICTURES} pictures` })).toBeVisible();
  await expectPixels(page.getByRole('img', { name: 'harbour-001.jpg, 4 stars, labelled red and blue' }));
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
    page
      .getByRole('list', { name: 'Pictures' })
      .getByRole('link')
      .evaluateAll((links: { getBoundingClientRect(): unknown }[]) =>
        links.map((link) => JSON.stringify(link.getBoundingClientRect())),
      );
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  const before = await boxes();
  held.resolve(undefined);
  await expectPixels(page.getByRole('img', { name: /^harbour-001\.jpg/ }));
  await expectPixels(page.getByRole('img', { name: /^harbour-005\.jpg/ }));
  expect(await boxes()).toEqual(before);
  expect(before.length).toBeGreaterThan(8);
});

test('scrolling loads more, down to the last picture', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  const last = tile(page, new RegExp(`^larch-${PICTURES}\\.jpg`));
  await tile(page, /^harbour-001\.jpg/).hover();
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    await expect(last).toBeInViewport({ timeout: 100 });
  }).toPass();
  await expectPixels(page.getByRole('img', { name: new RegExp(`^larch-${PICTURES}\\.jpg`) }));
  await expect(last.locator('xpath=..')).toHaveAttribute('aria-posinset', String(PICTURES));
  // Only what is near the window is in the page.
  expect(await page.getByRole('list', { name: 'Pictures' }).getByRole('link').count()).toBeLessThan(80);
});

test('the search narrows the grid and stays in the address', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  const search = page.getByRole('searchbox', { name: 'Search pictures' });
  await search.fill('iceland');
  await expect(page.getByRole('heading', { name: '1 picture, with “iceland”' })).toBeVisible();
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  await expect(page).toHaveURL(`${safelight.url}/?search=iceland`);

  await page.reload();
  await expect(search).toHaveValue('iceland');
  await expect(page.getByRole('heading', { name: /^1 picture,/ })).toBeVisible();

  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page.getByRole('heading', { name: `${PICTURES} pictures` })).toBeVisible();
});

test('a search that finds nothing says why, and shows the way back', async ({ signedIn: page, safelight }) => {
  await page.goto(`${safelight.url}/?search=zebra&rating=5`);
  await expect(page.getByRole('heading', { name: 'No picture matches' })).toBeVisible();
  await expect(page.getByText('“zebra”')).toBeVisible();
  await page.getByRole('button', { name: 'Show all pictures' }).click();
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('rating and order are asked of the service and stay in the address', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  await page.getByRole('combobox', { name: 'Rating' }).selectOption('5');
  await expect(page).toHaveURL(/rating=5/);
  await expect(tile(page, /^harbour-001\.jpg/)).toHaveCount(0);
  await expect(tile(page, /5 stars/).first()).toBeVisible();
  await expect(tile(page, /(not rated|rejected|[1-4] stars?)/)).toHaveCount(0);

  await page.getByRole('combobox', { name: 'Order' }).selectOption('oldest');
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(tile(page, /5 stars/).first()).toHaveAccessibleName(/^larch-25\d\.jpg/);

  await page.goBack();
  await expect(tile(page, /5 stars/).first()).toHaveAccessibleName(/^larch-006\.jpg/);

  await page.getByRole('combobox', { name: 'Rating' }).selectOption('-1');
  await expect(page.getByRole('heading', { name: '1 picture, rejected' })).toBeVisible();
});

test('the keyboard alone is enough', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();

  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('ArrowRight');
  await expect(tile(page, /^larch-002\.jpg/)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const below = page.locator(':focus');
  await expect(below).not.toHaveAccessibleName(/^larch-002\.jpg/);
  for (let row = 0; row < 12; row++) await page.keyboard.press('ArrowDown');
  await expect(below).toBeInViewport();
  const name = (await below.getAttribute('aria-label'))!.split(',')[0]!;
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('everything fits and can be reached', async ({ signedIn: page, safelight }) => {
    await page.goto(safelight.url);
    await expectPixels(page.getByRole('img', { name: /^harbour-001\.jpg/ }));
    const sticksOut = await page
      .locator('html')
      .evaluate((html: { scrollWidth: number; clientWidth: number }) => html.scrollWidth > html.clientWidth);
    expect(sticksOut).toBe(false);
    await page.getByRole('combobox', { name: 'Rating' }).selectOption('4');
    await expect(page.getByRole('heading', { name: /pictures, four stars and up/ })).toBeVisible();
    await tile(page, /^harbour-001\.jpg/).tap();
    await expect(page.getByText('1/250 s · f/2.8')).toBeVisible();
    await page.getByRole('button', { name: 'Back to the gallery' }).tap();
    await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  });
});

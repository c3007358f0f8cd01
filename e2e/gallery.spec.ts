import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { expect, expectPixels, makePictures, type Picture, PICTURES, signIn, test, tile } from './safelight.ts';

const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search pictures' });
const heading = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words }).first();
const grid = (page: Page) => page.getByRole('list', { name: 'Pictures', exact: true });

/** Opens a filter of the bar. */
const filter = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('button', { name, exact: true });

test('the grid shows pictures with their names and ratings', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  await expect(heading(page, `${PICTURES} pictures`)).toBeVisible();
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
  // Rows that nobody sees yet may have come since.
  expect((await boxes()).slice(0, before.length)).toEqual(before);
  expect(before.length).toBeGreaterThan(8);
});

test('a tiny picture stands in until the preview arrives', async ({ signedIn: page, safelight }) => {
  // A picture that is a file has one once its preview was shown.
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
  // As large as the frame, which stays as it is.
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
  await expect(first.getByTitle('Labelled red and blue')).toBeVisible();
  // All of it on the picture, however narrow that is.
  const picture = (await tile(page, /^harbour-001\.jpg/).boundingBox())!;
  for (const mark of [first.getByText('4', { exact: true }), first.getByTitle('Labelled red and blue')]) {
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
  }).toPass();
  await expectPixels(page.getByRole('img', { name: new RegExp(`^larch-${PICTURES}\\.jpg`) }));
  await expect(last.locator('xpath=..')).toHaveAttribute('aria-posinset', String(PICTURES));
  // Only what is near the window is in the page.
  expect(await grid(page).getByRole('link').count()).toBeLessThan(80);
});

test('the search narrows the grid and stays in the address', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  await searchField(page).fill('iceland');
  await expect(heading(page, `1 of ${PICTURES} pictures`)).toBeVisible();
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  await expect(page).toHaveURL(`${safelight.url}/?search=iceland`);

  await page.reload();
  await expect(searchField(page)).toHaveValue('iceland');
  await expect(heading(page, `1 of ${PICTURES} pictures`)).toBeVisible();

  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(heading(page, new RegExp(`^${PICTURES} pictures`))).toBeVisible();
});

test('what is typed suggests tags, film rolls and cameras', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  await searchField(page).fill('icel');
  await page.getByRole('option', { name: 'Tag: places › iceland › vik' }).click();
  await expect(page).toHaveURL(`${safelight.url}/?${String(new URLSearchParams({ tag: 'places|iceland|vik' }))}`);
  await expect(searchField(page)).toHaveValue('');
  await expect(heading(page, `1 of ${PICTURES} pictures`)).toBeVisible();

  await page.goto(safelight.url);
  await searchField(page).fill('eos r6');
  await expect(page.getByRole('option', { name: 'Camera: Canon EOS R6' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/camera=Canon\+EOS\+R6/);
});

test('a search that finds nothing says why, and shows the ways back', async ({ signedIn: page, safelight }) => {
  await page.goto(`${safelight.url}/?search=zebra&rating_min=5`);
  await expect(page.getByRole('heading', { name: 'No matching pictures' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('5 stars · “zebra”');
  await page.getByRole('button', { name: 'Without 5 stars' }).click();
  await expect(page).toHaveURL(`${safelight.url}/?search=zebra`);
  await page.getByRole('button', { name: 'Show all pictures' }).click();
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  await expect(searchField(page)).toHaveValue('');
});

test.describe('filters', () => {
  test('stars, from and to, unrated and rejected', async ({ signedIn: page, safelight }) => {
    await page.goto(safelight.url);
    await filter(page, 'Rating').click();
    await page.getByRole('button', { name: /^5 stars/ }).click();
    await expect(page).toHaveURL(/rating_min=5/);
    await expect(tile(page, /5 stars/).first()).toBeVisible();
    await expect(tile(page, /(not rated|rejected|[1-4] stars?)/)).toHaveCount(0);
    await page.getByLabel('From').selectOption('2');
    await page.getByLabel('To').selectOption('3');
    await expect(page).toHaveURL(/rating_min=2&rating_max=3/);
    await expect(tile(page, /[23] stars/).first()).toBeVisible();
    await expect(tile(page, /(not rated|rejected|1 star|[45] stars)/)).toHaveCount(0);
    await page.getByRole('button', { name: /^Rejected only/ }).click();
    await expect(heading(page, `1 of ${PICTURES} pictures`)).toBeVisible();
    await page.getByRole('button', { name: /^Not rated/ }).click();
    await expect(tile(page, /not rated/).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove the filter Rating' }).click();
    await expect(page).toHaveURL(`${safelight.url}/`);
  });

  test('colour labels, with how many pictures each has', async ({ signedIn: page, safelight }) => {
    await page.goto(safelight.url);
    await filter(page, 'Label').click();
    await expect(page.getByRole('button', { name: 'red 1' })).toBeVisible();
    await page.getByRole('button', { name: 'yellow 0' }).click();
    await page.getByRole('button', { name: 'red 1' }).click();
    await expect(page).toHaveURL(/label=red%2Cyellow/);
    await expect(heading(page, `1 of ${PICTURES} pictures`)).toBeVisible();
  });

  test('a branch of the tags, and a film roll', async ({ signedIn: page, safelight }) => {
    await page.goto(safelight.url);
    await filter(page, 'Tag').click();
    await page.getByRole('button', { name: 'Expand places' }).click();
    await page.getByRole('button', { name: 'iceland', exact: true }).click();
    await expect(page).toHaveURL(`${safelight.url}/?${String(new URLSearchParams({ tag: 'places|iceland' }))}`);
    await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await filter(page, 'Film roll').click();
    await page.getByRole('button', { name: `Pictures ${PICTURES}` }).click();
    await expect(page).toHaveURL(/film=\d+/);
    await expect(filter(page, 'Film roll: Pictures')).toBeVisible();
  });

  test('dates, kinds, camera and lens', async ({ signedIn: page, safelight }) => {
    await page.goto(safelight.url);
    await filter(page, 'Date').click();
    await page.getByLabel('From').fill('2024-05-01');
    await page.getByLabel('To').fill('2024-05-01');
    await expect(page).toHaveURL(/from=2024-05-01&to=2024-05-01/);
    await page.getByRole('button', { name: /^2024 / }).click();
    await expect(page).toHaveURL(/from=2024-01-01&to=2024-12-31/);
    await page.keyboard.press('Escape');
    await filter(page, 'Kind').click();
    await page.getByRole('button', { name: `Other files ${PICTURES}` }).click();
    await page.keyboard.press('Escape');
    await filter(page, 'Camera').click();
    await page.getByRole('button', { name: `Canon EOS R6 ${PICTURES}` }).click();
    await page.keyboard.press('Escape');
    await filter(page, 'Lens').click();
    await page.getByRole('button', { name: `RF24-105mm F4 L IS USM ${PICTURES}` }).click();
    await expect(page).toHaveURL(/raw=false.*camera=Canon.*lens=RF24/);
    await expect(heading(page, `${PICTURES} pictures`)).toBeVisible();
  });

  test('edited and not edited in darktable, in English and in German', async ({ page, folder, launch }) => {
    const [first, second, third] = await makePictures(join(folder, 'Pictures'), 3);
    const history = [{ operation: 'exposure', module: 6, params: new Uint8Array(24) }];
    const images = [first!, { ...second!, history }, third!];
    const safelight = await launch(makeLibrary({ folder: join(folder, 'darktable'), images }).file);
    await signIn(page, safelight);
    await page.goto(safelight.url);
    await filter(page, 'Kind').click();
    const edited = page.getByRole('button', { name: 'Edited 1', exact: true });
    await edited.click();
    await expect(edited).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(`${safelight.url}/?edited=true`);
    await expect(heading(page, '1 of 3 pictures')).toBeVisible();
    await expect(tile(page, /^larch-002\.jpg/)).toBeVisible();

    // The one or the other; a second click takes it back.
    const untouched = page.getByRole('button', { name: 'Not edited 2', exact: true });
    await untouched.click();
    await expect(edited).toHaveAttribute('aria-pressed', 'false');
    await expect(page).toHaveURL(`${safelight.url}/?edited=false`);
    await expect(tile(page, /^(harbour-001|harbour-003)\.jpg/)).toHaveCount(2);
    await expect(tile(page, /^larch-002\.jpg/)).toHaveCount(0);
    await untouched.click();
    await expect(page).toHaveURL(`${safelight.url}/`);
    await edited.click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove the filter Kind' }).click();
    await expect(heading(page, '3 pictures')).toBeVisible();
    await page.goBack();
    await expect(filter(page, 'Kind: Edited')).toBeVisible();

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Art: Bearbeitet', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Bearbeitet 1', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.getByRole('button', { name: 'Nicht bearbeitet 2', exact: true }).click();
    await expect(page).toHaveURL(`${safelight.url}/?edited=false`);
  });
});

test('the order stays in the address, and the back button undoes it', async ({ signedIn: page, safelight }) => {
  await page.goto(`${safelight.url}/?rating_min=5`);
  await expect(tile(page, /5 stars/).first()).toHaveAccessibleName(/^larch-006\.jpg/);
  await page.getByRole('combobox', { name: 'Order' }).selectOption('oldest');
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(tile(page, /5 stars/).first()).toHaveAccessibleName(/^larch-25\d\.jpg/);
  await page.goBack();
  await expect(tile(page, /5 stars/).first()).toHaveAccessibleName(/^larch-006\.jpg/);
});

test.describe('the keyboard alone is enough', () => {
  test('to walk, to open, to search, to ask for help', async ({ signedIn: page, safelight }) => {
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

  test('to select', async ({ signedIn: page, safelight }) => {
    await page.goto(safelight.url);
    await tile(page, /^harbour-001\.jpg/).focus();
    const bar = page.getByRole('region', { name: 'Selected pictures' });
    await page.keyboard.press('Space');
    await expect(bar).toContainText('1 selected');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(bar).toContainText('3 selected');
    await page.keyboard.press('Control+a');
    await expect(bar).toContainText(`${PICTURES} selected`);
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
  });
});

test('the mouse selects one, some and all', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  const bar = page.getByRole('region', { name: 'Selected pictures' });
  await tile(page, /^larch-002\.jpg/).click({ modifiers: ['ControlOrMeta'] });
  await tile(page, /^harbour-005\.jpg/).click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('4 selected');
  await expect(page.getByRole('checkbox', { name: 'Select larch-004.jpg' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Select larch-004.jpg' }).click();
  await expect(bar).toContainText('3 selected');
  await bar.getByRole('button', { name: `Select all ${PICTURES}` }).click();
  await expect(bar).toContainText(`${PICTURES} selected`);
  await bar.getByRole('button', { name: 'Export' }).click();
  // So many are not exported by a slip of the hand.
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await bar.getByRole('button', { name: 'Clear the selection' }).click();
  await expect(bar).toHaveCount(0);
});

test('all that match are queued with one request, and with one more when some are taken out', async ({
  page,
  folder,
  launch,
}) => {
  const pictures = await makePictures(join(folder, 'Pictures'), 30);
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
  const safelight = await launch(file);
  await signIn(page, safelight);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(`${new URL(request.url()).pathname} ${request.postData()}`);
  });
  const queue = async (name: string) => {
    const text = await readFile(join(safelight.dataDir, 'queues', `${name}.queue`), 'utf8').catch(() => '');
    return text.split('\n').filter(Boolean).map(Number);
  };
  await page.goto(`${safelight.url}/?search=harbour`);
  await expect(heading(page, '15 of 30 pictures')).toBeVisible();
  const bar = page.getByRole('region', { name: 'Selected pictures' });
  await tile(page, /^harbour-001\.jpg/).click({ modifiers: ['ControlOrMeta'] });
  await bar.getByRole('button', { name: 'Select all 15' }).click();
  await bar.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('15 exports queued')).toBeVisible();
  await expect(bar).toHaveCount(0);
  const odd = Array.from({ length: 15 }, (_, at) => 2 * at + 1);
  expect(asked).toEqual([
    `/api/v1/images/export ${JSON.stringify({ filter: { search: 'harbour', sort_by: 'datetime_taken', sort_dir: 'desc' } })}`,
  ]);
  // The newest first, as they stand in the gallery.
  expect(await queue('export')).toEqual(odd);

  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Space');
  await expect(bar).toContainText('14 selected');
  await bar.getByRole('button', { name: 'Refresh previews' }).click();
  await expect(page.getByText('New previews of 14 pictures queued')).toBeVisible();
  expect(asked.slice(1)).toEqual([`/api/v1/images/refresh ${JSON.stringify({ ids: odd.slice(1) })}`]);
  expect(await queue('refresh')).toEqual(odd.slice(1));
  await expect(page.getByRole('link', { name: /^harbour-003\.jpg/ })).toBeVisible();
});

test('a queue that cannot be written is told, and the selection stays', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  allowedComplaints.push(/500 \(Internal Server Error\)/);
  const pictures = await makePictures(join(folder, 'Pictures'), 5);
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
  const safelight = await launch(file);
  await mkdir(join(safelight.dataDir, 'queues', 'export.queue'), { recursive: true });
  await signIn(page, safelight);
  await page.goto(safelight.url);
  const bar = page.getByRole('region', { name: 'Selected pictures' });
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('Control+a');
  await bar.getByRole('button', { name: 'Export' }).click();
  const told = page.getByRole('region', { name: 'Notifications' });
  await expect(told).toContainText('5 could not be queued');
  await expect(told).toContainText('is a folder');
  await expect(bar).toContainText('5 selected');
});

test('dates stand beside the list and lead through it', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  const dates = page.getByRole('slider', { name: 'Date' });
  await expect(dates).toHaveAttribute('aria-valuetext', 'May 2024');
  await dates.focus();
  await page.keyboard.press('End');
  await expect(dates).toHaveAttribute('aria-valuetext', 'April 2024');
  await expect(tile(page, /^harbour-001\.jpg/)).not.toBeInViewport();
  // Another order than by date has no dates.
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
    await filter(page, 'Rating').tap();
    await page.getByRole('button', { name: /^4 stars and up/ }).tap();
    await expect(page).toHaveURL(/rating_min=4/);
    await page.keyboard.press('Escape');
    await tile(page, /^harbour-001\.jpg/).tap();
    await expect(page.getByText('1/250 s · f/2.8')).toBeVisible();
    expect(await sticksOut()).toBe(false);
    await page.getByRole('button', { name: 'Back to the gallery' }).tap();
    await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  });
});

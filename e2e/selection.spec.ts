import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { heading } from './gallery-page.ts';
import { changeElsewhere, record, told } from './organising-page.ts';
import { own } from './own-library.ts';
import { expect, makePictures, PICTURES, signIn, test, tile } from './safelight.ts';

test('the keyboard alone is enough to select', async ({ signedIn: page, safelight }) => {
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
  // This many are not exported by mistake.
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
  await expect(page.getByText('15 exports requested')).toBeVisible();
  await expect(bar).toContainText('15 selected');
  const odd = Array.from({ length: 15 }, (_, at) => 2 * at + 1);
  expect(asked).toEqual([
    `/api/v1/images/export ${JSON.stringify({ filter: { search: 'harbour', sort_by: 'datetime_taken', sort_dir: 'desc' } })}`,
  ]);
  // Newest first, as in the gallery.
  expect(await queue('export')).toEqual(odd);

  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Space');
  await expect(bar).toContainText('14 selected');
  await bar.getByRole('button', { name: 'Refresh previews' }).click();
  await expect(page.getByText('New previews of 14 pictures requested')).toBeVisible();
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
  await expect(told).toContainText('5 could not be requested');
  await expect(told).toContainText('is a folder');
  await expect(bar).toContainText('5 selected');
});

test('what a filter hides is not selected any more, so no key acts on it; it can be selected again', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  const ratings = () => Promise.all([1, 2, 3].map(async (id) => (await record(page, safelight, id)).rating));
  const before = await ratings();
  await tile(page, /^harbour-001\.jpg/).focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Selected pictures' });
  await expect(bar).toContainText('3 selected');
  await page.getByRole('combobox', { name: 'Search pictures' }).fill('larch');
  await expect(bar).toContainText('1 selected');
  await expect(told(page)).toContainText('2 pictures are hidden now and no longer selected');
  await page.keyboard.press('Tab');
  await page.keyboard.press('r');
  await expect.poll(ratings).toEqual([before[0], -1, before[2]]);
  await told(page).getByRole('button', { name: 'Select again' }).click();
  await expect(bar).toContainText('3 selected');
});

test('what leaves the list by its new rating stays selected, over a reload and behind a picture, until filter or order change', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  const bar = page.getByRole('region', { name: 'Selected pictures' });
  await page.goto(`${safelight.url}/?rating_max=2`);
  await tile(page, /^larch-002\.jpg/).focus();
  await changeElsewhere(page, safelight, 1, { rating: 5 });
  await expect(tile(page, /^harbour-001/)).toHaveCount(0);
  // The picture with the focus is in another place now; the key means it all the same.
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: 'Select larch-002.jpg' })).toBeChecked();
  await changeElsewhere(page, safelight, 1, { rating: 0 });
  await expect(tile(page, /^harbour-001/)).toBeVisible();

  await page.goto(`${safelight.url}/?rating_max=1`);
  await expect(bar).toContainText('1 selected');
  await tile(page, /^larch-002\.jpg/).focus();
  await page.keyboard.press('Control+a');
  await expect(bar).toContainText('2 selected');
  await page.keyboard.press('4');
  await expect(tile(page, /^larch-002\.jpg/)).toHaveCount(0);
  await expect(bar).toContainText('2 selected');
  // The list was fetched again; a key still means both.
  await page.keyboard.press('1');
  await expect(tile(page, /^larch-002\.jpg, 1 star/)).toBeVisible();
  await expect(tile(page, /^harbour-001\.jpg, 1 star/)).toBeVisible();
  await expect(bar).toContainText('2 selected');
  await page.keyboard.press('x');
  await expect(page.getByRole('heading', { name: 'harbour-001.jpg', level: 1 })).toBeVisible();
  const set = page.getByRole('button', { name: /^2 selected/ }).first();
  await expect(set).toBeVisible();
  await page.keyboard.press('3');
  await expect.poll(async () => (await record(page, safelight, 1)).rating).toBe(3);
  await page.reload();
  await expect(set).toBeVisible();
  await page.goBack();
  await expect(tile(page, /^larch-002\.jpg/)).toBeVisible();
  await expect(tile(page, /^harbour-001\.jpg/)).toHaveCount(0);
  await expect(bar).toContainText('2 selected');
  await page.keyboard.press('F1');
  await expect.poll(async () => (await record(page, safelight, 1)).color_labels).toEqual(['red']);
  await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Oldest first' });
  await expect(told(page)).toContainText('1 picture is hidden now and no longer selected');
  await expect(bar).toContainText('1 selected');
  await page.getByRole('combobox', { name: 'Search pictures' }).fill('harbour');
  await expect(told(page)).toContainText('2 pictures are hidden now and no longer selected');
  await expect(bar).toHaveCount(0);
  await told(page).getByRole('button', { name: 'Select again' }).click();
  await expect(bar).toContainText('2 selected');
});

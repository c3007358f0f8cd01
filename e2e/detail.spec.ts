import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { expect, expectPixels, makePictures, PICTURES, signIn, test, tile } from './safelight.ts';

test('an image opens large, with what is known about it', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  await tile(page, /^harbour-001\.jpg/).click();
  await expect(page).toHaveURL(`${safelight.url}/images/1`);
  await expect(page).toHaveTitle('harbour-001.jpg – Safelight');
  await expectPixels(page.getByRole('img', { name: /^harbour-001\.jpg/ }), 700);

  await expect(page.getByRole('heading', { name: 'harbour-001.jpg' })).toBeVisible();
  const facts = page.getByRole('complementary', { name: 'About this picture' });
  await expect(facts.getByRole('img', { name: '4 stars' })).toBeVisible();
  await expect(facts.getByText('1/250 s · f/2.8 · ISO 400 · 35 mm · −0.7 EV')).toBeVisible();
  await expect(facts.getByText('places › iceland › vik')).toBeVisible();
  await expect(facts.getByText('Harbour before the rain')).toBeVisible();
  await expect(facts.getByRole('list', { name: 'Color labels' })).toHaveText(/red.*blue/s);
  // darktable's internal tags are not shown.
  await expect(facts.getByText('darktable')).toHaveCount(0);
});

test('arrow keys go through the list and stop at its ends', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  await tile(page, /^harbour-001\.jpg/).click();
  await expect(page.getByText(`1 of ${PICTURES}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous picture' })).toBeDisabled();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'larch-002.jpg' })).toBeVisible();
  await expectPixels(page.getByRole('img', { name: /^larch-002\.jpg/ }));
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: 'harbour-001.jpg' })).toBeVisible();

  // The list is the one from which the image was opened: here the pictures with five stars, oldest first.
  await page.goto(`${safelight.url}/?rating_min=5&sort=oldest`);
  await tile(page, /5 stars/)
    .first()
    .click();
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect(page.getByText(/^2 of 4\d$/)).toBeVisible();
  await expect(page.getByRole('img', { name: '5 stars', exact: true }).last()).toBeVisible();
});

test('Escape leads back to the same place in the gallery', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  await tile(page, /^harbour-001\.jpg/).hover();
  const deep = tile(page, /^harbour-151\.jpg/);
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    await expect(deep).toBeInViewport({ timeout: 150 });
    // Scrolled on at once: Playwright would let a second pass before each further turn of the wheel.
  }).toPass({ intervals: [0] });
  // With its name below it: what is cut off is brought into view afterwards.
  await deep.evaluate((link: { scrollIntoView(how: object): void }) => link.scrollIntoView({ block: 'center' }));
  const before = (await deep.boundingBox())!;
  await deep.click();
  await expect(page.getByText(`151 of ${PICTURES}`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(deep).toBeFocused();
  expect((await deep.boundingBox())!).toEqual(before);
  await expect(page).toHaveURL(`${safelight.url}/`);

  // After moving on in the list while an image was open, the gallery follows.
  await deep.click();
  for (let place = 152; place <= 200; place++) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText(`${place} of ${PICTURES}`)).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(tile(page, /^larch-200\.jpg/)).toBeFocused();
  await expect(tile(page, /^larch-200\.jpg/)).toBeInViewport();
});

test('a reload keeps image and place; the back button closes it', async ({ signedIn: page, safelight }) => {
  await page.goto(safelight.url);
  await tile(page, /^harbour-003\.jpg/).click();
  await page.reload();
  await expect(page.getByText(`3 of ${PICTURES}`)).toBeVisible();
  await page.goBack();
  await expect(tile(page, /^harbour-003\.jpg/)).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'About this picture' })).toHaveCount(0);
});

test('an image that is not there says so', async ({ signedIn: page, safelight, allowedComplaints }) => {
  allowedComplaints.push(/404 \(Not Found\)/);
  await page.goto(`${safelight.url}/images/999999`);
  await expect(page.getByRole('heading', { name: 'This picture cannot be shown' })).toBeVisible();
  await expect(page.getByText('There is no image 999999 in the library.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the gallery' }).last().click();
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
});

test('a preview that is still being made appears by itself', async ({ page, folder, launch }) => {
  const [there] = await makePictures(join(folder, 'Pictures'), 1);
  const away = { id: 2, filename: 'away.nef', film: join(folder, 'card'), raw: true, stars: 2 };
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: [there!, away] });
  const safelight = await launch(file);
  await signIn(page, safelight);
  await page.goto(safelight.url);
  const grid = page.getByRole('list', { name: 'Pictures' });
  await expect(grid.getByText('No preview yet')).toBeVisible();
  await expect(tile(page, 'away.nef, 2 stars')).toBeVisible();

  // What the bridge does after rendering.
  for (const level of ['1', '2']) {
    await mkdir(join(safelight.dataDir, 'previews', level), { recursive: true });
    await copyFile(join(folder, 'Pictures', there!.filename!), join(safelight.dataDir, 'previews', level, '2.jpg'));
  }
  await expectPixels(page.getByRole('img', { name: 'away.nef, 2 stars' }));
  await expect(grid.getByText('No preview yet')).toHaveCount(0);
});

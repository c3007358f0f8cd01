import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { exposureParams } from '../src/testing/pictures/params.ts';
import { expect, expectPixels, makePictures, type Safelight, signIn, test, tile } from './safelight.ts';

const failedJobs = (dataDir: string) => {
  const file = join(dataDir, 'queues', 'refresh.queue.failed');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};

test('a picture whose file is missing is tried once and says why, until the file is back', async ({
  page,
  folder,
  launch,
}) => {
  const pictures = await makePictures(join(folder, 'Pictures'), 3);
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
  const missing = join(folder, 'Pictures', 'larch-002.jpg');
  await rename(missing, `${missing}.away`);
  const safelight = await launch(file);
  await safelight.set({ renderer: 'darktable-cli' });
  await signIn(page, safelight);
  await page.goto(safelight.url);
  const picture = tile(page, /^larch-002\.jpg/);
  await expect(picture).toContainText('The file is missing');

  await picture.click();
  const stage = page.getByRole('status').filter({ hasText: 'The preview could not be created' });
  await expect(stage).toContainText(missing);
  await page.reload();
  await expect(stage).toContainText(missing);
  expect(failedJobs(safelight.dataDir)).toHaveLength(1);
  await stage.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => failedJobs(safelight.dataDir).length).toBe(2);
  await expect(stage).toContainText(missing);

  await rename(`${missing}.away`, missing);
  await expectPixels(page.getByRole('img', { name: /^larch-002\.jpg/ }).last());
  expect(failedJobs(safelight.dataDir)).toHaveLength(2);
});

test('an edit that nobody renders says so at once, and why', async ({ page, folder, launch }) => {
  const [picture] = await makePictures(join(folder, 'Pictures'), 1);
  const history = [{ operation: 'exposure', module: 6, params: exposureParams(0.5) }];
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: [{ ...picture!, history }] });
  const safelight = await launch(file);
  await safelight.set({ queuesPaused: true });
  await signIn(page, safelight);
  await page.goto(`${safelight.url}/images/1?panel=develop`);
  const note = page.getByRole('status').filter({ hasText: /^Saved/ });
  await page.getByRole('switch', { name: /^exposure/ }).click();
  await expect(note).toHaveText('Saved. Nobody renders: the queues are paused.');
  await safelight.set({ queuesPaused: false });
  await expect(note).toContainText(/^Saved\. Nobody renders: the plugin is not installed in darktable\./);
});

/** An edited picture whose previews are older, and darktable-cli to render new ones. */
async function withStalePreview(folder: string, launch: (library?: string) => Promise<Safelight>) {
  const [picture] = await makePictures(join(folder, 'Pictures'), 1);
  const history = [{ operation: 'exposure', module: 6, params: exposureParams(1) }];
  const { file } = makeLibrary({
    folder: join(folder, 'darktable'),
    images: [{ ...picture!, history, changed: Date.parse('2024-05-01T12:00:00Z') }],
  });
  const safelight = await launch(file);
  const levels = await Promise.all(
    [1, 2, 3].map(async (level) => {
      const preview = join(safelight.dataDir, 'previews', String(level), '1.jpg');
      await mkdir(join(preview, '..'), { recursive: true });
      writeFileSync(
        preview,
        await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a33' } })
          .jpeg()
          .toBuffer(),
      );
      utimesSync(preview, new Date('2024-04-01T12:00:00Z'), new Date('2024-04-01T12:00:00Z'));
      return preview;
    }),
  );
  await safelight.set({ renderer: 'darktable-cli' });
  return { safelight, widthOf: async (level: 1 | 2 | 3) => (await sharp(levels[level - 1]).metadata()).width };
}

test('a picture that is older than its edits is rendered anew when it is opened', async ({ page, folder, launch }) => {
  const { safelight, widthOf } = await withStalePreview(folder, launch);
  await signIn(page, safelight);
  await page.goto(`${safelight.url}/images/1?panel=info`);
  await expect(page.getByText('A new preview is being rendered.')).toBeVisible();
  await expect(page.getByText(/This preview is older|is being rendered/)).toHaveCount(0);
  expect(await widthOf(2)).toBe(675);
});

test('where nobody renders, the page says so once, and the button beside it has the preview rendered', async ({
  page,
  folder,
  launch,
}) => {
  const { safelight, widthOf } = await withStalePreview(folder, launch);
  await safelight.set({ renderer: 'bridge' });
  await page.goto(await safelight.signInLink('/images/1?panel=info'));
  const mend = page.getByRole('button', { name: 'Let darktable render' });
  await expect(mend.locator('../..')).toContainText('Nobody renders: the plugin is not installed in darktable.');
  await expect(page.getByText('is being rendered')).toHaveCount(0);
  await page.getByRole('button', { name: 'Nobody renders' }).click();
  await expect(mend).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(mend).toHaveCount(1);
  await mend.click();
  await expect(page.getByRole('button', { name: 'Nobody renders' })).toHaveCount(0);
  await expect.poll(() => widthOf(2)).toBe(675);
});

test('a picture that is older than its edits has a clock in the list only where nobody renders, and that says why', async ({
  page,
  folder,
  launch,
}) => {
  const { safelight } = await withStalePreview(folder, launch);
  await safelight.set({ queuesPaused: true });
  await signIn(page, safelight);
  await page.goto(safelight.url);
  const marks = tile(page, /^harbour-001\.jpg.*latest changes not shown$/).locator('[data-mark]');
  await expect(marks).toHaveAttribute('data-mark', 'older');
  await expect(marks).toHaveAttribute('title', /latest changes in darktable\. Nobody renders: the queues are paused\./);
});

test('a picture that is older than its edits is rendered anew when it is seen in the list', async ({
  page,
  folder,
  launch,
}) => {
  const { safelight, widthOf } = await withStalePreview(folder, launch);
  await signIn(page, safelight);
  await page.goto(safelight.url);
  // A line while it is made, no clock.
  await expect(tile(page, /a new preview is being rendered$/).locator('[data-mark]')).toHaveAttribute(
    'data-mark',
    'coming',
  );
  await expect.poll(() => widthOf(2)).toBe(675);
  await expect(tile(page, /^harbour-001\.jpg, not rated$/).locator('[data-mark]')).toHaveCount(0);
});

for (const moment of ['before the page has all its parts', 'after'] as const) {
  test(`a picture that is clicked when Safelight is gone, ${moment}: the page says so, and goes on`, async ({
    page,
    folder,
    launch,
    allowedComplaints,
  }) => {
    allowedComplaints.push(
      /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_FAILED|dynamically imported/,
    );
    const pictures = await makePictures(join(folder, 'Pictures'), 3);
    const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
    const safelight = await launch(file);
    await signIn(page, safelight);
    // The part that shows a single picture does not arrive in time.
    if (moment !== 'after') await page.route(/\/assets\/detail-/, (route) => route.abort());
    const part = moment === 'after' ? page.waitForResponse(/\/assets\/detail-.*\.js/) : null;
    await page.goto(safelight.url);
    await expectPixels(tile(page, /^harbour-001\.jpg/).getByRole('img'));
    await part;
    await safelight.stop();
    await page.unroute(/\/assets\/detail-/);
    await tile(page, /^larch-002\.jpg/).click();
    const away = page.getByText('Is it still running?').filter({ visible: true });
    await expect(away.first()).toBeVisible();

    await safelight.start();
    await expect(away).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'larch-002.jpg' })).toBeVisible();
    await expectPixels(page.getByRole('img', { name: /^larch-002\.jpg/ }).last());
  });
}

test('where darktable is found it renders from the first look at the page, and the steps say so; they are one line', async ({
  page,
  folder,
  launch,
}) => {
  await mkdir(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'settings.json'), '{}');
  const safelight = await launch();
  await page.goto(await safelight.signInLink());
  const steps = page.getByRole('complementary', { name: 'About this library' });
  await expect(steps).toBeVisible();
  expect((await steps.boundingBox())!.height).toBeLessThan(60);
  await expect(page.getByRole('heading', { name: / · Sample library$/ })).toBeVisible();
  await steps.getByRole('button', { name: /^First steps/ }).click();
  const rendering = steps.getByRole('listitem', { name: /^Who renders.*done/ });
  await expect(rendering).toContainText(/darktable [\d.]+ renders\./);
  await expect(steps.getByRole('button', { name: 'Install the plugin' })).toHaveCount(0);
  await steps.getByRole('button', { name: 'Close this message' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: / · Sample library$/ })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testBroker } from '../src/testing/broker.ts';
import { startWorker } from '../src/testing/farm-stage.ts';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { quickDarktable } from '../src/testing/quick-darktable.ts';
import { expectNoFindings } from './findings.ts';
import { expect, makePictures, test } from './safelight.ts';

/** Where a screenshot is kept that somebody wants to look at. */
const SHOTS = process.env.SAFELIGHT_SHOTS;

test('two workers come, do jobs, fail at one, are paused, and go; the page tells all of it', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  // One picture is none, so that a job fails; another one takes until somebody lets it go on.
  allowedComplaints.push(/404 \(Not Found\)/);
  const pictures = await makePictures(join(folder, 'Pictures'), 30);
  const goOn = join(folder, 'go-on');
  await writeFile(join(folder, 'Pictures', 'broken.jpg'), 'fail\n');
  await writeFile(join(folder, 'Pictures', 'large.jpg'), `wait ${goOn}\n`);
  const { file } = makeLibrary({
    folder: join(folder, 'darktable'),
    images: [
      ...pictures,
      { id: 31, filename: 'broken.jpg', film: join(folder, 'Pictures') },
      { id: 32, filename: 'large.jpg', film: join(folder, 'Pictures') },
    ],
  });
  const darktable = await quickDarktable(join(folder, 'quick'), { width: 150, height: 100 });
  const broker = await testBroker(folder, ['attic', 'laptop']);
  const workers: ReturnType<typeof startWorker>[] = [];
  try {
    const safelight = await launch(file);
    await page.goto(await safelight.signInLink('/settings/machines'));
    await expect(page.getByRole('heading', { name: 'Only this computer renders' })).toBeVisible();
    await expect(page.getByText('safelight farm init --address THIS_COMPUTER', { exact: true })).toBeVisible();
    await expect(page.getByText('In place of THIS_COMPUTER', { exact: false })).toBeVisible();
    if (SHOTS !== undefined) await page.screenshot({ path: join(SHOTS, 'machines-none.png') });

    const set = (name: string, value: string) => safelight.command('settings', 'set', name, value);
    await set('farmCredentials', broker.coordinator);
    await set('farmVersions', 'any');
    await set('farmWorksHere', 'false');
    await page.getByRole('textbox', { name: 'Message broker' }).fill(broker.address);
    await page.getByRole('textbox', { name: 'Message broker' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'The broker cannot be reached' })).toBeVisible();
    await broker.start();
    await expect(page.getByText('Start safelight worker on another machine', { exact: false })).toBeVisible();

    for (const name of ['laptop', 'attic'])
      workers.push(
        startWorker({
          name,
          broker,
          dataDir: join(folder, name),
          environment: { ...process.env, PATH: darktable.path },
        }),
      );
    await expect(page.getByRole('heading', { name: '2 machines render for you' })).toBeVisible();
    const laptop = page.getByRole('listitem', { name: 'laptop' });
    const attic = page.getByRole('listitem', { name: 'attic' });
    await expect(laptop.getByText('darktable 4.2.1', { exact: false })).toBeVisible();

    await attic.getByRole('button', { name: 'Pause attic' }).click();
    await expect(attic.getByText('Paused')).toBeVisible();
    const queue = join(safelight.dataDir, 'queues', 'refresh.queue');
    await writeFile(queue, '31\n');
    await expect(laptop.getByText('Last failure:', { exact: false })).toBeVisible();
    await expect(laptop.getByText('1 failed').or(laptop.getByText('one failed'))).toBeVisible();

    // So long that some are left when all are paused.
    darktable.waitSeconds(1);
    await writeFile(queue, `32\n${pictures.map(({ id }) => `${id}\n`).join('')}`);
    await expect(laptop.getByText('Makes a preview of')).toBeVisible();
    await expect(laptop.getByText('Working')).toBeVisible();
    await expect(laptop.getByRole('link', { name: 'large.jpg' })).toBeVisible();
    await writeFile(goOn, '');
    await expect(page.getByText(/pictures left · [\d.,]+ a minute · .* left/)).toBeVisible();
    await attic.getByRole('button', { name: 'Resume attic' }).click();
    await expect(attic.getByText('Working')).toBeVisible();

    await page.getByRole('button', { name: 'Pause all' }).click();
    await expect(page.getByRole('heading', { name: 'All machines are paused' })).toBeVisible();
    const status = await safelight.command('farm', 'status');
    expect(status).toContain('Connected to the broker, with 2 workers; all are paused.');
    expect(status).toMatch(/[1-9]\d* jobs? left/);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      if (width === 1440) await expectNoFindings(page);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      for (const colorScheme of ['light', 'dark'] as const) {
        if (SHOTS === undefined) continue;
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(SHOTS, `machines-${width}-${colorScheme}.png`), fullPage: true });
      }
    }
    darktable.waitSeconds(0);
    await page.getByRole('button', { name: 'Resume all' }).click();
    await expect(page.getByText('Nothing is waiting.')).toBeVisible();
    await broker.stop();
    await expect(page.getByRole('heading', { name: 'The broker cannot be reached' })).toBeVisible();
    await expect(page.getByText('Until then this computer renders alone.', { exact: false })).toBeVisible();
  } finally {
    for (const worker of workers) await worker.end('SIGKILL');
    await broker.stop();
  }
});

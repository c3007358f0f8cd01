/**
 * Makes the picture of the page "Machines" in docs/farm.md: a Safelight with the sample library and three workers with the installed
 * darktable, each in a folder of its own. Prints what a second Safelight says that is given the same broker.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import playwright from '../../../e2e/playwright.config.ts';
import { type Safelight, startSafelight } from '../../../e2e/safelight.ts';
import { testBroker } from '../../../src/testing/broker.ts';
import { startWorker } from '../../../src/testing/farm-stage.ts';

const file = process.argv[2] ?? join(import.meta.dirname, '../../..', 'docs', 'images', 'machines.webp');
const WINDOW = { width: 1100, height: 720 };
/** As sharp as most photographers' screens. */
const SCALE = 2;
const QUALITY = 80;
const MACHINES = ['attic', 'laptop', 'studio'];
/** As many as the sample library has. */
const IMAGES = 37;

const folder = await mkdtemp(join(tmpdir(), 'safelight-screenshot-'));
const broker = await testBroker(folder, MACHINES);
await broker.start();
const [first, second] = [await startSafelight(), await startSafelight()];
const workers = MACHINES.map((name) =>
  startWorker({ name, broker, dataDir: join(folder, name), environment: { ...process.env, HOME: join(folder, name) } }),
);
const browser = await chromium.launch(playwright.use?.launchOptions);
try {
  await useBroker(first);
  const page = await browser.newPage({ viewport: WINDOW, deviceScaleFactor: SCALE, locale: 'en-US' });
  await page.goto(await first.signInLink());
  await page.goto(`${first.url}/settings/machines`);
  await page.getByRole('heading', { name: '3 machines render for you' }).waitFor();

  await useBroker(second);
  console.log(await second.command('farm', 'status').catch((error: unknown) => error));

  const ids = Array.from({ length: IMAGES }, (_, at) => `${at + 1}\n`).join('');
  await writeFile(join(first.dataDir, 'queues', 'refresh.queue'), ids);
  for (const name of MACHINES)
    await page.getByRole('listitem', { name }).getByText('Working').waitFor({ timeout: 120_000 });
  await page.getByText(/a minute · .* left/).waitFor({ timeout: 120_000 });
  await sharp(await page.screenshot())
    .webp({ quality: QUALITY })
    .toFile(file);
} finally {
  await browser.close();
  for (const worker of workers) await worker.end('SIGKILL');
  for (const safelight of [first, second]) await safelight.remove();
  await broker.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

async function useBroker(safelight: Safelight): Promise<void> {
  await safelight.command('settings', 'set', 'farmCredentials', broker.coordinator);
  await safelight.command('settings', 'set', 'farmWorksHere', 'false');
  await safelight.command('settings', 'set', 'farmBroker', broker.address);
}

/**
 * `npm run screenshots [-- NAME…]`: makes the README's pictures of gallery, detail, culling, compare and settings, those of styles and history,
 * or those named, with the built program on the sample library in a real browser. darktable-cli renders the previews first, which takes a few minutes; without
 * darktable the files themselves are shown.
 */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import playwright from '../../../e2e/playwright.config.ts';
import { type Safelight, startSafelight } from '../../../e2e/safelight.ts';
import { quiet } from '../../../e2e/quiet.ts';

const folder = join(import.meta.dirname, '../../..', 'docs', 'images');
const WINDOW = { width: 1440, height: 900 };
const LOW_WINDOW = { width: 1440, height: 720 };
/** As sharp as most photographers' screens. */
const SCALE = 2;
const QUALITY = 80;
/** A lake below mountains, developed with three modules, two of them the same. */
const DEVELOPED = { id: 7, module: 'exposure' };
/** The same lake: sharp, and the next second shaken. */
const CULLED = 7;
const CLIENTS = [
  { id: 'picture-frame', name: 'Picture frame in the hall', scope: 'images:read previews:read' },
  { id: 'website', name: 'Website', scope: 'images:read previews:read tags:read films:read cache:refresh' },
];
/** The parts of an edit of the sample that become a style. */
const STYLES = [
  { name: 'black and white|grain', from: 37, modules: ['monochrome', 'grain'] },
  { name: 'black and white|soft', from: 17, modules: ['monochrome', 'vignette'] },
  { name: 'film|slide', from: 9, modules: ['velvia', 'grain'] },
  { name: 'clear', from: 26, modules: ['bilat', 'velvia'] },
];
const LONGEST_RENDERING_MS = 15 * 60_000;

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.some((each) => name.startsWith(`${each}-`));

await mkdir(folder, { recursive: true });
const safelight = await startSafelight();
const browser = await chromium.launch(playwright.use?.launchOptions);
try {
  const signedIn = await signIn(browser, safelight);
  await renderPreviews(signedIn, safelight);
  await registerClients(signedIn, safelight);
  await createStyles(signedIn, safelight);
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: WINDOW,
      deviceScaleFactor: SCALE,
      colorScheme,
      locale: 'en-US',
      storageState: await signedIn.storageState(),
    });
    const page = await context.newPage();
    await page.goto(safelight.url);
    await take(page, `gallery-${colorScheme}`);
    await page.goto(`${safelight.url}/images/${DEVELOPED.id}?panel=develop`);
    await page.getByRole('button', { name: DEVELOPED.module, exact: true }).first().click();
    await take(page, `detail-${colorScheme}`);
    await page.goto(`${safelight.url}/cull?shown=all&image=${CULLED}`);
    await take(page, `culling-${colorScheme}`);
    await page.keyboard.press('c');
    await take(page, `compare-${colorScheme}`);
    await page.setViewportSize(LOW_WINDOW);
    await page.goto(`${safelight.url}/settings/clients`);
    await take(page, `settings-${colorScheme}`);
    if (colorScheme === 'dark' && (isWanted('styles-dark') || isWanted('history-dark'))) await takeEdits(page);
    await context.close();
  }
} finally {
  await browser.close();
  await safelight.remove();
}

/** As the library's owner, who has closed the first steps. */
async function signIn(browser: Browser, safelight: Safelight): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: WINDOW });
  const page = await context.newPage();
  await page.goto(await safelight.signInLink());
  await page.getByRole('button', { name: 'Close this message' }).click();
  await page.close();
  return context;
}

/** Has darktable render every photograph, and waits for it. */
async function renderPreviews({ request }: BrowserContext, { url }: Safelight): Promise<void> {
  const headers = { origin: url };
  const { renderer } = (await (await request.get(`${url}/api/v1/admin/bridge`)).json()) as {
    renderer: { version: string | null };
  };
  if (renderer.version === null) {
    console.log('There is no darktable-cli on this computer: the pictures show the files as they are.');
    return;
  }
  await request.patch(`${url}/api/v1/admin/settings`, {
    headers,
    data: { renderer: 'darktable-cli', previewLevels: [1, 2, 3, 4] },
  });
  const { items } = (await (await request.get(`${url}/api/v1/images?limit=500`)).json()) as { items: { id: number }[] };
  for (const { id } of items) await request.post(`${url}/api/v1/images/${id}/refresh`, { headers });
  console.log(`darktable-cli ${renderer.version} renders ${items.length} photographs…`);
  const end = Date.now() + LONGEST_RENDERING_MS;
  for (;;) {
    const queues = (await (await request.get(`${url}/api/v1/admin/queues`)).json()) as {
      items: { name: string; depth: number }[];
    };
    const waiting = queues.items.find(({ name }) => name === 'refresh')?.depth ?? 0;
    if (waiting === 0) return;
    if (Date.now() > end) throw new Error(`${waiting} previews were not rendered in time.`);
    await sleep(1000);
  }
}

/** Two programs that have used the API. */
async function registerClients({ request }: BrowserContext, { url, command }: Safelight): Promise<void> {
  await command('clients', 'remove', 'e2e');
  for (const data of CLIENTS) {
    const made = await request.post(`${url}/api/v1/admin/clients`, { headers: { origin: url }, data });
    const { client_id, client_secret } = (await made.json()) as { client_id: string; client_secret: string };
    await request.post(`${url}/oauth/token`, {
      form: { grant_type: 'client_credentials', client_id, client_secret },
    });
  }
}

async function createStyles({ request }: BrowserContext, { url }: Safelight): Promise<void> {
  for (const data of STYLES) await request.post(`${url}/api/v1/styles`, { headers: { origin: url }, data });
}

/** The styles on one picture, and its history beside the picture without any edit. */
async function takeEdits(page: Page): Promise<void> {
  await page.setViewportSize(WINDOW);
  await page.goto(`${safelight.url}/images/${DEVELOPED.id}?panel=develop`);
  await page.getByRole('button', { name: 'Copy and paste edits' }).first().click();
  await page.getByRole('button', { name: 'Styles…' }).click();
  for (const image of await page.getByRole('dialog', { name: 'Styles' }).getByRole('img').all()) {
    await image.scrollIntoViewIfNeeded();
    await sleep(1000);
  }
  await take(page, 'styles-dark');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.locator('summary', { hasText: 'history' }).click();
  await page.getByRole('button', { name: 'Before and after: compare with the original' }).click();
  await take(page, 'history-dark');
}

/** Waits until no request is open and nothing moves, then takes the picture. (Behind a dialog, `main` has no role.) */
async function take(page: Page, name: string): Promise<void> {
  if (!isWanted(name)) return;
  await page.locator('main').last().waitFor();
  await quiet(page);
  await page.mouse.move(WINDOW.width / 2, 1);
  await sleep(2000);
  const file = join(folder, `${name}.webp`);
  await sharp(await page.screenshot())
    .webp({ quality: QUALITY, effort: 6, smartSubsample: true })
    .toFile(file);
  console.log(`${file}: ${Math.round((await stat(file)).size / 1024)} kB`);
}

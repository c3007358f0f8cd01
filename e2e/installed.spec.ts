/** The page as an app of its own: what a browser asks before it installs it, and what its worker does. */
import { once } from 'node:events';
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { changeElsewhere } from './organising-page.ts';
import { own } from './own-library.ts';
import { expect, test, tile } from './safelight.ts';

test.use({ serviceWorkers: 'allow' });
const web = join(import.meta.dirname, '..', 'dist', 'web');

/** The worker answers for this page from now on. */
const hasWorker = (page: Page) =>
  expect.poll(() => page.evaluate('navigator.serviceWorker.controller?.state ?? ""')).toBe('activated');
const keptParts = (page: Page) =>
  page.evaluate<string[]>(
    `caches.keys().then((names) => Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).then((all) => all.flat())`,
  );

const keptPictures = (page: Page) =>
  page.evaluate<number>(`caches.open('safelight-pictures').then(async (cache) => (await cache.keys()).length)`);
const ratingOf = async (page: Page, url: string, id: number) =>
  ((await (await page.request.get(`${url}/api/v1/images/${id}`)).json()) as { rating: number }).rating;

test('Chromium would install it; it starts without Safelight, and nothing of the API is kept', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  allowedComplaints.push(/Failed to load resource/, /ERR_CONNECTION_REFUSED/);
  const safelight = await own(page, folder, launch);
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  await hasWorker(page);
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A window of its own for each test is incognito to a Chromium with windows.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { icons } = JSON.parse(data!) as { icons: { src: string; sizes: string }[] };
  for (const { src, sizes } of icons) {
    const { width, height } = await sharp(await (await page.request.get(`${safelight.url}/${src}`)).body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }

  await page.getByRole('link', { name: /^harbour-001\.jpg/ }).click();
  await page.goBack();
  await safelight.stop();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Safelight is not responding' })).toBeVisible();
  expect((await keptParts(page)).filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
  await safelight.start();
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
});

test('culling goes on without Safelight, after a reload too, and what is kept goes with the session', async ({
  page,
  folder,
  launch,
  allowedComplaints,
}, info) => {
  allowedComplaints.push(/Failed to load resource/, /ERR_CONNECTION_REFUSED/);
  const safelight = await own(page, folder, launch);
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  await hasWorker(page);
  await page.goto(`${safelight.url}/cull?shown=all`);
  await page.getByRole('button', { name: 'More' }).click();
  const more = page.getByRole('dialog', { name: 'More' });
  await more.getByRole('switch', { name: 'Keep on this device' }).click();
  await expect(more.getByText('3 of 3 pictures can be culled without Safelight')).toBeVisible();
  await page.screenshot({ path: info.outputPath('keep.png') });
  await page.keyboard.press('Escape');

  await safelight.stop();
  const waiting = (count: number) => page.getByRole('status').filter({ hasText: `Offline, ${count} waiting` });
  const shown = async (name: string) => {
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('main').locator('img[src^=blob]').first()).toBeVisible();
  };
  await page.keyboard.press('4');
  await shown('larch-002.jpg');
  await expect(waiting(1)).toBeVisible();
  await expect(page).toHaveURL(/image=2/);
  await page.reload();
  await shown('larch-002.jpg');
  await expect(waiting(1)).toBeVisible();
  await page.screenshot({ path: info.outputPath('offline.png') });
  await page.keyboard.press('5');
  await expect(waiting(2)).toBeVisible();
  await page.goto(safelight.url);
  await expect(page.getByText('3 pictures are on this device')).toBeVisible();
  await page.screenshot({ path: info.outputPath('start.png') });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the waiting decisions as a file' }).click();
  const file = await (await download).path();
  await page.getByRole('button', { name: 'Go on culling' }).click();
  await expect(waiting(2)).toBeVisible();

  await safelight.start();
  for (const [id, rating] of [
    [1, 4],
    [2, 5],
  ] as const)
    await expect.poll(() => ratingOf(page, safelight.url, id)).toBe(rating);
  // As on a device that was paired anew at another address: the same decisions, out of the file.
  await changeElsewhere(page, safelight, 1, { rating: 0 });
  await expect.poll(() => ratingOf(page, safelight.url, 1)).toBe(0);
  await page.getByRole('button', { name: 'More' }).click();
  const sent = [1, 2].map((id) =>
    page.waitForResponse((answer) => answer.url().endsWith(`/images/${id}`) && answer.request().method() === 'PATCH'),
  );
  await page.getByLabel('Take in decisions from a file').setInputFiles(file);
  await expect(page.getByText('2 decisions were taken in')).toBeVisible();
  await Promise.all(sent);
  await expect.poll(() => ratingOf(page, safelight.url, 1)).toBe(4);
  await expect.poll(() => keptPictures(page)).toBe(3);
  // Signed out, the pictures are gone, and a decision that was not sent is not.
  await page.route('**/api/v1/images**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await page.keyboard.press('3');
  await expect(waiting(1)).toBeVisible();
  await page.evaluate(`fetch('/session', { method: 'DELETE' })`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in to this library' })).toBeVisible();
  await expect(page.getByText('1 decision waits on this device.')).toBeVisible();
  await expect.poll(() => keptPictures(page)).toBe(0);
});

test('after an update the page is the new one, and one that is open stays whole and loses no decision', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  const former = join(folder, 'former');
  const next = join(folder, 'next');
  await cp(web, former, { recursive: true });
  await cp(web, next, { recursive: true });
  await rebuild(next);
  // In front of Safelight: the page of one version, then of the other.
  const served = { folder: former };
  const front = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url!, 'http://front');
    const file = join(served.folder, /^\/(images\/\d+|cull)?$/.test(pathname) ? 'index.html' : pathname);
    readFile(file).then(
      (bytes) => {
        const type = { js: 'text/javascript', css: 'text/css', html: 'text/html' }[pathname.split('.')[1] ?? 'html'];
        answer.writeHead(200, { ...(type !== undefined && { 'content-type': type }), 'cache-control': 'no-cache' });
        answer.end(bytes);
      },
      () => {
        const { method, headers, url: path } = asked;
        const passed = request(new URL(path!, safelight.url), { method: method!, headers }, (answered) => {
          answer.writeHead(answered.statusCode!, answered.headers);
          answered.pipe(answer);
        });
        answer.on('close', () => passed.destroy());
        passed.on('error', () => answer.destroy());
        asked.pipe(passed);
      },
    );
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  try {
    // Its requests would be refused once the same browser signs in again.
    await page.goto('about:blank');
    const { pathname, search } = new URL(await safelight.signInLink());
    await page.goto(url + pathname + search);
    await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
    await hasWorker(page);
    const scripts = (of: Page) =>
      of.evaluate<string[]>(`[...document.scripts].map(({ src }) => new URL(src).pathname).filter(Boolean)`);
    const before = await scripts(page);

    served.folder = next;
    await page.route('**/api/v1/images/1', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await tile(page, /^harbour-001\.jpg/).focus();
    const second = await page.context().newPage();
    await second.goto(url);
    const after = await scripts(second);
    expect(after).not.toEqual(before);
    await expect(page.getByText('Safelight was updated.')).toBeVisible();
    // A part of the version before that this page has not loaded yet.
    await page.keyboard.press('4');
    await page.keyboard.press('c');
    await expect(page.getByRole('heading', { name: 'harbour-001.jpg', level: 1 })).toBeVisible();
    await page.unroute('**/api/v1/images/1');
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect(page.getByRole('heading', { name: 'harbour-001.jpg', level: 1 })).toBeVisible();
    expect(await scripts(page)).toEqual(after);
    await expect.poll(() => ratingOf(page, url, 1)).toBe(4);
  } finally {
    front.closeAllConnections();
    front.close();
  }
});

/** As if everything had been built anew: other names of all parts. */
async function rebuild(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const hashed = names.flatMap((name) => /^assets\/(.*-[\w-]{8})\.(js|css)$/.exec(name)?.[1] ?? []);
  const other = (text: string) =>
    hashed.reduce((all, name) => all.replaceAll(name, `${name.slice(0, -8)}REBUILT${name.at(-1)}`), text);
  for (const name of names.filter((each) => /\.(js|css|html)$/.test(each))) {
    const file = join(folder, name);
    await writeFile(file, other(await readFile(file, 'utf8')).replace(/safelight-page-`,(\w+)=\w+\+`\w+/, '$&2'));
    if (name.startsWith('assets/')) await rename(file, join(folder, other(name)));
  }
}

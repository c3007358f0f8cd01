import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nginx } from '../src/testing/nginx.ts';
import { changeElsewhere, record } from './organising-page.ts';
import { own } from './own-library.ts';
import { expect, expectPixels, test, tile } from './safelight.ts';

/** The block for nginx of docs/network.md, for a path, and without the certificate, which browsers do not ask for on this computer. */
async function belowPath(url: string, path: string): Promise<string> {
  const docs = await readFile(join(import.meta.dirname, '../docs/network.md'), 'utf8');
  const [, block = ''] = /```nginx\n([^]*?)```/.exec(docs) ?? [];
  return block
    .replace('listen 443 ssl;', 'listen 127.0.0.1:$PORT;')
    .replaceAll(/ssl_certificate.*;/g, '')
    .replace('photos.example.org', 'localhost')
    .replace('http://127.0.0.1:4380', url)
    .replace('location / {', `location ${path}/ {`);
}

test('below a path of a proxy, all that the page does stays below it', async ({ page, browser, folder, launch }) => {
  const safelight = await own(page, folder, launch);
  const proxy = await nginx(await belowPath(safelight.url, '/photos'));
  try {
    const base = `http://localhost:${proxy.port}/photos`;
    await safelight.set({ publicAddress: base });
    const pairing = await page.request.post(`${safelight.url}/api/v1/admin/pairings`, {
      headers: { origin: safelight.url },
      data: { name: 'Tablet', scope: 'images:read previews:read images:write' },
    });
    const { url } = (await pairing.json()) as { url: string };
    expect(url.startsWith(`${base}/sign-in?`)).toBe(true);

    const context = await browser.newContext({ serviceWorkers: 'allow' });
    const tablet = await context.newPage();
    const strayed: string[] = [];
    const failed: string[] = [];
    context.on('response', (response) => {
      const { protocol, pathname } = new URL(response.url());
      if (protocol !== 'blob:' && !pathname.startsWith('/photos/')) strayed.push(pathname);
      if (response.status() >= 400) failed.push(`${response.status()} ${pathname}`);
    });
    await tablet.goto(url);
    await expect(tile(tablet, /^harbour-001\.jpg/)).toBeVisible();
    await expect(tablet).toHaveURL(`${base}/`);
    expect(await context.cookies()).toMatchObject([{ path: '/photos', httpOnly: true, sameSite: 'Strict' }]);

    await tile(tablet, /^harbour-001\.jpg/).click();
    await expect(tablet).toHaveURL(`${base}/images/1`);
    await expectPixels(tablet.getByRole('img', { name: /^harbour-001\.jpg/ }), 300);
    await tablet.keyboard.press('4');
    await expect.poll(() => record(page, safelight, 1)).toMatchObject({ rating: 4 });
    await tablet.reload();
    await expect(tablet.getByRole('heading', { name: 'harbour-001.jpg' })).toBeVisible();
    await tablet.keyboard.press('Escape');
    await expect(tablet).toHaveURL(`${base}/`);

    // An event from elsewhere arrives, and the page can be installed.
    await changeElsewhere(page, safelight, 1, { rating: 2 });
    await expect(tile(tablet, 'harbour-001.jpg, 2 stars')).toBeVisible();
    const scope = await tablet.evaluate('navigator.serviceWorker.ready.then(({ scope }) => scope)');
    expect(scope).toBe(`${base}/`);
    expect([strayed, failed]).toEqual([[], []]);
    await context.close();

    await page.goto(`${safelight.url}/settings/network`);
    await page.getByRole('button', { name: 'Test the address' }).click();
    await expect(page.getByText('Pages, changes and events get through.')).toBeVisible();
  } finally {
    await proxy.stop();
  }
});

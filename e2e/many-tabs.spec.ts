/** More tabs of one browser than it has connections to the service: six. */
import type { Page } from '@playwright/test';
import { own } from './own-library.ts';
import { quiet } from './quiet.ts';
import { expect, test, tile } from './safelight.ts';

const TABS = 8;
const FIRST = /^larch-002\.jpg/;

const loaded = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(`[...document.querySelectorAll('main img')].filter((img) => img.naturalWidth > 0).length`),
    )
    .toBeGreaterThanOrEqual(3);

/** As when another tab is brought to the front; to Playwright, all are in sight. */
const setVisibility = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate(
    `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true }); document.dispatchEvent(new Event('visibilitychange'));`,
  );

test('eight tabs show pictures, answer, and hear the news, also once the first is closed', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  const pages = [page];
  for (let tab = 1; tab < TABS; tab++) {
    const another = await page.context().newPage();
    await another.goto(safelight.url);
    pages.push(another);
  }
  for (const each of pages) await loaded(each);
  expect(await page.evaluate(`fetch('/api/v1/images').then(({ status }) => status)`)).toBe(200);

  await page.keyboard.press('Escape');
  await tile(page, FIRST).focus();
  await page.keyboard.press('4');
  for (const each of pages) await expect(tile(each, /^larch-002\.jpg, 4 stars/)).toBeVisible();

  await pages.shift()!.close();
  const [second, ...others] = pages;
  await tile(second!, FIRST).focus();
  await second!.keyboard.press('2');
  for (const each of others) await expect(tile(each, /^larch-002\.jpg, 2 stars/)).toBeVisible();
});

test('a tab out of sight hears nothing, and all that it missed when it is in sight again', async ({
  page,
  folder,
  launch,
}) => {
  const safelight = await own(page, folder, launch);
  const [other, inSight] = [await page.context().newPage(), await page.context().newPage()];
  for (const each of [other, inSight]) {
    await each.goto(safelight.url);
    await loaded(each);
  }
  await quiet(other);
  await setVisibility(other, 'hidden');
  const asked: string[] = [];
  // Parts of the page may still come ahead of their use.
  other.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url());
  });
  await tile(page, FIRST).focus();
  // By the second time, what the first would have led to has been asked for.
  for (const stars of ['4', '5']) {
    const heard = inSight.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/v1/images');
    await page.keyboard.press(stars);
    await heard;
  }
  await expect(tile(inSight, /^larch-002\.jpg, 5 stars/)).toBeVisible();
  expect(asked).toEqual([]);
  await setVisibility(other, 'visible');
  await expect(tile(other, /^larch-002\.jpg, 5 stars/)).toBeVisible();
});

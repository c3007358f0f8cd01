import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { mainThreadTasks } from './main-thread.ts';
import { expect, type Safelight, signIn, test } from './safelight.ts';

const IMAGES = Number(process.env.SAFELIGHT_E2E_IMAGES ?? 100_000);
const LONGEST_TASK_MS = 200;

interface Listed {
  items: { leaf: string; below: number; name: string }[];
}
const listed = async (page: Page, { url }: Safelight, path: string) =>
  (await page.request.get(`${url}/api/v1/${path}`)).json() as Promise<Listed>;

/** The names of the choices, without the counts below them. */
const firstLines = async (options: Locator) =>
  (await options.allInnerTexts()).map((words) => words.trim().split('\n')[0]);

test(`${IMAGES} pictures are walked through without a stop`, async ({ page, folder, launch, browser }) => {
  test.setTimeout(300_000);
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: IMAGES });
  const safelight = await launch(file);
  // The library has no files: one picture is used for all.
  const picture = await sharp({ create: { width: 360, height: 240, channels: 3, background: '#567' } })
    .jpeg()
    .toBuffer();
  await page.route('**/preview?*', (route) => route.fulfill({ body: picture, contentType: 'image/jpeg' }));
  await signIn(page, safelight);
  await page.goto(safelight.url);
  const pictures = page.getByRole('list', { name: 'Pictures', exact: true });
  const words = IMAGES.toLocaleString('en');
  await expect(page.getByRole('status').filter({ hasText: new RegExp(`^${words} pictures$`) })).toBeVisible({
    timeout: 120_000,
  });
  await expect(pictures.getByRole('img').first()).toBeVisible();

  // Every tag can be reached from the top level, and the newest film roll comes first.
  const filters = page.getByRole('group', { name: 'Filters' });
  await filters.getByRole('button', { name: 'Tag', exact: true }).click();
  const tags = page.getByRole('dialog', { name: 'Tag' });
  const leaves = (name: string) =>
    firstLines(tags.getByRole('list', { name, exact: true }).locator(':scope > li > div > button[aria-pressed]'));
  const branches = async (parent: string) => {
    const { items } = await listed(page, safelight, `tags/branches?limit=500${parent}`);
    return items;
  };
  const top = await branches('');
  expect(top.length).toBeGreaterThan(2);
  await expect.poll(() => leaves('Tag')).toEqual(top.map(({ leaf }) => leaf));
  const { leaf } = top.find(({ below }) => below > 0)!;
  await tags.getByRole('button', { name: `Expand ${leaf}`, exact: true }).click();
  const below = (await branches(`&parent=${leaf}`)).map((branch) => branch.leaf);
  await expect.poll(() => leaves(leaf)).toEqual(below.slice(0, 100));
  await page.keyboard.press('Escape');
  await filters.getByRole('button', { name: 'Film roll', exact: true }).click();
  const rolls = page.getByRole('dialog', { name: 'Film roll' });
  const names = async (query: string) => {
    const { items } = await listed(page, safelight, `films?sort_by=last_taken&limit=500${query}`);
    return items.map(({ name }) => name);
  };
  const shownRolls = () => firstLines(rolls.getByRole('listitem').getByRole('button'));
  const newest = await names('');
  expect(newest.length).toBeGreaterThan(200);
  await expect.poll(shownRolls).toEqual(newest.slice(0, 100));
  await rolls.getByRole('button', { name: /^Show more/ }).click();
  await expect.poll(shownRolls).toEqual(newest.slice(0, 200));
  await rolls.getByRole('searchbox').fill('2017-0');
  await expect.poll(shownRolls).toEqual((await names('&search=2017-0')).slice(0, 100));
  await page.keyboard.press('Escape');

  await page.evaluate(`{
    window.frames = [];
    let before = performance.now();
    const frame = (now) => { window.frames.push(now - before); before = now; requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
  }`);

  const tasks = await mainThreadTasks(browser, async () => {
    // With the wheel, pixel by pixel.
    await pictures.hover({ position: { x: 300, y: 200 } });
    for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, 900);
    // With the dates next to it, from one end to the other.
    const dates = page.getByRole('slider', { name: 'Date' });
    const bar = (await dates.boundingBox())!;
    await page.mouse.move(bar.x + 20, bar.y + 15);
    await page.mouse.down();
    for (let step = 1; step <= 60; step++)
      await page.mouse.move(bar.x + 20, bar.y + 15 + ((bar.height - 27) * step) / 60);
    await page.mouse.up();
    await expect(dates).toHaveAttribute('aria-valuenow', '100');
    // With keys, to the very last one and back to the middle.
    await page.mouse.move(400, 400);
    await pictures.getByRole('link').first().focus();
    await page.keyboard.press('End');
    const last = pictures.locator(`[aria-posinset="${IMAGES}"]`);
    await expect(last.getByRole('link')).toBeFocused();
    await expect(last).toBeInViewport();
    for (let press = 0; press < 12; press++) await page.keyboard.press('PageUp');
    await expect(page.locator(':focus')).toBeInViewport();
    await expect(page.locator(':focus').getByRole('img')).toBeVisible();
  });

  const frames = await page.evaluate<number[]>('window.frames');
  frames.sort((one, other) => one - other);
  console.log(
    `${IMAGES} pictures: longest task ${Math.round(Math.max(...tasks))} ms of processor time, ` +
      `frames p50 ${frames[Math.floor(frames.length / 2)]!.toFixed(1)} ms, p99 ${frames[Math.floor(frames.length * 0.99)]!.toFixed(1)} ms`,
  );
  expect(frames.length).toBeGreaterThan(50);
  expect(tasks.length).toBeGreaterThan(100);
  expect(Math.max(...tasks)).toBeLessThan(LONGEST_TASK_MS);
  // Only what is near the window is in the page.
  expect(await pictures.getByRole('link').count()).toBeLessThan(120);

  // Everything can be selected at once.
  await page.keyboard.press('Control+a');
  await expect(page.getByRole('region', { name: 'Selected pictures' })).toContainText(`${words} selected`);
});

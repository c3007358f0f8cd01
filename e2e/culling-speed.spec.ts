import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { blockingTime, mainThreadTasks } from './main-thread.ts';
import { expect, makePictures, signIn, test } from './safelight.ts';
import { quiet } from './quiet.ts';

const PICTURES = 201;
/** As quickly as somebody goes on who has seen enough, in ms. */
const PACE_MS = 200;
const MEDIAN_MS = 50;
/** Or so many times a key that changes nothing, where the machine is busy: two frames cost more there. */
const TIMES_A_BARE_KEY = 3;
const BARE_EVERY = 5;
/** Over 50 ms, all tasks together, in processor time: none on an idle machine; a busy one makes any task take longer. */
const BLOCKED_MS = 100;
/** A machine that is busy may be late now and then; pictures that were not loaded ahead would be late each time. */
const IN_TIME = 0.9;
/** The levels that a window of 1440 × 900 asks for. */
const LEVELS = [
  ['1', 360, 225],
  ['3', 1440, 900],
] as const;

interface Step {
  ms: number;
  /** Frames after the key until the sharp picture was on the page. */
  frames: number;
}

/**
 * From a key to the frame after the one in which the sharp picture of the next image is on the page; and to the second frame after a key that
 * changes nothing.
 */
const WATCH = `
  window.steps = [];
  window.bare = [];
  const shown = () => document.querySelector('main [data-image]:has(img[data-sharp])')?.dataset.image;
  addEventListener('keydown', ({ key, timeStamp }) => {
    if (key === 'Shift')
      requestAnimationFrame(() => requestAnimationFrame((at) => bare.push(at - timeStamp)));
    if (key !== 'ArrowRight') return;
    const before = document.querySelector('main [data-image]')?.dataset.image;
    let frames = 0;
    const look = () => {
      frames++;
      const now = shown();
      if (now === undefined || now === before) requestAnimationFrame(look);
      else requestAnimationFrame((at) => steps.push({ ms: at - timeStamp, frames }));
    };
    requestAnimationFrame(look);
  }, { capture: true });
`;

/** Pictures of 24 megapixels whose previews are there. */
async function libraryWithPreviews(folder: string): Promise<string> {
  const pictures = await makePictures(join(folder, 'Pictures'), PICTURES);
  for (const picture of pictures) Object.assign(picture, { width: 6000, height: 4000, stars: 0 });
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  for (const [level, width, height] of LEVELS) {
    const previews = join(folder, 'data', 'previews', level);
    await mkdir(previews, { recursive: true });
    const model = join(folder, `preview-${level}.jpg`);
    await sharp({ create: { width: Math.round(height * 1.5), height, channels: 3, background: 'grey', noise } })
      .resize({ width, height, fit: 'inside' })
      .jpeg({ quality: 85 })
      .toFile(model);
    for (const { id } of pictures) await copyFile(model, join(previews, `${id}.jpg`));
  }
  return makeLibrary({ folder: join(folder, 'darktable'), images: pictures }).file;
}

const steps = (page: Page) => page.evaluate<Step[]>('steps');
const medianOf = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]!;

test('the next picture is there and sharp with the key, over 200 pictures, and nothing blocks the page', async ({
  page,
  folder,
  launch,
  browser,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const safelight = await launch(await libraryWithPreviews(folder));
  await signIn(page, safelight);
  await page.addInitScript(WATCH);
  // The picture view is loaded in advance, which is one task of its own.
  const picture = page.waitForResponse(/\/assets\/detail-[^/]*\.js$/);
  await page.goto(`${safelight.url}/cull?shown=all`);
  await picture;
  await expect(page.locator('main img[data-sharp]')).toBeVisible();
  await quiet(page);
  const tasks = await mainThreadTasks(browser, async () => {
    for (let step = 1; step < PICTURES; step++) {
      await page.keyboard.press('ArrowRight');
      await expect.poll(async () => (await steps(page)).length, { intervals: [PACE_MS] }).toBe(step);
      if (step % BARE_EVERY === 0) await page.keyboard.press('Shift');
    }
  });
  const taken = await steps(page);
  const sorted = taken.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const median = medianOf(sorted);
  const bare = medianOf(await page.evaluate<number[]>('bare'));
  const inTime = taken.filter(({ frames }) => frames <= 1).length;
  console.log(
    `key to sharp picture: median ${Math.round(median)} ms (a key alone: ${Math.round(bare)} ms), p90 ${Math.round(sorted[Math.floor(sorted.length * 0.9)]!)} ms, ` +
      `${inTime} of ${taken.length} in the first frame, longest tasks ${tasks
        .toSorted((one, other) => other - one)
        .slice(0, 3)
        .map(Math.round)
        .join(', ')} ms of processor time`,
  );
  expect(taken).toHaveLength(PICTURES - 1);
  expect(inTime / taken.length).toBeGreaterThanOrEqual(IN_TIME);
  expect(median).toBeLessThanOrEqual(Math.max(MEDIAN_MS, TIMES_A_BARE_KEY * bare));
  expect(blockingTime(tasks)).toBeLessThan(BLOCKED_MS);
});

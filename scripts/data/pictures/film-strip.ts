/**
 * `npm run film-strip`: drags the exposure of a photograph of the sample library in a real browser with the built program, and puts what is seen
 * meanwhile together as docs/images/live-develop.webp. Needs darktable.
 */
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import playwright from '../../../e2e/playwright.config.ts';
import { startSafelight } from '../../../e2e/safelight.ts';

const file = join(import.meta.dirname, '../../..', 'docs', 'images', 'live-develop.webp');
const WINDOW = { width: 1200, height: 675 };
const FRAME = { width: 720, height: 405 };
const COLUMNS = 3;
const GAP = 12;
const QUALITY = 78;
/** A lake below mountains, with an exposure. */
const IMAGE = 7;
/** The slider spans what darktable lets people drag; half of the knob stays on the track at either end. */
const [LEAST_EV, MOST_EV] = [-3, 4];
const KNOB = 14;

const safelight = await startSafelight();
const browser = await chromium.launch(playwright.use?.launchOptions);
try {
  await safelight.command('settings', 'set', 'renderer', 'darktable-cli');
  const page = await (await browser.newContext({ viewport: WINDOW, colorScheme: 'dark', locale: 'en-US' })).newPage();
  const frames = await drag(page);
  await strip(frames);
} finally {
  await browser.close();
  await safelight.remove();
}

/** Six moments of one drag. */
async function drag(page: Page): Promise<Buffer[]> {
  await page.goto(await safelight.signInLink());
  await page.getByRole('button', { name: 'Close this message' }).click();
  const opened = page.waitForResponse(/\/render$/);
  await page.goto(`${safelight.url}/images/${IMAGE}?panel=develop`);
  await opened;
  await page.getByText('rendered by darktable').waitFor();
  await page.getByRole('button', { name: 'exposure', exact: true }).first().click();
  const slider = page.getByRole('slider', { name: 'exposure', exact: true });
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await slider.boundingBox())!;
  const moveToShare = (share: number) =>
    page.mouse.move(x + KNOB / 2 + (width - KNOB) * share, y + height / 2, { steps: 1 });
  const moveTo = (ev: number) => moveToShare((ev - LEAST_EV) / (MOST_EV - LEAST_EV));
  const isDraft = page.getByText('Draft', { exact: true });
  const frames = [await page.screenshot()];
  await moveToShare(Number(await slider.inputValue()));
  await page.mouse.down();
  for (const ev of [1, -1.4]) {
    // The exact picture waits until the draft is taken.
    const { promise: isTaken, resolve: goOn } = Promise.withResolvers<null>();
    await page.route(/\/render$/, async (route) => {
      if (route.request().postData()?.includes('"draft":false')) await isTaken;
      await route.continue().catch(() => undefined);
    });
    await moveTo(ev);
    await isDraft.waitFor();
    frames.push(await page.screenshot());
    goOn(null);
    await page.unroute(/\/render$/);
    await isDraft.waitFor({ state: 'detached' });
  }
  frames.push(await page.screenshot());
  await page.mouse.up();
  await page.getByText('Saved. Rendering').waitFor();
  frames.push(await page.screenshot());
  await page.getByText('Saved. The picture is up to date.').waitFor();
  frames.push(await page.screenshot());
  return frames;
}

async function strip(frames: readonly Buffer[]): Promise<void> {
  const rows = Math.ceil(frames.length / COLUMNS);
  const small = await Promise.all(
    frames.map((frame) => sharp(frame).resize(FRAME.width, FRAME.height).png().toBuffer()),
  );
  await sharp({
    create: {
      width: COLUMNS * FRAME.width + (COLUMNS - 1) * GAP,
      height: rows * FRAME.height + (rows - 1) * GAP,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    },
  })
    .composite(
      small.map((input, at) => ({
        input,
        left: (at % COLUMNS) * (FRAME.width + GAP),
        top: Math.floor(at / COLUMNS) * (FRAME.height + GAP),
      })),
    )
    .webp({ quality: QUALITY })
    .toFile(file);
}

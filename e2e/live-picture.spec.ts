/** Pictures that follow the hand, made by the real darktable. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dng } from '../src/testing/pictures/dng.ts';
import type { Pixels } from '../src/testing/pictures/jpeg.ts';
import type { ModuleEntry } from '../src/contract/modules.ts';
import { exposureParams, packParams } from '../src/testing/pictures/params.ts';
import { colourQuarters } from '../src/testing/pictures/pixels.ts';
import { expectNoFindings } from './findings.ts';
import { expect, expectPixels } from './safelight.ts';
import { developPage, type SharedSafelight, startShared, test } from './shared-safelight.ts';
import { sharpness, stripes } from './stripes.ts';

const WIDTH = 2400;
const HEIGHT = 1600;

/** A raw picture with an exposure of `ev`, and `earlier` ones in its history; Safelight renders. The page shows it, ready to be developed. */
async function developing(
  page: Page,
  rendering: SharedSafelight,
  {
    ev = 0,
    earlier = [],
    pixels = colourQuarters(WIDTH, HEIGHT),
  }: { ev?: number; earlier?: readonly number[]; pixels?: Pixels } = {},
): Promise<void> {
  const id = await rendering.add(async (film) => {
    await writeFile(join(film, 'quarters.dng'), dng(pixels));
    const history = [...earlier, ev].map((each) => ({
      operation: 'exposure',
      module: 6,
      params: exposureParams(each),
    }));
    return { filename: 'quarters.dng', raw: true, width: WIDTH, height: HEIGHT, history };
  });
  await page.addInitScript(EYES);
  await page.goto(await rendering.signInLink(developPage(id)));
  await expectPixels(picture(page));
  await page.getByRole('button', { name: 'exposure', exact: true }).click();
}

/** What lies on top. */
const picture = (page: Page) => page.getByRole('main').getByRole('img', { name: /^quarters\.dng/ });
const slider = (page: Page) => page.getByRole('slider', { name: 'exposure', exact: true });
const note = (page: Page) => page.getByRole('status').filter({ hasText: /^Sav/ });

interface Shown {
  /** Pixels of the JPEG. */
  width: number;
  /** Mean of the green ones. */
  light: number;
}

/** Runs in the page. `shown()`: the picture of that name that lies on top; `seen`: its light in each frame since `watch()`. */
const EYES = `
  window.shown = (name = 'quarters.dng') => {
    const image = [...document.querySelectorAll('main img')].findLast(({ alt }) => alt.startsWith(name));
    if (!image?.complete) return { width: 0, light: -1 };
    const context = new OffscreenCanvas(30, 20).getContext('2d');
    context.drawImage(image, 0, 0, 30, 20);
    const { data } = context.getImageData(0, 0, 30, 20);
    let sum = 0;
    for (let at = 1; at < data.length; at += 4) sum += data[at];
    return { width: image.naturalWidth, light: sum / (data.length / 4) };
  };
  window.seen = [];
  window.watch = () => { seen.push(shown().light); requestAnimationFrame(watch); };
`;
const look = (page: Page) => page.evaluate<Shown>('shown()');
const light = async (page: Page) => (await look(page)).light;

/** Requests of the page that store something. */
function countStores(page: Page): { count: number } {
  const stores = { count: 0 };
  page.on('request', (request) => {
    if (request.method() === 'PATCH') stores.count++;
  });
  return stores;
}

/** The track spans what darktable lets people drag. */
const [LEAST_EV, MOST_EV] = [-3, 4];
/** Half of the knob stays on the track at either end. */
const KNOB = 14;

/** Presses on the slider's knob at `ev`; what it returns drags it. */
async function hold(page: Page, ev = 0): Promise<(ev: number) => Promise<void>> {
  await slider(page).scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await slider(page).boundingBox())!;
  const share = (at: number) => (at - LEAST_EV) / (MOST_EV - LEAST_EV);
  const moveTo = (at: number) =>
    page.mouse.move(x + KNOB / 2 + (width - KNOB) * share(at), y + height / 2, { steps: 4 });
  await moveTo(ev);
  await page.mouse.down();
  return moveTo;
}

test('the present picture is beside any step of its history, with a divider to drag', async ({ page, rendering }) => {
  await developing(page, rendering, { earlier: [2, 0], ev: -1 });
  await page.locator('summary', { hasText: 'history' }).click();
  const present = await light(page);
  const before = page.getByRole('img', { name: 'Before' });
  const beforeLight = async () => (await page.evaluate<Shown>("shown('Before')")).light;
  const compare = (step: number) =>
    page.getByRole('button', { name: `Before and after: compare with step ${step}`, exact: true });
  await compare(2).click();
  await expect(before).toBeVisible();
  await expect.poll(beforeLight).toBeGreaterThan(present + 15);
  const middle = await beforeLight();
  await compare(1).click();
  await expect.poll(beforeLight).toBeGreaterThan(middle + 15);
  // In one drag, from the picture as it is to all of the earlier one.
  const divider = page.getByRole('slider', { name: 'Divider between before and after' });
  const { x, y, width, height } = (await picture(page).boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.9, y + height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(divider).toHaveAttribute('aria-valuenow', '90');
  expect(Math.abs((await light(page)) - present)).toBeLessThan(2);
  await expectNoFindings(page);
  await compare(1).click();
  await expect(divider).toHaveCount(0);
  // As long as the mouse rests on a step, its picture is shown.
  await page.getByRole('button', { name: /^2\s*exposure/ }).hover();
  await expect(page.getByText('Step 2', { exact: true })).toBeVisible();
  await expect.poll(beforeLight).toBeGreaterThan(present + 15);
  await page.mouse.move(0, 0);
  await expect(before).toHaveCount(0);
});

test('a module of an older version has its panel, as darktable converts it; the first edit stores it so, and undo takes both back', async ({
  page,
  rendering,
}) => {
  const id = await rendering.add(async (film) => {
    await writeFile(join(film, 'quarters.dng'), dng(colourQuarters(WIDTH, HEIGHT)));
    const velvia = { operation: 'velvia', module: 1, params: packParams('ffff', 100, 50, 0.5, 0.5) };
    return { filename: 'quarters.dng', raw: true, width: WIDTH, height: HEIGHT, history: [velvia] };
  });
  await page.goto(await rendering.signInLink(developPage(id)));
  const velvia = page.getByRole('button', { name: 'velvia', exact: true });
  await velvia.click();
  const strength = page.getByRole('spinbutton', { name: 'strength' });
  await expect(page.getByText('An older darktable stored this')).toBeVisible();
  await expect(strength).toHaveValue('50.00%');
  await expectNoFindings(page);
  const version = async () => {
    const answer = await page.request.get(`${rendering.url}/api/v1/images/${id}/modules/velvia`);
    return ((await answer.json()) as ModuleEntry).module_version;
  };
  expect(await version()).toBe(1);
  await strength.fill('80');
  await strength.press('Enter');
  await expect(strength).toHaveValue('80.00%');
  await expect.poll(version).toBe(2);
  await expect(page.getByText('An older darktable stored this')).toHaveCount(0);
  await page.getByRole('button', { name: 'Edits of this visit' }).click();
  const visit = page.getByRole('dialog', { name: 'Edits of this visit' }).getByRole('listitem');
  await expect(visit).toHaveText([
    '2velvia strength 80.00%',
    '1velvia taken over from an older darktable',
    '0as opened',
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'undo', exact: true }).click();
  await page.getByRole('button', { name: 'undo', exact: true }).click();
  await expect.poll(version).toBe(1);
});

for (const [name, viewport] of [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test('the picture follows the slider, is exact at rest, and is stored once when the hand lifts', async ({
      page,
      rendering,
    }) => {
      await developing(page, rendering);
      const stores = countStores(page);
      const before = await look(page);

      const moveTo = await hold(page);
      await moveTo(1.44);
      await expect.poll(() => light(page)).toBeGreaterThan(before.light + 15);
      // At rest: a pixel for each of the screen's.
      const { width } = (await picture(page).boundingBox())!;
      await expect.poll(async () => Math.abs((await look(page)).width - width)).toBeLessThanOrEqual(1);
      const bright = await look(page);
      await moveTo(-1.44);
      await expect.poll(() => light(page)).toBeLessThan(before.light - 15);
      await moveTo(1.44);
      await expect.poll(() => light(page)).toBeGreaterThan(bright.light - 2);
      expect(stores.count).toBe(0);
      await expect(picture(page)).toBeInViewport({ ratio: 0.99 });
      await expectNoFindings(page);

      await page.evaluate('watch()');
      await page.mouse.up();
      await expect(note(page)).toHaveText('Saved. The picture is up to date.');
      // The stored preview has taken over.
      await expect.poll(async () => (await look(page)).width).toBe(before.width);
      expect(await page.evaluate<number>('Math.min(...seen)')).toBeGreaterThan(before.light + 15);
      expect(stores.count).toBe(1);
    });
  });
}

test.describe('before and after', () => {
  const before = (page: Page) => page.getByRole('main').getByRole('img', { name: 'Before' });
  const lightOfBefore = (page: Page) => page.evaluate<number>("shown('Before').light");

  test('without an edit made here, B shows the picture without any edit; after one, the picture as it was opened', async ({
    page,
    rendering,
  }) => {
    await developing(page, rendering, { ev: -2 });
    const opened = await light(page);
    await page.keyboard.down('b');
    await expect(before(page)).toBeVisible();
    await expect.poll(() => lightOfBefore(page)).toBeGreaterThan(opened + 15);
    await page.keyboard.up('b');
    await expect(before(page)).toHaveCount(0);

    const moveTo = await hold(page, -2);
    await moveTo(0);
    await page.mouse.up();
    await expect.poll(() => light(page)).toBeGreaterThan(opened + 15);
    await expect(note(page)).toHaveText('Saved. The picture is up to date.');
    await page.keyboard.press('z');
    await page.getByRole('button', { name: 'Before', exact: true }).hover();
    await page.mouse.down();
    await expect.poll(async () => Math.abs((await lightOfBefore(page)) - opened)).toBeLessThan(10);
    await page.mouse.up();
    await expect(before(page)).toHaveCount(0);
  });
});

test.describe('at 100 %', () => {
  test('tiles have the real pixels, come as the picture is moved, and never blur back while it is edited', async ({
    page,
    rendering,
  }) => {
    const asked: string[] = [];
    const dropped: string[] = [];
    const isTile = (url: string) => /\/tiles\/\d+\//.test(url);
    page.on('request', (request) => isTile(request.url()) && asked.push(request.url()));
    page.on('requestfailed', (request) => isTile(request.url()) && dropped.push(request.url()));
    await developing(page, rendering, { pixels: stripes(WIDTH, HEIGHT) });

    const { promise: gate, resolve: open } = Promise.withResolvers<null>();
    await page.route(/\/tiles\/\d+\//, async (route) => {
      await gate;
      await route.continue().catch(() => undefined);
    });
    await page.keyboard.press('z');
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    const blurred = await sharpness(page);
    // Out of sight: no longer wanted.
    for (let step = 0; step < 8; step++) await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => dropped.length).toBeGreaterThan(0);
    open(null);
    await expect.poll(() => sharpness(page)).toBeGreaterThan(2 * blurred);
    const here = new Set(asked);
    for (let step = 0; step < 12; step++) await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => asked.some((url) => !here.has(url))).toBe(true);
    await expect.poll(() => sharpness(page)).toBeGreaterThan(2 * blurred);

    const moveTo = await hold(page);
    await moveTo(1.08);
    // Drafts may be coarser, what comes at rest may not.
    await expect(page.getByText('Draft')).toHaveCount(0);
    await expect.poll(() => sharpness(page)).toBeGreaterThan(2 * blurred);
    await page.mouse.up();
    const seen: number[] = [];
    await expect
      .poll(
        async () => {
          seen.push(await sharpness(page));
          return note(page).textContent();
        },
        { intervals: [20] },
      )
      .toBe('Saved. The picture is up to date.');
    for (let more = 0; more < 10; more++) seen.push(await sharpness(page));
    expect(Math.min(...seen)).toBeGreaterThan(2 * blurred);
    await expect(page.getByTitle('Fit (Z)')).toHaveText('100 %');
    await expectNoFindings(page);
  });
});

test("where no darktable can stay loaded, the panel says why in the reader's language, and works as before", async ({
  page,
  folder,
  launch,
  allowedComplaints,
}) => {
  allowedComplaints.push(/503 \(Service Unavailable\)/);
  // Another place than that of its program library.
  const programs = join(folder, 'programs');
  await mkdir(programs);
  for (const name of ['darktable', 'darktable-cli'])
    await writeFile(join(programs, name), `#!/bin/sh\nexec /usr/bin/${name} "$@"\n`, { mode: 0o755 });
  await developing(page, await startShared(folder, 'darktable-cli', (library) => launch(library, undefined, programs)));
  await expect(page.getByText('Pictures do not follow the sliders here')).toContainText(
    'its program library was not found beside darktable-cli',
  );
  const stores = countStores(page);
  const before = await look(page);
  const moveTo = await hold(page);
  await moveTo(1.44);
  await page.mouse.up();
  await expect(note(page)).toHaveText('Saved. The picture is up to date.');
  await expect.poll(() => light(page)).toBeGreaterThan(before.light + 15);
  expect(stores.count).toBe(1);
  await expectNoFindings(page);

  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.reload();
  await expect(page.getByText('Das Bild folgt den Reglern hier nicht')).toContainText(
    'Auf diesem Rechner kann kein darktable Bilder sofort entwickeln.',
  );
});

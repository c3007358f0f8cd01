/**
 * Pictures of modules, ours beside those of a real darkroom, on the raw picture of the sample: the panel of an installed darktable on a
 * screen of its own, with one module open; then the page on the library that it left.
 *
 *   node scripts/data/pictures/darkroom-screenshots.ts [--to FOLDER] [MODULE…]      without one: ten of those that people use most
 *
 * Writes MODULE.webp, darktable on the left, into the folder, else into docs/images/develop. Needs darktable, Xvfb, dbus-daemon, a browser and the built program.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import playwright from '../../../e2e/playwright.config.ts';
import { startSafelight } from '../../../e2e/safelight.ts';
import { panelModule } from '../../../src/darktable/panels.ts';
import { assetsDir } from '../../../src/platform/package-files.ts';
import { makeRealLibrary, startDarktable } from '../../../src/testing/real-darktable.ts';
import { quiet } from '../../../e2e/quiet.ts';

const MODULES = [
  'exposure',
  'temperature',
  'channelmixerrgb',
  'filmicrgb',
  'colorbalancergb',
  'toneequal',
  'crop',
  'lens',
  'denoiseprofile',
  'diffuse',
];
/** Tall enough for the longest of them. */
const [WIDTH, HEIGHT] = [1280, 1400];
/** darktable's right panel without the histogram: its distance from the right, its top, width and height. */
const PANEL = { right: 298, top: 50, width: 290, height: 1190 };

const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true });
const modules = positionals.length > 0 ? positionals : MODULES;
const target = values.to ?? join(import.meta.dirname, '../../../docs/images/develop');
const darkrooms = new Map<string, Buffer>();
const folder = mkdtempSync(join(tmpdir(), 'safelight-darkroom-'));
mkdirSync(target, { recursive: true });
try {
  const picture = join(folder, 'picture.dng');
  copyFileSync(join(assetsDir, 'sample', 'photos', '2019-10 Northern Spain', 'DSCF0290.dng'), picture);
  const library = await inDarkroom(picture);
  await inBrowser(library);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Takes the modules' pictures in the darkroom, which switches them on, and returns its library. */
async function inDarkroom(picture: string): Promise<string> {
  const { configDir, cacheDir, library } = await makeRealLibrary({ folder, pictures: [picture] });
  const conf = {
    'darkroom/ui/single_module': 'TRUE',
    'darkroom/ui/scroll_to_module': 'TRUE',
    'plugins/darkroom/histogram/panel_position': 'left',
    // Without a window manager nobody else makes it fill the screen.
    'ui_last/window_x': '0',
    'ui_last/window_y': '0',
    'ui_last/window_w': `${WIDTH}`,
    'ui_last/window_h': `${HEIGHT}`,
  };
  await using darktable = await startDarktable({ configDir, cacheDir, conf, screen: `${WIDTH}x${HEIGHT}` });
  const { lua } = darktable;
  await lua('darktable.gui.selection({ darktable.database.get_image(1) })');
  await lua('darktable.control.sleep(500)');
  await lua('darktable.gui.current_view(darktable.gui.views.darkroom)');
  await lua('darktable.control.sleep(2500)');
  for (const module of modules) {
    const switchOn = () => lua(`return darktable.gui.action("iop/${module}", 0, "enable", "on", 1.0)`);
    // 4.2.1 switches a module that is on off.
    if (Number(await switchOn()) === 0) await switchOn();
    await lua(`darktable.gui.action("iop/${module}", 0, "show", "", 1.0)`);
    // The panel slides open, and the picture is rendered again.
    await lua('darktable.control.sleep(4000)');
    const { data, width, height } = pixels(await darktable.screen());
    const panel = sharp(data, { raw: { width, height, channels: 3 } }).extract({
      left: width - PANEL.right,
      top: PANEL.top,
      width: PANEL.width,
      height: PANEL.height,
    });
    const { top, bottom } = openModule(await panel.raw().toBuffer());
    const box = { left: 0, top, width: PANEL.width, height: bottom - top };
    darkrooms.set(
      module,
      await sharp(await panel.png().toBuffer())
        .extract(box)
        .png()
        .toBuffer(),
    );
  }
  await lua('darktable.gui.current_view(darktable.gui.views.lighttable)');
  await lua('darktable.control.sleep(1000)');
  await darktable.quit();
  return library;
}

/** Where the open module stands in the panel: what is below a head is lighter than the heads, also where it has no control. */
function openModule(panel: Buffer): { top: number; bottom: number } {
  const MARGIN = { left: 1, right: 6 };
  const [SEARCH, HEAD, GAP] = [70, 34, 4];
  const lightness = (y: number) => {
    const of = (x: number) => panel[(y * PANEL.width + x) * 3]!;
    let sum = 0;
    for (let x = MARGIN.left; x < MARGIN.right; x++) sum += of(x);
    return sum / (MARGIN.right - MARGIN.left);
  };
  let longest = { top: 0, bottom: 0 };
  let run = { top: 0, bottom: 0 };
  for (let y = SEARCH; y < PANEL.height; y++) {
    if (lightness(y) < 110) continue;
    run = y - run.bottom > GAP ? { top: y, bottom: y } : { ...run, bottom: y };
    if (run.bottom - run.top > longest.bottom - longest.top) longest = run;
  }
  return { top: Math.max(0, longest.top - HEAD), bottom: longest.bottom };
}

/** Takes the same modules' pictures in the page, and lays both side by side. */
async function inBrowser(library: string): Promise<void> {
  const safelight = await startSafelight({ library });
  const browser = await chromium.launch(playwright.use?.launchOptions);
  try {
    const page = await browser.newPage({
      viewport: { width: WIDTH, height: 1600 },
      colorScheme: 'dark',
      locale: 'en-US',
    });
    await page.goto(await safelight.signInLink());
    for (const module of modules) {
      await page.goto(`${safelight.url}/images/1?panel=develop`);
      await page.getByText(/^Applied automatically/).click();
      const name = panelModule(module)!.name;
      await page.getByRole('button', { name, exact: true }).first().click();
      const row = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name, exact: true, expanded: true }) });
      await row.waitFor();
      // What darktable has as its defaults, and the presets of the camera, arrive.
      await quiet(page);
      await page.mouse.move(1, 1);
      const darkroom = darkrooms.get(module)!;
      const file = join(target, `${module}.webp`);
      await sharp(await beside(darkroom, await row.screenshot()))
        .webp({ quality: 85 })
        .toFile(file);
      console.log(file);
    }
  } finally {
    await browser.close();
    await safelight.remove();
  }
}

async function beside(left: Buffer, right: Buffer): Promise<Buffer> {
  const GAP = 16;
  const sizes = await Promise.all([left, right].map((one) => sharp(one).metadata()));
  const [width, height] = [sizes[0]!.width + GAP + sizes[1]!.width, Math.max(...sizes.map((size) => size.height))];
  return sharp({ create: { width, height, channels: 3, background: '#3c3c3c' } })
    .composite([
      { input: left, left: 0, top: 0 },
      { input: right, left: sizes[0]!.width + GAP, top: 0 },
    ])
    .png()
    .toBuffer();
}

/** The pixels of an X window dump of 32 bits, blue first (XWDFile.h). */
function pixels(dump: Buffer): { data: Buffer; width: number; height: number } {
  const word = (index: number) => dump.readUInt32BE(index * 4);
  const [width, height, line] = [word(4), word(5), word(12)];
  const begin = word(0) + word(19) * 12;
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = begin + y * line + x * 4;
      const to = (y * width + x) * 3;
      data[to] = dump[from + 2]!;
      data[to + 1] = dump[from + 1]!;
      data[to + 2] = dump[from]!;
    }
  }
  return { data, width, height };
}

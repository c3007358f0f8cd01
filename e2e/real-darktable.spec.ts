/** The page, the program and a real darktable on one desktop, from the plugin to the picture using only clicks. */
import { appendFileSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { runningDarktable } from '../src/darktable/running.ts';
import { type DesktopSession, startDesktopSession } from '../src/testing/desktop-session.ts';
import { jpeg } from '../src/testing/pictures/jpeg.ts';
import { exposureParams } from '../src/testing/pictures/params.ts';
import { colourQuarters } from '../src/testing/pictures/pixels.ts';
import { sidecarPath, xmpSidecar } from '../src/testing/pictures/xmp-sidecar.ts';
import { makeRealLibrary } from '../src/testing/real-darktable.ts';
import { startTrayHost, type TrayHost } from '../src/testing/status-notifier-host.ts';
import { expect, expectPixels, test } from './safelight.ts';

const desktop: { session?: DesktopSession; panel?: TrayHost } = {};
let library = '';

test.beforeAll(async () => {
  desktop.session = await startDesktopSession({ screen: '1280x800x24' });
  desktop.panel = await startTrayHost(desktop.session.bus);
});
test.afterEach(() => endDarktable());
test.afterAll(async () => {
  await desktop.panel?.close();
  await desktop.session?.stop();
});

test('the plugin is installed, darktable started, a picture made brighter and taken back, all by clicks', async ({
  page,
  folder,
  launch,
}) => {
  // Two starts of darktable and three pictures, perhaps on a busy machine.
  test.setTimeout(400_000);
  library = await photographedLibrary(folder);
  const safelight = await launch(library, desktop.session!.env);
  await page.goto(await safelight.signInLink('/settings/plugin'));
  await page.getByRole('button', { name: 'Install the plugin' }).click();
  await expect(page.getByRole('button', { name: 'Uninstall' })).toBeVisible();
  await startByButton(page);

  await page.goto(`${safelight.url}/images/1?panel=develop`);
  const picture = page.getByRole('img', { name: /^quarters\.jpg/ }).first();
  await expectPixels(picture);
  await page.getByRole('button', { name: 'Refresh the preview' }).click();
  await expect(page.getByText('rendered by darktable')).toBeVisible();
  // It lies over a corner of the picture.
  await expect(page.getByText('New preview requested')).toBeHidden();
  const first = await brightness(picture);

  await page.getByRole('button', { name: 'exposure', exact: true }).click();
  const field = page.getByRole('spinbutton', { name: 'exposure', exact: true });
  await expect(field).toHaveValue('+0.000 EV');
  await field.fill('1');
  await field.press('Enter');
  const note = page.getByRole('status').filter({ hasText: /^Saved/ });
  await expect(note).toHaveText('Saved. The picture is up to date.');
  await expect.poll(() => brightness(picture)).toBeGreaterThan(first + 20);
  // darktable 5 writes sidecars a little later.
  await expect.poll(() => sidecarExposure(join(folder, 'Pictures', 'quarters.jpg'))).toBe(1);

  await page.getByRole('button', { name: 'Undo the last change of exposure', exact: true }).click();
  await expect(field).toHaveValue('+0.000 EV');
  await expect.poll(async () => Math.abs((await brightness(picture)) - first)).toBeLessThan(1);
});

/** One picture with an exposure of 0 EV, imported by the real darktable, which is then closed. */
async function photographedLibrary(folder: string): Promise<string> {
  const file = join(folder, 'Pictures', 'quarters.jpg');
  await mkdir(join(folder, 'Pictures'));
  await writeFile(file, await jpeg(colourQuarters(1200, 800)));
  const history = [{ operation: 'exposure', version: 6, params: exposureParams(0) }];
  await writeFile(sidecarPath(file), xmpSidecar({ history }));
  const real = await makeRealLibrary({ folder: join(folder, 'darktable'), pictures: [file] });
  appendFileSync(join(real.configDir, 'darktablerc'), 'opencl=FALSE\nwrite_sidecar_files=after edit\n');
  return real.library;
}

/**
 * Starts darktable like a photographer, and again when it hangs: 4.2.1 freezes in about one of 30 starts (see
 * `untilItStands` in src/testing/real-darktable.ts).
 */
async function startByButton(page: Page): Promise<void> {
  const isReady = page.getByRole('region', { name: 'Plugin' }).getByText('darktable is ready');
  for (let attempt = 1; ; attempt++) {
    await page.getByRole('button', { name: 'Start darktable' }).click();
    await expect(page.getByText('darktable is starting.')).toBeVisible();
    try {
      await expect(isReady).toBeVisible();
      return;
    } catch (error) {
      if (attempt === 3) throw error;
      endDarktable();
    }
  }
}

/** Like a crash: it belongs to this test alone. */
function endDarktable(): void {
  const running = runningDarktable(library);
  if (running) process.kill(running.pid, 'SIGKILL');
}

/** Mean brightness of the picture on the page, 0 to 255. */
async function brightness(picture: Locator): Promise<number> {
  let shown: Buffer | undefined;
  // A picture gives way to the next one while it is taken.
  await expect(async () => {
    shown = await picture.screenshot();
  }).toPass();
  const { channels } = await sharp(shown).stats();
  return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean, 0) / 3;
}

/** The exposure in EV of the newest step in the sidecar that darktable wrote. */
function sidecarExposure(picture: string): number {
  const steps = readFileSync(sidecarPath(picture), 'utf8')
    .split('<rdf:li')
    .filter((item) => item.includes('darktable:operation="exposure"'));
  const params = /darktable:params="([0-9a-f]+)"/.exec(steps.at(-1) ?? '')?.[1];
  // It is written at this moment.
  return params === undefined ? NaN : Buffer.from(params, 'hex').readFloatLE(8);
}

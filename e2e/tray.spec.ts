/** The page and the tray show the same Safelight: the whole program with its own screen and session bus. */
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DesktopSession, startDesktopSession } from '../src/testing/desktop-session.ts';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { trayHand } from '../src/testing/tray-hand.ts';
import { startTrayHost, type TrayHost } from '../src/testing/status-notifier-host.ts';
import { expect, makePictures, test, tile } from './safelight.ts';

const desktop: { session?: DesktopSession; panel?: TrayHost } = {};

test.beforeAll(async () => {
  desktop.session = await startDesktopSession();
  desktop.panel = await startTrayHost(desktop.session.bus);
});
test.afterAll(async () => {
  await desktop.panel?.close();
  await desktop.session?.stop();
});

test('another path for a queue on the page: the tray counts there, and there the next job is put', async ({
  page,
  folder,
  launch,
}) => {
  const pictures = await makePictures(join(folder, 'Pictures'), 3);
  const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
  const safelight = await launch(file, desktop.session!.env);
  const tray = trayHand(desktop.panel!);
  await tray.sees('Refresh queue: 0');

  const moved = join(folder, 'elsewhere', 'wanted.queue');
  await mkdir(join(folder, 'elsewhere'));
  await page.goto(await safelight.signInLink('/settings/rendering'));
  const path = page.getByRole('textbox', { name: 'Refresh queue' });
  await path.fill(moved);
  await path.press('Enter');
  await expect(page.locator('[data-setting]').filter({ has: path }).getByText('Saved', { exact: true })).toBeVisible();
  await appendFile(moved, '1\n2\n');
  await tray.sees('Refresh queue: 2');

  await page.goto(safelight.url);
  await tile(page, pictures[2]!.filename!).click();
  await page.getByRole('button', { name: 'Refresh the preview' }).click();
  await tray.sees('Refresh queue: 3');
  expect(await readFile(moved, 'utf8')).toBe('1\n2\n3\n');
  await tray.click('☐ Read-only mode', () => true as const);
  await page.goto(`${safelight.url}/settings/library`);
  await expect(page.getByRole('switch', { name: 'Read-only mode' })).toBeChecked();
});

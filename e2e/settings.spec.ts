import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startDarktableProcess } from '../src/testing/darktable-process.ts';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { expectNoFindings } from './findings.ts';
import { own } from './own-library.ts';
import { expect, makePictures, type Safelight, signIn, test } from './safelight.ts';
import { quiet } from './quiet.ts';

const storedSettings = async ({ dataDir }: Safelight) =>
  JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8')) as Record<string, unknown>;

const setting = (page: Page, title: string) => page.locator('[data-setting]').filter({ hasText: title });

test.describe('settings', () => {
  test('a change is stored, and shows at once on another page', async ({ page, context, folder, launch }) => {
    const safelight = await own(page, folder, launch);
    await page.goto(`${safelight.url}/settings/rendering`);
    const other = await context.newPage();
    await other.goto(`${safelight.url}/settings/rendering`);
    await expect(other.getByRole('textbox', { name: 'JPEG quality of exports' })).toHaveValue('95');

    const quality = page.getByRole('textbox', { name: 'JPEG quality of exports' });
    await quality.fill('82');
    await quality.press('Enter');
    await expect(setting(page, 'JPEG quality of exports').getByText('Saved', { exact: true })).toBeVisible();
    expect(await storedSettings(safelight)).toMatchObject({ exportQuality: 82 });
    await expect(other.getByRole('textbox', { name: 'JPEG quality of exports' })).toHaveValue('82');

    await page.getByRole('checkbox', { name: /^Largest/ }).click();
    await expect.poll(async () => (await storedSettings(safelight)).previewLevels).toEqual([0, 1, 2, 3, 4, 5]);
    await page.getByRole('button', { name: 'JPEG quality of exports: Reset to 95' }).click();
    await expect(quality).toHaveValue('95');
  });

  test('a change on the command line shows at once', async ({ page, folder, launch }) => {
    const safelight = await own(page, folder, launch);
    await page.goto(`${safelight.url}/settings/library`);
    const readOnly = page.getByRole('switch', { name: 'Read-only mode' });
    await expect(readOnly).not.toBeChecked();
    await safelight.command('settings', 'set', 'readOnly', 'true');
    await expect(readOnly).toBeChecked();
  });

  test('a bad value is named beside its field, and nothing is stored', async ({
    page,
    folder,
    launch,
    allowedComplaints,
  }) => {
    allowedComplaints.push(/400 \(Bad Request\)/);
    const safelight = await own(page, folder, launch);
    await page.goto(`${safelight.url}/settings/rendering`);
    const quality = page.getByRole('textbox', { name: 'JPEG quality of previews' });
    await quality.fill('101');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(setting(page, 'JPEG quality of previews').getByRole('alert')).toHaveText('Must be at most 100');
    await expect(quality).toHaveAttribute('aria-invalid', 'true');
    await expect(quality).toHaveValue('101');
    await quality.press('Escape');
    await expect(quality).toHaveValue('90');
    await expect(setting(page, 'JPEG quality of previews').getByRole('alert')).toHaveCount(0);

    const queue = page.getByRole('textbox', { name: 'Refresh queue' });
    await queue.fill(join(folder, 'darktable', 'library.db', 'refresh.queue'));
    await queue.press('Enter');
    await expect(setting(page, 'Refresh queue').getByRole('alert')).toContainText('cannot be written');
    expect(await storedSettings(safelight)).not.toHaveProperty('refreshQueue');
  });

  test('German says it in German, complaints included', async ({ browser, folder, launch }) => {
    const context = await browser.newContext({ locale: 'de-DE' });
    const page = await context.newPage();
    const safelight = await own(page, folder, launch);
    await page.goto(`${safelight.url}/settings/rendering`);
    await expect(page.getByRole('heading', { name: 'Vorschau und Export', level: 1 })).toBeVisible();
    const quality = page.getByRole('textbox', { name: 'JPEG-Qualität der Exporte' });
    await quality.fill('0');
    await quality.press('Enter');
    await expect(setting(page, 'JPEG-Qualität der Exporte').getByRole('alert')).toHaveText('Mindestens 1');

    await page.goto(`${safelight.url}/settings/plugin`);
    await page.getByRole('button', { name: 'Plugin installieren' }).click();
    await expect(page.getByText('Das Plugin ist installiert.')).toBeVisible();
    const plugin = page.getByRole('region', { name: 'Plugin' });
    await expect(plugin.getByRole('status')).toContainText('darktable');
    await expect(plugin.locator('[lang=en]')).toHaveCount(0);
    await context.close();
  });

  test('another port takes the page along', async ({ page, folder, launch, allowedComplaints }) => {
    allowedComplaints.push(/ERR_|Failed to load/);
    const safelight = await own(page, folder, launch);
    await page.goto(`${safelight.url}/settings/network`);
    const port = page.getByRole('textbox', { name: 'Port', exact: true });
    await port.fill('0');
    await port.press('Enter');
    await expect(page).not.toHaveURL(new RegExp(`^${safelight.url}/`));
    await expect(page).toHaveURL(/\/settings\/network$/);
    await expect(page.getByRole('textbox', { name: 'Port', exact: true })).toHaveValue('0');
  });

  test('the theme of the settings is the theme of the page', async ({ page, folder, launch }) => {
    const safelight = await own(page, folder, launch);
    await page.goto(`${safelight.url}/settings/desktop`);
    await page.getByRole('radio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await safelight.command('settings', 'set', 'theme', 'light');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  });

  test('a Safelight that cannot update itself has no switch for them, but one that can be switched off', async ({
    page,
    folder,
    launch,
  }) => {
    const safelight = await own(page, folder, launch);
    await page.goto(`${safelight.url}/settings/updates`);
    await expect(page.getByRole('heading', { name: 'This copy of Safelight cannot update itself' })).toBeVisible();
    const look = page.getByRole('switch', { name: 'Look for updates' });
    await expect(look).toHaveCount(0);
    await safelight.command('settings', 'set', 'checkForUpdates', 'true');
    await page.reload();
    await look.click();
    await expect(look).toHaveCount(0);
    expect((await storedSettings(safelight)).checkForUpdates).not.toBe(true);
  });

  test('whoever lacks the right is told so, and sees no link', async ({ page, folder, launch }) => {
    const pictures = await makePictures(join(folder, 'Pictures'), 1);
    const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
    const safelight = await launch(file);
    await signIn(page, safelight);
    await page.goto(safelight.url);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
    await page.goto(`${safelight.url}/settings`);
    await expect(page.getByRole('heading', { name: 'You have no access to the settings' })).toBeVisible();
  });
});

test.describe('plugin, backups and the rest', () => {
  test('the plugin is installed and removed', async ({ page, folder, launch }) => {
    const safelight = await own(page, folder, launch);
    // The former address, from when the plugin was called bridge here.
    await page.goto(`${safelight.url}/settings/bridge`);
    await expect(page.getByRole('heading', { name: 'Plugin', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Install the plugin' }).click();
    await expect(page.getByRole('button', { name: 'Uninstall' })).toBeVisible();
    expect(await readFile(join(folder, 'darktable', 'luarc'), 'utf8')).toContain('safelight');
    await page.getByRole('button', { name: 'Uninstall' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click();
    await expect(page.getByRole('button', { name: 'Install the plugin' })).toBeVisible();
  });

  test('a backup is restored, and what was there before, too', async ({ page, folder, launch, allowedComplaints }) => {
    allowedComplaints.push(/409 \(Conflict\)/);
    const safelight = await own(page, folder, launch);
    const rate = (rating: number) =>
      page.evaluate(async (stars) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch('/api/v1/images/1', {
          method: 'PATCH',
          headers,
          body: JSON.stringify({ rating: stars }),
        });
        return answer.status;
      }, rating);
    const rating = () =>
      page.evaluate(async () => ((await (await fetch('/api/v1/images/1')).json()) as { rating: number }).rating);
    await page.goto(`${safelight.url}/settings/backups`);
    const before = await rating();
    expect(await rate(before === 5 ? 4 : 5)).toBeLessThan(300);
    await page.reload();
    const library = join(folder, 'darktable', 'library.db');
    const darktable = await startDarktableProcess(folder, library);

    await page.getByRole('button', { name: 'Restore…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('has this library open. Close darktable');
    await darktable.end();
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(page.getByText('The library is restored')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'before a copy was restored' })).toBeVisible();
    expect(await rating()).toBe(before);

    const kept = page.getByRole('listitem').filter({ hasText: 'before a copy was restored' });
    await kept.getByRole('button', { name: 'Restore…' }).click();
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect.poll(rating).toBe(before === 5 ? 4 : 5);
  });

  test('diagnostics say what to do, backups are listed, and every library in use has its license', async ({
    page,
    folder,
    launch,
  }) => {
    const safelight = await own(page, folder, launch);
    await page.goto(`${safelight.url}/settings/diagnostics`);
    const plugin = page.getByRole('listitem').filter({ hasText: 'Plugin in darktable' });
    await expect(plugin).toContainText('What to do:');
    await plugin.getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Plugin', level: 1 })).toBeFocused();

    // What a crash has left.
    const lock = join(folder, 'darktable', 'library.db.lock');
    await writeFile(lock, '4194303\0');
    await page.getByRole('link', { name: 'Diagnostics' }).click();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Unlock…' }).click();
    await page.getByRole('button', { name: 'It is closed: unlock' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'No program has it open.' })).toBeVisible();
    expect(existsSync(lock)).toBe(false);

    await page.getByRole('link', { name: 'Backups' }).click();
    await expect(page.getByRole('heading', { name: 'No backups yet' })).toBeVisible();
    await writeFile(join(folder, 'darktable', 'library.db-safelight-20260309'), 'copy');
    await page.reload();
    await expect(page.getByText(/9 March 2026|March 9, 2026/)).toBeVisible();

    await page.getByRole('link', { name: 'About' }).click();
    await page.getByRole('searchbox', { name: 'Find a library' }).fill('express');
    await page.getByText('express', { exact: true }).click();
    await expect(page.getByText(/Permission is hereby granted/).first()).toBeVisible();
    await page.getByRole('searchbox', { name: 'Find a library' }).fill('inter');
    await page.getByText('@fontsource-variable/inter', { exact: true }).click();
    await expect(page.getByText(/SIL Open Font License/).first()).toBeVisible();
    await page.getByText('Authors, licenses and packages').click();
    const photograph = page.getByRole('listitem').filter({ hasText: /^Picos de Europa/ });
    await expect(photograph).toHaveText('Picos de Europa Aitzol Berasategi CC-BY-4.0 lomiri-wallpapers-16.04');
  });
});

const SECTIONS = [
  'library',
  'rendering',
  'machines',
  'network',
  'agents',
  'desktop',
  'plugin',
  'queues',
  'backups',
  'clients',
  'webhooks',
  'devices',
  'diagnostics',
  'about',
];

for (const width of [390, 1440]) {
  test(`axe finds nothing, ${width} px, light and dark`, async ({ page, folder, launch }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const safelight = await own(page, folder, launch);
    const check = async (part?: string) => {
      await expectNoFindings(page, part);
      // Nothing is wider than the window.
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    };
    await expect(page.getByRole('complementary')).toBeVisible();
    await check('aside');
    await mkdir(join(safelight.dataDir, 'queues'), { recursive: true });
    await writeFile(join(safelight.dataDir, 'queues', 'export.queue.failed'), '1\tThe raw file is gone\n');
    for (const section of ['', ...SECTIONS]) {
      await page.goto(`${safelight.url}/settings/${section}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('h1')).toHaveCount(1);
      await quiet(page);
      if (section === 'diagnostics') await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled();
      if (section === 'about') await expect(page.getByText('used in this page').first()).toBeVisible();
      await check();
    }
    await page.goto(`${safelight.url}/settings`);
    await expect(page.getByRole('navigation')).toBeVisible();
    await check();
    await page.goto(`${safelight.url}/settings/clients?register=1`);
    await expect(page.getByRole('dialog')).toBeVisible();
    await check();
    await page.getByLabel('Name').fill('Frame');
    await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click();
    await expect(page.getByRole('heading', { name: 'Secret for frame' })).toBeVisible();
    await check();
    await page.getByRole('listitem', { name: 'Frame' }).getByRole('button', { name: 'New secret' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check();
  });
}

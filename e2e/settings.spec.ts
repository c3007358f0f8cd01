import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startDarktableProcess } from '../src/testing/darktable-process.ts';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { expectNoFindings } from './findings.ts';
import { record } from './organising-page.ts';
import { own } from './own-library.ts';
import { expect, makePictures, type Safelight, signIn, test, tile } from './safelight.ts';
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
    const port = page.getByRole('textbox', { name: 'Port' });
    await port.fill('0');
    await port.press('Enter');
    await expect(page).not.toHaveURL(new RegExp(`^${safelight.url}/`));
    await expect(page).toHaveURL(/\/settings\/network$/);
    await expect(page.getByRole('textbox', { name: 'Port' })).toHaveValue('0');
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

test.describe('clients', () => {
  const tokenFor = async (page: Page, { url }: Safelight, id: string, secret: string) => {
    const answer = await page.request.post(`${url}/oauth/token`, {
      form: { grant_type: 'client_credentials', client_id: id, client_secret: secret },
    });
    return { status: answer.status(), body: (await answer.json()) as { access_token?: string; scope?: string } };
  };

  test('one is registered, its secret works, is renewed beside the old one, switched off and removed', async ({
    page,
    folder,
    launch,
  }) => {
    const safelight = await own(page, folder, launch);
    await page.goto(`${safelight.url}/settings/clients?register=1`);
    const form = page.getByRole('dialog', { name: 'Register a client' });
    await form.getByLabel('Name').fill('Picture frame');
    await expect(form.getByLabel('Client ID')).toHaveValue('picture-frame');
    await form.getByRole('checkbox', { name: /^cache:refresh/ }).uncheck();
    await form.getByRole('button', { name: 'Register' }).click();
    await expect(page).toHaveURL(`${safelight.url}/settings/clients`);

    await expect(page.getByRole('heading', { name: 'Secret for picture-frame' })).toBeFocused();
    const first = await page.getByTestId('client-secret').innerText();
    const token = await tokenFor(page, safelight, 'picture-frame', first);
    expect(token.body.scope).toBe('images:read previews:read tags:read films:read');
    const images = await page.request.get(`${safelight.url}/api/v1/images`, {
      headers: { authorization: `Bearer ${token.body.access_token ?? ''}` },
    });
    expect(images.status()).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(first)).toHaveCount(0);

    const client = page.getByRole('listitem', { name: 'Picture frame' });
    await client.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('radio', { name: 'keeps working for one hour' }).check();
    await page.getByRole('button', { name: 'Create a new secret' }).click();
    await expect(page.getByTestId('client-secret')).not.toHaveText(first);
    const second = await page.getByTestId('client-secret').innerText();
    expect((await tokenFor(page, safelight, 'picture-frame', first)).status).toBe(200);
    expect((await tokenFor(page, safelight, 'picture-frame', second)).status).toBe(200);
    await expect(client.getByText('The old secret works until')).toBeVisible();

    await client.getByRole('switch').click();
    await expect(client.getByText('turned off')).toBeVisible();
    expect((await tokenFor(page, safelight, 'picture-frame', second)).status).toBe(401);
    await client.getByRole('switch').click();
    await expect(client.getByText('turned off')).toHaveCount(0);
    expect((await tokenFor(page, safelight, 'picture-frame', second)).status).toBe(200);

    await client.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Frame in the hall');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const renamed = page.getByRole('listitem', { name: 'Frame in the hall' });
    await renamed.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(renamed).toHaveCount(0);
    expect((await tokenFor(page, safelight, 'picture-frame', second)).status).toBe(401);
  });

  test('an id that is taken or cannot be is named beside its field', async ({
    page,
    folder,
    launch,
    allowedComplaints,
  }) => {
    allowedComplaints.push(/409 \(Conflict\)|400 \(Bad Request\)/);
    const safelight = await own(page, folder, launch);
    await page.goto(`${safelight.url}/settings/clients?register=1`);
    const form = page.getByRole('dialog');
    await form.getByLabel('Client ID').fill('e2e');
    await form.getByRole('button', { name: 'Register' }).click();
    await expect(form.getByText('A client e2e already exists.')).toBeVisible();
    await form.getByLabel('Client ID').fill('größe');
    await form.getByRole('button', { name: 'Register' }).click();
    await expect(form.getByText('1 to 255 ASCII characters')).toBeVisible();
  });

  test('a URL is an id like any other: it is shown, given a command that works, switched off and removed', async ({
    page,
    folder,
    launch,
  }) => {
    const safelight = await own(page, folder, launch);
    const id = "https://x.example/it's?a=1&b=%41#<b>";
    await page.goto(`${safelight.url}/settings/clients?register=1`);
    const form = page.getByRole('dialog');
    await form.getByLabel('Client ID').fill(` ${id} `);
    await form.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Get a token on the command line, valid for one hour:').click();
    const command = await page.getByText(/^curl -u /).innerText();
    const answer = JSON.parse(execFileSync('sh', ['-c', command], { encoding: 'utf8' })) as Record<string, unknown>;
    expect(answer).toMatchObject({ token_type: 'Bearer' });

    await page.getByRole('button', { name: 'Done' }).click();
    const card = page.getByRole('listitem', { name: id, exact: true });
    await card.getByRole('switch').click();
    await expect(card.getByText('turned off')).toBeVisible();
    await card.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(card).toBeHidden();
  });
});

test.describe('plugin, devices and the rest', () => {
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

  test('a session is ended from elsewhere; without LAN access a phone cannot be paired, and the page says why', async ({
    page,
    browser,
    folder,
    launch,
  }) => {
    const safelight = await own(page, folder, launch);
    const elsewhere = await browser.newContext();
    const phone = await elsewhere.newPage();
    await signIn(phone, safelight);
    await phone.goto(safelight.url);
    await expect(tile(phone, /^harbour-001\.jpg/)).toBeVisible();

    await page.goto(`${safelight.url}/settings/devices`);
    await expect(page.getByText('LAN access is off')).toBeVisible();
    const sessions = page.getByRole('region', { name: 'Signed in' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await sessions.filter({ hasText: 'e2e' }).getByRole('button').click();
    await expect(sessions).toHaveCount(1);
    await phone.reload();
    await expect(phone.getByRole('heading', { name: 'Sign in to this library' })).toBeVisible();
    await elsewhere.close();
  });

  test('a phone is paired by the code on the screen, with what was ticked', async ({
    page,
    browser,
    folder,
    launch,
  }) => {
    const safelight = await own(page, folder, launch);
    await page.goto(`${safelight.url}/settings/devices`);
    await page.getByRole('button', { name: 'Allow LAN access' }).click();
    // A computer without a network cannot continue, and the page says so.
    const form = page.getByLabel('Name of the device');
    const noNetwork = page.getByText('this computer is not connected to a network');
    await expect(form.or(noNetwork)).toBeVisible();
    if (await noNetwork.isVisible()) return;

    await form.fill('Ada’s phone');
    await expect(page.getByRole('radio', { name: /^Look and cull/ })).toBeChecked();
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/admin/pairings'));
    await page.getByRole('button', { name: 'Show the code' }).click();
    const { url } = (await (await answered).json()) as { url: string };
    await expect(page.getByRole('img', { name: 'QR code that signs Ada’s phone in' })).toBeVisible();

    const phone = await browser.newContext();
    const scanned = await phone.newPage();
    await scanned.goto(url);
    await expect(tile(scanned, /^harbour-001\.jpg/)).toBeVisible();
    const session = (await (await scanned.request.get(new URL('/session', url).href)).json()) as { scopes: string[] };
    expect(session.scopes.toSorted()).toEqual([
      'films:read',
      'images:read',
      'images:write',
      'previews:read',
      'tags:read',
    ]);
    await scanned.goto(new URL('/cull?shown=all', url).href);
    await expect(scanned.getByRole('heading', { name: 'harbour-001.jpg', level: 1 })).toBeVisible();
    await scanned.keyboard.press('3');
    await expect.poll(async () => (await record(page, safelight, 1)).rating).toBe(3);
    await expect(page.getByText('Ada’s phone is signed in')).toBeVisible();
    await phone.close();
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

  test('diagnostics say what to do, backups are listed, and every library in use has its licence', async ({
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
    await page.getByText('Authors, licences and packages').click();
    const photograph = page.getByRole('listitem').filter({ hasText: /^Picos de Europa/ });
    await expect(photograph).toHaveText('Picos de Europa Aitzol Berasategi CC-BY-4.0 lomiri-wallpapers-16.04');
  });
});

const SECTIONS = [
  'library',
  'rendering',
  'machines',
  'network',
  'desktop',
  'plugin',
  'queues',
  'backups',
  'clients',
  'devices',
  'diagnostics',
  'about',
];

for (const width of [390, 1440]) {
  test(`axe finds nothing, ${width} px, light and dark`, async ({ page, folder, launch }) => {
    test.setTimeout(180_000);
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
    for (const section of SECTIONS) {
      await page.goto(`${safelight.url}/settings/${section}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
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

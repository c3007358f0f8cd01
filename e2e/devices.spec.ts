import { record } from './organising-page.ts';
import { own } from './own-library.ts';
import { expect, signIn, test, tile } from './safelight.ts';

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

test('a phone is paired by the code on the screen, with what was ticked', async ({ page, browser, folder, launch }) => {
  const safelight = await own(page, folder, launch);
  await page.goto(`${safelight.url}/settings/devices`);
  await page.getByRole('button', { name: 'Allow LAN access' }).click();
  // A computer without a network cannot continue, and the page says so.
  const form = page.getByLabel('Name of the device');
  const noNetwork = page.getByText('this computer is not connected to a network');
  await expect(form.or(noNetwork)).toBeVisible();
  if (await noNetwork.isVisible()) return;

  await form.fill('Ada’s phone');
  await expect(page.getByRole('radio', { name: /^View and cull/ })).toBeChecked();
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/admin/pairings'));
  await page.getByRole('button', { name: 'Show the code' }).click();
  const { url, code } = (await (await answered).json()) as { url: string; code: string };
  await expect(page.getByRole('img', { name: 'QR code that signs Ada’s phone in' })).toBeVisible();

  const phone = await browser.newContext();
  const scanned = await phone.newPage();
  // As in an installed app, which no camera opens.
  await scanned.goto(new URL('/', url).href);
  const typed = scanned.getByRole('textbox', { name: 'Code of this device' });
  await typed.fill('0000-0000-0000');
  await scanned.getByRole('button', { name: 'Use the code' }).click();
  await expect(scanned.getByRole('alert')).toHaveText(/mistyped, used or expired/);
  await typed.fill(code.replaceAll('-', '').toLowerCase());
  await scanned.getByRole('button', { name: 'Use the code' }).click();
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

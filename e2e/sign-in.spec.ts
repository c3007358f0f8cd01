import { expect, test, tile } from './safelight.ts';

test('a client id and secret open the gallery', async ({ page, safelight }) => {
  await page.goto(safelight.url);
  await expect(page).toHaveTitle('Sign in – Safelight');
  await expect(page.getByLabel('Client ID')).toBeFocused();
  await expect(page.getByLabel('Client ID')).toHaveAttribute('spellcheck', 'false');
  await page.getByLabel('Client ID').fill(safelight.client.client_id);
  await page.getByLabel('Client secret').fill(safelight.client.client_secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
});

test('a wrong secret says so', async ({ page, safelight, allowedComplaints }) => {
  allowedComplaints.push(/401 \(Unauthorized\)/);
  await page.goto(safelight.url);
  await page.getByLabel('Client ID').fill('nobody');
  await page.getByLabel('Client secret').fill('guessed');
  await page.getByLabel('Client secret').press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Wrong client ID or secret.');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
});

test('the one-time link signs in, once', async ({ page, safelight, browser }) => {
  const link = await safelight.command('sign-in-link');
  await page.goto(link);
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  expect(page.url()).toBe(`${safelight.url}/`);

  const stranger = await browser.newContext();
  const second = await stranger.newPage();
  await second.goto(link);
  await expect(second.getByRole('status').filter({ hasText: 'has been used or has expired' })).toBeVisible();
  await expect(second.getByRole('list', { name: 'Pictures' })).toHaveCount(0);
  await stranger.close();
});

test('who comes for one picture gets it after signing in', async ({ page, safelight }) => {
  await page.goto(`${safelight.url}/images/4`);
  await page.getByLabel('Client ID').fill(safelight.client.client_id);
  await page.getByLabel('Client secret').fill(safelight.client.client_secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'larch-004.jpg' })).toBeVisible();
});

test('signing out closes the gallery for good', async ({ signedIn: page, safelight, allowedComplaints }) => {
  // What the gallery still asks for in that moment is refused.
  allowedComplaints.push(/401 \(Unauthorized\)/);
  await page.goto(safelight.url);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to this library' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in to this library' })).toBeVisible();
});

test('a session that ended elsewhere leads back to signing in', async ({
  signedIn: page,
  safelight,
  context,
  allowedComplaints,
}) => {
  allowedComplaints.push(/401 \(Unauthorized\)/);
  await page.goto(safelight.url);
  await expect(tile(page, /^harbour-001\.jpg/)).toBeVisible();
  // The server forgets the session; answers still on their way to the page cannot bring it back.
  const [{ name, value } = { name: '', value: '' }] = await context.cookies();
  const { url } = safelight;
  const ended = await fetch(`${url}/session`, {
    method: 'DELETE',
    headers: { cookie: `${name}=${value}`, origin: url },
  });
  expect(ended.status).toBe(204);
  await expect(page.getByRole('heading', { name: 'Sign in to this library' })).toBeVisible();
});

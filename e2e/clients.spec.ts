import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { own } from './own-library.ts';
import { expect, type Safelight, test } from './safelight.ts';

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
  await expect(form.getByLabel('Name')).toBeFocused();
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
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
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

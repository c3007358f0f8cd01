import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expectNoFindings } from './findings.ts';
import { expect } from './safelight.ts';
import { test } from './shared-safelight.ts';

test('a program is added, tested, told again, given a new secret, switched off and deleted', async ({
  page,
  shared,
  allowedComplaints,
}) => {
  allowedComplaints.push(/400 \(Bad Request\)/);
  const told: { body: string; headers: Record<string, string> }[] = [];
  let status = 200;
  const receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.once('end', () => {
      told.push({ body, headers: request.headers as Record<string, string> });
      response.writeHead(status).end('<b>thanks</b>');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;

  await page.goto(await shared.signInLink());
  await page.goto(`${shared.url}/settings/webhooks`);
  await expect(page.getByRole('heading', { name: 'No program is told anything' })).toBeVisible();
  await page.getByRole('button', { name: 'New webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('Name', { exact: true }).fill('Frame');
  await form.getByLabel('Address').fill('http://192.168.1.20/');
  await form.getByRole('checkbox', { name: 'album.changed' }).check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toContainText('only this computer is reached by http://');
  await expectNoFindings(page);
  await form.getByLabel('Address').fill(`http://127.0.0.1:${port}/`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Secret for Frame' })).toBeFocused();
  const first = await page.getByTestId('webhook-secret').innerText();
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(first)).toHaveCount(0);

  const card = page.getByRole('listitem', { name: 'Frame' });
  await card.getByRole('button', { name: 'Test' }).click();
  await expect(card.getByRole('status')).toHaveText('The test message has arrived.');
  status = 500;
  await card.getByRole('button', { name: 'Test' }).click();
  await expect(card.getByRole('status')).toContainText('The test message has not arrived. It answered 500');
  status = 200;
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoFindings(page);
  await card.getByRole('button', { name: 'Deliveries' }).click();
  const deliveries = page.getByRole('dialog', { name: 'Deliveries to Frame' });
  await expect(deliveries.getByRole('listitem')).toHaveCount(2);
  await deliveries.getByRole('listitem').first().locator('summary').click();
  await expect(deliveries.getByText('<b>thanks</b>').first()).toBeVisible();
  await expectNoFindings(page);
  await deliveries.getByRole('listitem').first().getByRole('button', { name: 'Send again' }).click();
  await expect(deliveries.getByText('delivered')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });

  await card.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
  const second = await page.getByTestId('webhook-secret').innerText();
  await expect(card).toContainText('The old secret also signs until');
  await card.getByRole('button', { name: 'Test' }).click();
  await expect.poll(() => told.length).toBe(4);
  const { body, headers } = told[3]!;
  for (const secret of [first, second])
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
  expect(told[2]!.headers['webhook-id']).toBe(told[1]!.headers['webhook-id']);

  await card.getByRole('switch').click();
  await expect(card.getByText('turned off')).toBeVisible();
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Frame?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No program is told anything' })).toBeVisible();
  receiver.close();
});

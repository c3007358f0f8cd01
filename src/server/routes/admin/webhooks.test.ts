import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import { type CreatedWebhook, MOST_WEBHOOKS, type Webhook, type WebhookDelivery } from '../../../contract/webhooks.ts';
import { openTestApp, type TestApp } from '../../../testing/start-app.ts';
import { verified, webhookReceiver } from '../../../testing/webhook-receiver.ts';

const scopes = ['admin'];
let app: TestApp & { close(): Promise<void> };
beforeAll(async () => void (app = await openTestApp({ library: 1 })));
afterAll(() => app.close());

const ask = <Body = ErrorBody>(method: string, path: string, body?: object) =>
  app.ask<Body>(method, `/api/v1/webhooks${path}`, { scopes, ...(body && { body }) });
const some = { name: 'Frame', url: 'https://frame.example.org/hook?for=me', types: ['album.changed'] };
const remove = (id: number) => ask('DELETE', `/${id}`);

test('the secret is in the answer to its creation and in that to its change, and nowhere else', async () => {
  const { status, body } = await ask<CreatedWebhook>('POST', '', some);
  expect([status, body]).toMatchObject([201, { ...some, enabled: true, allow_private: false, state: 'working' }]);
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { secret, ...webhook } = body;
  const renewed = await ask<{ secret: string }>('POST', `/${body.id}/secret`);
  expect(renewed.body.secret).not.toBe(secret);
  const told = [];
  for (const path of ['', `/${body.id}`, `/${body.id}/deliveries`]) told.push((await ask('GET', path)).body);
  told.push((await ask('PATCH', `/${body.id}`, { name: 'Other frame' })).body);
  expect(told[1]).toMatchObject({ ...webhook, former_secret_until: expect.any(String) as unknown });
  expect(JSON.stringify(told)).not.toContain('whsec_');
  const file = join(app.dataDir, 'webhooks.db');
  expect(readFileSync(file).length).toBeGreaterThan(0);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
  expect((await remove(body.id)).status).toBe(204);
  expect((await ask('GET', `/${body.id}`)).status).toBe(404);
});

test('what happens in the program is told, with a test, a list of deliveries and a replay', async () => {
  const receiver = await webhookReceiver();
  const { body } = await ask<CreatedWebhook>('POST', '', { ...some, url: receiver.url });
  app.app.events.emit('albums.changed', { id: 44 });
  await receiver.until(1);
  expect(verified(body.secret, receiver.told[0]!)).toMatchObject({ type: 'album.changed', data: { album_id: 44 } });
  receiver.answer((response) => void response.writeHead(200).end('<b>thanks</b>'));
  const tested = await ask<WebhookDelivery>('POST', `/${body.id}/test`);
  expect([tested.status, tested.body]).toMatchObject([200, { type: 'webhook.test', answer: '<b>thanks</b>' }]);
  const list = () => ask<{ items: WebhookDelivery[] }>('GET', `/${body.id}/deliveries`);
  await vi.waitFor(async () =>
    expect((await list()).body.items).toMatchObject([
      { type: 'webhook.test', state: 'delivered', status: 200 },
      { type: 'album.changed', state: 'delivered', status: 204, id: receiver.told[0]!.id },
    ]),
  );
  const replayed = await ask<WebhookDelivery>('POST', `/${body.id}/deliveries/${receiver.told[0]!.id}/replay`);
  expect(replayed.status).toBe(202);
  await receiver.until(3);
  expect(receiver.told[2]!.id).toBe(receiver.told[0]!.id);
  expect((await ask('POST', `/${body.id}/deliveries/msg_nonesuch/replay`)).status).toBe(404);
  expect((await ask<Webhook>('PATCH', `/${body.id}`, { enabled: false })).body.state).toBe('off');
  const refused = await ask('POST', `/${body.id}/deliveries/${receiver.told[0]!.id}/replay`);
  expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
  await remove(body.id);
});

test.each<[what: string, change: object, detail: RegExp]>([
  ['http to another computer', { url: 'http://frame.example.org/' }, /only this computer/],
  ['http to what only sounds like this computer', { url: 'http://localhost.example.org/' }, /only this computer/],
  ['a name and a password', { url: 'https://me:secret@frame.example.org/' }, /without a name and a password/],
  ['another scheme', { url: 'ftp://frame.example.org/' }, /url/],
  ['no address', { url: 'frame' }, /url/],
  ['an address in the private network', { url: 'https://192.168.1.20/' }, /private network/],
  ['an address of this computer in other words', { url: 'https://[::ffff:127.0.0.1]/' }, /leads to/],
  ['a secret of one’s own', { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }, /secret/],
  ['a type that there is not', { types: ['image.deleted'] }, /types/],
  ['no type', { types: [] }, /types/],
  ['no name', { name: ' ' }, /name/],
])('%s: refused, and nothing of it is kept', async (_, change, detail) => {
  const { status, body } = await ask('POST', '', { ...some, ...change });
  expect([status, body.error, body.detail]).toEqual([400, 'invalid_body', expect.stringMatching(detail)]);
  expect((await ask('GET', '')).body).toEqual({ items: [] });
});

test('two of one name, and more than there may be: conflict', async () => {
  const made = [];
  for (let number = 1; number <= MOST_WEBHOOKS; number++)
    made.push((await ask<CreatedWebhook>('POST', '', { ...some, name: `Frame ${number}` })).body.id);
  expect((await ask('POST', '', { ...some, name: 'Frame 99' })).status).toBe(409);
  expect((await ask('PATCH', `/${made[0]!}`, { name: 'FRAME 2' })).status).toBe(409);
  for (const id of made) await remove(id);
  expect((await ask('PATCH', `/${made[0]!}`, { name: 'Frame' })).status).toBe(404);
});

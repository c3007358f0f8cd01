import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { MOST_DELIVERIES, MOST_WAITING, WEBHOOK_TYPES } from '../contract/webhooks.ts';
import { verified, webhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { failing, webhookStage } from '../testing/webhook-stage.ts';

const HOUR_MS = 3600_000;

const albumsOf = ({ told }: WebhookReceiver) => told.map(({ message }) => message.data.album_id);

test('each event arrives as a thin message that the library of Standard Webhooks takes, and no other secret does', async () => {
  const receiver = await webhookReceiver();
  const { events, add, clock } = webhookStage();
  const { secret } = add(receiver.url);
  events.emit('index.changed', { generation: 7, images: 3 });
  events.emit('library.switched', { file: '/secret/library.db', message: 'Another one.' });
  events.emit('albums.changed', { id: 44 });
  events.emit('preview.changed', { id: 5 });
  events.emit('preview.failed', { id: 6, code: 'file-missing', reason: 'the file is missing: /secret/6.cr3' });
  const change = { change: 17, kind: 'decision', undoes: null, client: 'sofa', done: 20, of: 20 } as const;
  events.emit('change.progress', { ...change, state: 'running' });
  events.emit('change.progress', { ...change, state: 'ended' });
  events.emit('exports.finished');
  events.emit('queue.failed', { name: 'export', failures: 2 });
  events.emit('publication.ended', { id: 3 });
  events.emit('proof.marked', { proof: 4, image: 5 });
  events.emit('proof.done', { proof: 4, guest: 2 });
  await receiver.until(WEBHOOK_TYPES.length);
  const timestamp = new Date(clock.now).toISOString();
  expect(receiver.told.map(({ message }) => message)).toEqual([
    { type: 'library.changed', timestamp, data: { generation: 7 } },
    { type: 'library.switched', timestamp, data: {} },
    { type: 'album.changed', timestamp, data: { album_id: 44 } },
    { type: 'preview.ready', timestamp, data: { image_id: 5 } },
    { type: 'preview.failed', timestamp, data: { image_id: 6, failure: 'file-missing' } },
    { type: 'change.finished', timestamp, data: { change_id: 17 } },
    { type: 'exports.finished', timestamp, data: {} },
    { type: 'queue.failed', timestamp, data: { queue: 'export' } },
    { type: 'publication.finished', timestamp, data: { publication_id: 3 } },
    { type: 'proof.mark', timestamp, data: { proof_id: 4, image_id: 5 } },
    { type: 'proof.done', timestamp, data: { proof_id: 4, guest: 2 } },
  ]);
  expect(new Set(receiver.types())).toEqual(new Set(WEBHOOK_TYPES));
  for (const told of receiver.told) {
    expect(verified(secret, told)).toEqual(told.message);
    expect(() => verified('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', told)).toThrow('No matching signature');
    expect(told.body).not.toContain('secret');
    expect(told.headers['user-agent']).toBe('Safelight/1.2.3');
  }
});

test('only what was asked for is told, nothing while it is off, and what is there already is not told twice', async () => {
  const receiver = await webhookReceiver();
  const { events, add, say, webhooks } = webhookStage();
  const { webhook } = add(receiver.url, { types: ['album.changed', 'library.changed'], enabled: false });
  say(1);
  await vi.waitFor(() => expect(webhooks.find(webhook.id)).toMatchObject({ state: 'off', waiting: 0 }));
  await webhooks.change(webhook.id, { enabled: true });
  events.emit('preview.changed', { id: 5 });
  for (const generation of [2, 3, 4]) events.emit('index.changed', { generation, images: 1 });
  say(2, 3, 2, 2);
  await receiver.until(3);
  await vi.waitFor(() => expect(webhooks.find(webhook.id).waiting).toBe(0));
  expect(receiver.told.map(({ message }) => message.data)).toEqual([
    { generation: 4 },
    { album_id: 2 },
    { album_id: 3 },
  ]);
});

test('after a new secret, both sign for as long as was asked', async () => {
  const receiver = await webhookReceiver();
  const { add, say, webhooks, clock } = webhookStage();
  const { secret, webhook } = add(receiver.url);
  const second = webhooks.rotate(webhook.id, 24);
  expect(webhooks.find(webhook.id).former_secret_until).toBe(new Date(clock.now + 24 * HOUR_MS).toISOString());
  say(1);
  await receiver.until(1);
  expect([secret, second].map((each) => verified(each, receiver.told[0]!))).toHaveLength(2);
  vi.useFakeTimers({ toFake: ['Date'], now: (clock.now += 24 * HOUR_MS) });
  onTestFinished(() => void vi.useRealTimers());
  say(2);
  await receiver.until(2);
  expect(() => verified(secret, receiver.told[1]!)).toThrow('No matching signature');
  verified(second, receiver.told[1]!);
  const third = webhooks.rotate(webhook.id, 0);
  say(3);
  await receiver.until(3);
  expect(() => verified(second, receiver.told[2]!)).toThrow('No matching signature');
  verified(third, receiver.told[2]!);
});

describe('what fails is tried again', () => {
  test('a program that is down: everything waits, in its order, over a restart, too', async () => {
    const receiver = await webhookReceiver();
    const it = webhookStage();
    const { webhook } = it.add(receiver.url);
    const gone = await webhookReceiver();
    gone.close();
    await it.webhooks.change(webhook.id, { url: gone.url });
    it.say(1, 2);
    await failing(it.webhooks, webhook.id, /ECONNREFUSED/);
    await it.reopen();
    expect(it.webhooks.find(webhook.id)).toMatchObject({
      state: 'failing',
      waiting: 2,
      next_try: expect.any(String) as unknown,
    });
    const [tried, ...others] = it.webhooks.deliveries(webhook.id);
    expect([tried, others.length]).toEqual([
      expect.objectContaining({ state: 'waiting', attempts: 1, status: null, problem: expect.any(String) as unknown }),
      0,
    ]);
    await it.webhooks.change(webhook.id, { url: receiver.url });
    it.say(3);
    await receiver.until(3);
    expect([albumsOf(receiver), receiver.told[0]!.id]).toEqual([[1, 2, 3], tried!.id]);
    await vi.waitFor(() => expect(it.webhooks.find(webhook.id)).toMatchObject({ state: 'working', problem: null }));
  });

  test.each([
    ['500', 500, {}, 4_000, 6_000],
    ['429 with Retry-After', 429, { 'retry-after': '7200' }, 2 * HOUR_MS, 2 * HOUR_MS],
    ['503 with a time for ever', 503, { 'retry-after': '99999999999' }, 24 * HOUR_MS, 24 * HOUR_MS],
  ])('%s: later', async (_, status, headers, least, most) => {
    const receiver = await webhookReceiver();
    receiver.answer((response) => void response.writeHead(status, headers).end('not now'));
    const { add, say, webhooks, clock } = webhookStage();
    const { webhook } = add(receiver.url);
    say(1);
    await failing(webhooks, webhook.id, new RegExp(String(status)));
    const waitMs = Date.parse(webhooks.find(webhook.id).next_try!) - clock.now;
    expect(waitMs).toBeGreaterThanOrEqual(least);
    expect(waitMs).toBeLessThanOrEqual(most);
    expect(webhooks.deliveries(webhook.id)[0]).toMatchObject({ status, answer: 'not now', state: 'waiting' });
  });

  test('pauses grow to an hour, each a little by chance; after three days it is given up with all that is as old', async () => {
    const receiver = await webhookReceiver();
    receiver.answer((response) => void response.writeHead(500).end());
    const it = webhookStage({ random: () => 0.5 });
    const { webhook } = it.add(receiver.url);
    const began = it.clock.now;
    it.say(1, 2);
    const waits = [];
    for (let attempt = 1; attempt <= 12; attempt++) {
      await receiver.until(attempt);
      await vi.waitFor(() => expect(it.webhooks.deliveries(webhook.id)[0]).toMatchObject({ attempts: attempt }));
      const { next_try } = await vi.waitFor(() => {
        const now = it.webhooks.find(webhook.id);
        expect(now.next_try).not.toBeNull();
        return now;
      });
      waits.push((Date.parse(next_try!) - it.clock.now) / 1000);
      it.clock.now = Date.parse(next_try!);
      await it.reopen();
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
    await receiver.until(13);
    it.say(3);
    await vi.waitFor(() => expect(it.webhooks.find(webhook.id).waiting).toBe(3));
    it.clock.now = began + 3 * 24 * HOUR_MS + 1;
    await it.reopen();
    await vi.waitFor(() => expect(it.webhooks.find(webhook.id).waiting).toBe(1));
    expect(new Set(albumsOf(receiver))).toEqual(new Set([1]));
    expect(it.webhooks.deliveries(webhook.id)).toMatchObject([
      { state: 'failed', attempts: 0 },
      { state: 'failed', attempts: 14 },
    ]);
  });

  test('410: it is switched off, what waits is forgotten, the owner is told, and switching it on begins anew', async () => {
    const receiver = await webhookReceiver();
    receiver.answer((response) => void response.writeHead(410).end());
    const { add, say, webhooks, events } = webhookStage();
    const told = once(events, 'webhook.gone');
    const { webhook } = add(receiver.url, { name: 'Frame' });
    say(1, 2, 3);
    expect(await told).toEqual([{ name: 'Frame' }]);
    expect(webhooks.find(webhook.id)).toMatchObject({
      state: 'gone',
      enabled: false,
      waiting: 0,
      problem: expect.stringContaining('410') as unknown,
    });
    say(4);
    expect(() => webhooks.replay(webhook.id, receiver.told[0]!.id)).toThrow('switched off');
    await webhooks.change(webhook.id, { name: 'Picture frame' });
    expect(webhooks.find(webhook.id).state).toBe('gone');
    receiver.answer((response) => void response.writeHead(200).end());
    expect((await webhooks.change(webhook.id, { enabled: true })).state).toBe('working');
    say(5);
    await receiver.until(2);
    expect(albumsOf(receiver)).toEqual([1, 5]);
  });

  test('a clock that was set back by a year holds nothing up, and gives nothing up', async () => {
    const receiver = await webhookReceiver();
    receiver.answer((response) => void response.writeHead(503, { 'retry-after': '86400' }).end());
    const it = webhookStage();
    const { webhook } = it.add(receiver.url);
    it.say(1);
    await failing(it.webhooks, webhook.id, /503/);
    receiver.answer((response) => void response.writeHead(204).end());
    it.clock.now -= 365 * 24 * HOUR_MS;
    await it.reopen();
    await receiver.until(2);
    await vi.waitFor(() => expect(it.webhooks.deliveries(webhook.id)).toMatchObject([{ state: 'delivered' }]));
  });

  test('kill -9 in the middle of a delivery: it is sent again with the same id, and what follows after it', async () => {
    const receiver = await webhookReceiver();
    receiver.answer(() => undefined);
    const first = webhookStage();
    const { webhook } = first.add(receiver.url);
    await first.webhooks.close();
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '..', 'testing', 'webhooks-child.ts'), first.file],
      { stdio: 'inherit' },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    await receiver.until(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    receiver.answer((response) => void response.writeHead(204).end());
    const { webhooks } = webhookStage({}, first.file);
    await receiver.until(3);
    expect(albumsOf(receiver)).toEqual([1, 1, 2]);
    expect(receiver.told[1]).toMatchObject({ id: receiver.told[0]!.id, body: receiver.told[0]!.body });
    await vi.waitFor(() => expect(webhooks.find(webhook.id).waiting).toBe(0));
    expect(webhooks.deliveries(webhook.id).map(({ attempts }) => attempts)).toEqual([1, 2]);
  });
});

describe('how much is kept', () => {
  test('of 2,000 events at once the last thousand wait, and the others are counted', async () => {
    const receiver = await webhookReceiver();
    const { promise, resolve: release } = Promise.withResolvers<null>();
    receiver.answer((response) => void promise.then(() => response.writeHead(204).end()));
    const { add, say, webhooks } = webhookStage();
    const { webhook } = add(receiver.url);
    say(0);
    await receiver.until(1);
    say(...Array.from({ length: 2000 }, (_, index) => index + 1));
    await vi.waitFor(() => expect(webhooks.find(webhook.id)).toMatchObject({ waiting: MOST_WAITING, dropped: 1001 }));
    release(null);
    await receiver.until(1000);
    expect(albumsOf(receiver)).toEqual([0, ...Array.from({ length: 999 }, (_, index) => index + 1002)]);
    await vi.waitFor(() => expect(webhooks.find(webhook.id).waiting).toBe(0));
    expect(webhooks.deliveries(webhook.id)).toHaveLength(MOST_DELIVERIES);
  });

  test('a delivery is sent again with its id; a test is one of its own and goes on with what waits', async () => {
    const receiver = await webhookReceiver();
    const { add, say, webhooks } = webhookStage();
    const { webhook, secret } = add(receiver.url);
    say(1);
    await receiver.until(1);
    await vi.waitFor(() => expect(webhooks.find(webhook.id).waiting).toBe(0));
    receiver.answer((response) => void response.writeHead(500).end());
    expect(await webhooks.test(webhook.id)).toMatchObject({
      type: 'webhook.test',
      state: 'failed',
      status: 500,
      attempts: 1,
    });
    webhooks.replay(webhook.id, receiver.told[0]!.id);
    await failing(webhooks, webhook.id, /500/);
    receiver.answer((response) => void response.writeHead(200).end('thanks'));
    expect(await webhooks.test(webhook.id)).toMatchObject({ state: 'delivered', status: 200, answer: 'thanks' });
    await receiver.until(5);
    expect(receiver.types()).toEqual([
      'album.changed',
      'webhook.test',
      'album.changed',
      'webhook.test',
      'album.changed',
    ]);
    expect(new Set([0, 2, 4].map((at) => receiver.told[at]!.id)).size).toBe(1);
    for (const told of receiver.told) verified(secret, told);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { MOST_DELIVERIES, MOST_WAITING, NewWebhook, WEBHOOK_TYPES } from '../contract/webhooks.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { ownCertificate } from '../testing/webdav-servers.ts';
import { verified, webhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { openWebhooks, type Webhooks, type WebhooksOptions } from './webhooks.ts';

const HOUR_MS = 3600_000;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-webhooks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A clock that stands still until it is set, and pauses of no length by chance alone. */
function stage(more: Partial<WebhooksOptions> = {}, file = join(temporaryFolder(), 'webhooks.db')) {
  const events = new Events();
  const clock = { now: Date.now() };
  const open = () => openWebhooks({ file, version: '1.2.3', events, log: silentLog(), now: () => clock.now, ...more });
  const it = {
    events,
    clock,
    file,
    webhooks: open(),
    async reopen() {
      await it.webhooks.close();
      it.webhooks = open();
    },
    add: (url: string, change: Partial<NewWebhook> = {}) =>
      it.webhooks.add(NewWebhook.parse({ name: url, url, types: WEBHOOK_TYPES, ...change })),
    /** An album, as its id shows the order. */
    say: (...ids: number[]) => ids.forEach((id) => events.emit('albums.changed', { id })),
  };
  onTestFinished(() => it.webhooks.close());
  return it;
}

const albumsOf = ({ told }: WebhookReceiver) => told.map(({ message }) => message.data.album_id);
const failing = (webhooks: Webhooks, id: number, problem: RegExp) =>
  vi.waitFor(() =>
    expect(webhooks.find(id)).toMatchObject({ state: 'failing', problem: expect.stringMatching(problem) as unknown }),
  );

test('each event arrives as a thin message that the library of Standard Webhooks takes, and no other secret does', async () => {
  const receiver = await webhookReceiver();
  const { events, add, clock } = stage();
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
  const { events, add, say, webhooks } = stage();
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
  const { add, say, webhooks, clock } = stage();
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
    const it = stage();
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
    const { add, say, webhooks, clock } = stage();
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
    const it = stage({ random: () => 0.5 });
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
    const { add, say, webhooks, events } = stage();
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
    const it = stage();
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
    const first = stage();
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
    const { webhooks } = stage({}, first.file);
    await receiver.until(3);
    expect(albumsOf(receiver)).toEqual([1, 1, 2]);
    expect(receiver.told[1]).toMatchObject({ id: receiver.told[0]!.id, body: receiver.told[0]!.body });
    await vi.waitFor(() => expect(webhooks.find(webhook.id).waiting).toBe(0));
    expect(webhooks.deliveries(webhook.id).map(({ attempts }) => attempts)).toEqual([1, 2]);
  });
});

describe('a program that answers strangely', () => {
  test('one that never answers fails after its time, and holds no other up; never are two in flight to it', async () => {
    const [slow, quick] = [await webhookReceiver(), await webhookReceiver()];
    slow.answer(() => undefined);
    const { add, say, webhooks } = stage({ timeoutMs: 300 });
    const { webhook } = add(slow.url);
    add(quick.url);
    say(1, 2, 3);
    await quick.until(3);
    await failing(webhooks, webhook.id, /No answer came within 0.3 seconds/);
    expect(slow.told).toHaveLength(1);
  });

  test('an answer without an end is taken by its status, and its beginning kept', async () => {
    const receiver = await webhookReceiver();
    receiver.answer((response) => {
      response.writeHead(200);
      const more = () => {
        while (response.write('thanks '.repeat(1000)));
      };
      response.on('drain', more);
      more();
    });
    const { add, say, webhooks } = stage();
    const { webhook } = add(receiver.url);
    say(1, 2);
    await receiver.until(2);
    await vi.waitFor(() => expect(webhooks.find(webhook.id).waiting).toBe(0));
    const [delivery] = webhooks.deliveries(webhook.id);
    expect(delivery).toMatchObject({ state: 'delivered', status: 200 });
    expect(delivery!.answer).toBe('thanks '.repeat(72).slice(0, 500));
  });

  test('a redirect is not followed', async () => {
    const [receiver, other] = [await webhookReceiver(), await webhookReceiver()];
    receiver.answer((response) => void response.writeHead(307, { location: other.url }).end());
    const { add, say, webhooks } = stage();
    const { webhook } = add(receiver.url);
    say(1);
    await failing(webhooks, webhook.id, /307 Temporary Redirect. Redirects are not followed/);
    expect(other.told).toEqual([]);
  });

  test('a certificate that nobody trusts gets nothing; one that is trusted must be of that name', async () => {
    const folder = temporaryFolder();
    const { key, certificate } = ownCertificate(folder);
    const pem = { key: readFileSync(key, 'utf8'), cert: readFileSync(certificate, 'utf8') };
    const receiver = await webhookReceiver(pem);
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 as const }]);
    const { add, say, webhooks } = stage({ resolve });
    const { webhook } = add(`https://localhost:${receiver.port}/`);
    say(1);
    await failing(webhooks, webhook.id, /certificate/);
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, pem.cert]);
    onTestFinished(() => setDefaultCACertificates(before));
    await webhooks.change(webhook.id, { url: `https://other.example:${receiver.port}/`, allow_private: true });
    await failing(webhooks, webhook.id, /altnames|does not match/);
    expect(receiver.told).toEqual([]);
    await webhooks.change(webhook.id, { url: `https://localhost:${receiver.port}/` });
    await receiver.until(1);
  });
});

describe('where it may go', () => {
  test('a name that leads into the private network is refused until that is allowed', async () => {
    const receiver = await webhookReceiver();
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 as const }]);
    const { add, say, webhooks } = stage({ resolve });
    const { webhook } = add(`https://camera.example:${receiver.port}/`);
    say(1);
    await failing(webhooks, webhook.id, /leads to 127.0.0.1, in this computer. Allow private addresses/);
    await webhooks.change(webhook.id, { allow_private: true });
    // It gets as far as a server that speaks no TLS.
    await failing(webhooks, webhook.id, /SSL|EPROTO|wrong version/);
  });

  test('a name is asked for once for each delivery: what it would lead to the next time is connected to by nobody', async () => {
    const receiver = await webhookReceiver();
    const asked: string[] = [];
    const resolve = (hostname: string) => {
      asked.push(hostname);
      return Promise.resolve([{ address: asked.length === 1 ? '127.0.0.1' : '192.168.1.1', family: 4 as const }]);
    };
    const { add, say, webhooks } = stage({ resolve });
    const { webhook } = add(`http://localhost:${receiver.port}/`);
    say(1);
    await receiver.until(1);
    await vi.waitFor(() => expect(webhooks.find(webhook.id).waiting).toBe(0));
    expect([asked, receiver.told[0]!.headers.host]).toEqual([['localhost'], `localhost:${receiver.port}`]);
    say(2);
    await failing(webhooks, webhook.id, /leads to 192.168.1.1, which is reached by https/);
    expect(receiver.told).toHaveLength(1);
  });

  test.each([
    'https://10.1.2.3/',
    'https://[fd00::1]/',
    'https://[::ffff:192.168.1.1]/',
    'https://3232235777/',
    'https://0300.0250.1.1/',
    'https://192.168.1.1./',
    'https://0.0.0.0/',
    'https://[::]/',
    'https://169.254.169.254/latest',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::7f00:1]/',
  ])('%s is refused at once', (url) => {
    expect(() => stage().add(url)).toThrow(/leads to/);
  });
});

describe('how much is kept', () => {
  test('of 2,000 events at once the last thousand wait, and the others are counted', async () => {
    const receiver = await webhookReceiver();
    const { promise, resolve: release } = Promise.withResolvers<null>();
    receiver.answer((response) => void promise.then(() => response.writeHead(204).end()));
    const { add, say, webhooks } = stage();
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
    const { add, say, webhooks } = stage();
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

import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LIVE_EVENTS, type LiveEventName } from '../../contract/live-events.ts';
import { ALL_SCOPES, type Scope } from '../../contract/scopes.ts';
import { Events } from '../../platform/events.ts';
import { OWN_CLIENT_IDS } from '../../settings/clients.ts';
import { startApp } from '../../testing/start-app.ts';
import { REMEMBERED } from './event-ring.ts';
import { openEventStream, STREAMS, STREAMS_OF_CLIENT } from './event-stream.ts';

interface Told {
  name: string;
  id: string;
  data: unknown;
}

/** A client that reads the stream as the standard says, and only as much as it is asked to. */
async function listen(url: string, headers: Record<string, string> = {}) {
  const outgoing = request(url, { headers, agent: false }).end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const told: Told[] = [];
  let text = '';
  let comments = 0;
  incoming.setEncoding('utf8');
  const read = () =>
    incoming.on('data', (chunk: string) => {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields = new Map<string, string>();
        for (const line of block.split('\n')) {
          if (line.startsWith(':')) comments += 1;
          else fields.set(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2));
        }
        if (fields.has('data'))
          told.push({ name: fields.get('event')!, id: fields.get('id')!, data: JSON.parse(fields.get('data')!) });
      }
    });
  read();
  let isOver = false;
  incoming.once('close', () => (isOver = true));
  onTestFinished(() => void outgoing.destroy());
  return {
    status: incoming.statusCode,
    headers: incoming.headers,
    told,
    names: () => told.map(({ name }) => name),
    comments: () => comments,
    isOver: () => isOver,
    /** The stream was ended, not cut off. */
    isWhole: () => incoming.complete,
    until: (count: number) => vi.waitFor(() => expect(told.length).toBeGreaterThanOrEqual(count)),
    pause: () => incoming.pause(),
    resume: () => incoming.resume(),
    leave: () => outgoing.destroy(),
  };
}

async function open({ heartbeatMs = 60_000 } = {}) {
  const events = new Events();
  const stream = openEventStream(events, { heartbeatMs });
  const rights = new Map<string, Set<Scope>>();
  const server = createServer((req, res) => {
    const who = String(req.headers['x-who'] ?? 'admin');
    const limit = new URL(req.url!, 'http://x').searchParams.get('limit');
    stream.open(req, res, {
      version: '1.2.3',
      clientId: who === 'admin' ? OWN_CLIENT_IDS.browser : who,
      limit: limit === null ? undefined : Number(limit),
      rights: () => {
        const scopes = rights.get(who) ?? new Set(who === 'admin' ? ALL_SCOPES : (['images:read'] as const));
        if (scopes.size === 0) throw new Error('No rights any more.');
        return scopes;
      },
    });
  }).listen(0, '127.0.0.1');
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  onTestFinished(() => {
    stream.close();
    server.closeAllConnections();
    server.close();
  });
  const say = (id: number) => events.emit('preview.changed', { id });
  return { events, stream, server, sockets, url, rights, say };
}

test('the first event says hello; what happens comes in order, with ids, each as the contract describes it', async () => {
  const { events, url } = await open();
  const client = await listen(url);
  expect(client.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  await client.until(1);
  events.emit('library.state', { ready: true, message: '3 images' });
  events.emit('index.changed', { generation: 2, images: 3 });
  events.emit('albums.changed', { id: 44 });
  events.emit('index.progress', { done: 1, total: 3 });
  events.emit('preview.changed', { id: 7 });
  events.emit('preview.failed', { id: 7, code: 'file-missing', reason: 'the file is missing: /photos/7.cr3' });
  events.emit('rendering.changed', {
    state: 'plugin',
    is_rendering: true,
    cli_could: false,
    version: '5.4.1',
    reason: null,
    message: 'darktable 5.4.1 renders.',
  });
  events.emit('previews.progress', { state: 'running', total: 9, done: 3, failed: 1 });
  events.emit('queue.changed', { name: 'refresh', depth: 4 });
  events.emit('exports.finished');
  events.emit('queue.failed', { name: 'export', failures: 1 });
  events.emit('queues.paused', { paused: true });
  events.emit('change.progress', {
    change: 17,
    kind: 'decision',
    undoes: null,
    client: 'sofa',
    done: 20,
    of: 100,
    state: 'running',
  });
  events.emit('postponed.changed', { waiting: 1 });
  events.emit('rejects.waiting', { images: 1 });
  events.emit('read-only.changed', { readOnly: true });
  events.emit('bridge.changed', { state: 'ready', message: 'darktable is running' });
  events.emit('settings.changed', { keys: ['theme'] });
  events.emit('rights.changed', { waiting: 1 });
  events.emit('publications.changed', { id: 1 });
  events.emit('agents.changed', { asking: 1 });
  events.emit('publication.ended', { id: 1 });
  events.emit('proofs.changed', { id: 1 });
  events.emit('proof.marked', { proof: 1, image: 7 });
  events.emit('proof.done', { proof: 1, guest: 2 });
  events.emit('server.moved', { url: 'http://127.0.0.1:1' });
  events.emit('library.switched', { file: '/secret/path', message: 'Another one.' });
  await client.until(27);
  expect(client.told[0]!.data).toEqual({ version: '1.2.3', missed: false });
  expect(client.names()).toEqual([
    'hello',
    'library-changed',
    'library-changed',
    'albums-changed',
    'index-progress',
    'preview-ready',
    'preview-failed',
    'rendering-changed',
    'previews-progress',
    'queue-depth',
    'exports-finished',
    'queue-failed',
    'queues-paused',
    'change-progress',
    'postponed-changes',
    'waiting-rejects',
    'read-only-changed',
    'bridge-changed',
    'settings-changed',
    'rights-changed',
    'publications-changed',
    'agents-changed',
    'publication-run-ended',
    'proofs-changed',
    'proof-mark',
    'proof-done',
    'server-moved',
    'library-switched',
  ]);
  expect(new Set(client.names())).toEqual(new Set(Object.keys(LIVE_EVENTS)));
  for (const { name, data } of client.told)
    expect(LIVE_EVENTS[name as LiveEventName].strict().parse(data)).toEqual(data);
  const numbers = client.told.slice(1).map(({ id }) => Number(id.split('-')[1]));
  expect(numbers).toEqual(numbers.map((_, at) => numbers[0]! + at));
});

test('who comes back with Last-Event-ID is told what happened since, and nothing twice', async () => {
  const { url, say } = await open();
  const first = await listen(url);
  for (const id of [1, 2, 3]) say(id);
  await first.until(4);
  first.leave();
  for (const id of [4, 5]) say(id);
  const again = await listen(url, { 'last-event-id': first.told.at(-2)!.id });
  await again.until(4);
  say(6);
  await again.until(5);
  expect(again.told.map(({ data }) => data)).toEqual([
    { version: '1.2.3', missed: false },
    { image_id: 3 },
    { image_id: 4 },
    { image_id: 5 },
    { image_id: 6 },
  ]);
});

test.each([
  ['of another run of the program', () => '0badcafe-3'],
  ['that is none', () => "1; DROP TABLE 'events'"],
  ['from the future', (id: string) => `${id.split('-')[0]!}-999999`],
  ['that is forgotten', (id: string) => id],
])('an id %s: hello says that something was missed', async (_title, idOf) => {
  const { url, say } = await open();
  const first = await listen(url);
  say(0);
  await first.until(2);
  for (let id = 1; id <= REMEMBERED + 1; id++) say(id);
  const again = await listen(url, { 'last-event-id': idOf(first.told[1]!.id) });
  await again.until(1);
  expect(again.told[0]!.data).toMatchObject({ missed: true });
  say(77);
  await again.until(2);
  expect(again.told).toHaveLength(2);
});

test('what is for administrators only is told to nobody else, and leaves no gap that stops the others', async () => {
  const { events, url, say } = await open();
  const [admin, reader] = await Promise.all([listen(url), listen(url, { 'x-who': 'reader' })]);
  events.emit('settings.changed', { keys: ['port'] });
  say(1);
  await admin.until(3);
  await reader.until(2);
  expect(admin.names()).toEqual(['hello', 'settings-changed', 'preview-ready']);
  expect(reader.names()).toEqual(['hello', 'preview-ready']);
});

test('who loses the right to listen is told nothing more: the stream ends before the next event, or heartbeat', async () => {
  const { url, say, rights, stream } = await open({ heartbeatMs: 20 });
  const client = await listen(url, { 'x-who': 'guest' });
  say(1);
  await client.until(2);
  rights.set('guest', new Set());
  say(2);
  await vi.waitFor(() => expect(client.isOver()).toBe(true));
  expect(client.told).toHaveLength(2);

  const silent = await listen(url, { 'x-who': 'silent' });
  await silent.until(1);
  rights.set('silent', new Set());
  await vi.waitFor(() => expect(silent.isOver()).toBe(true));
  expect(stream.clients()).toBe(0);
});

test('a comment now and then keeps the connection open', async () => {
  const { url } = await open({ heartbeatMs: 15 });
  const client = await listen(url);
  await vi.waitFor(() => expect(client.comments()).toBeGreaterThan(2));
  expect(client.names()).toEqual(['hello']);
});

test('with a limit it ends after so many events', async () => {
  const { url, say } = await open();
  const client = await listen(`${url}?limit=2`);
  say(1);
  say(2);
  await vi.waitFor(() => expect(client.isOver()).toBe(true));
  expect(client.told).toHaveLength(2);
});

test('a client that opens stream after stream ends its own oldest, and nobody else’s', async () => {
  const { url, say, stream } = await open();
  const [owner, guest] = [await listen(url), await listen(url, { 'x-who': 'guest' })];
  const greedy: Awaited<ReturnType<typeof listen>>[] = [];
  for (let number = 0; number < STREAMS_OF_CLIENT + 3; number += 1)
    greedy.push(await listen(url, { 'x-who': 'greedy' }));
  await vi.waitFor(() => expect(greedy.map(({ isOver }) => isOver()).lastIndexOf(true)).toBe(2));
  expect(greedy.slice(0, 3).map(({ isWhole }) => isWhole())).toEqual([true, true, true]);
  expect(stream.clients()).toBe(STREAMS_OF_CLIENT + 2);
  say(1);
  for (const each of [owner, guest, ...greedy.slice(3)]) await each.until(2);
});

test('many clients together end neither the streams of the owner nor those of a client with few', async () => {
  const { url, say, stream } = await open();
  const [owner, guest] = [await listen(url), await listen(url, { 'x-who': 'guest' })];
  for (let number = 0; number < STREAMS + 10; number += 1) await listen(url, { 'x-who': `greedy ${number % 5}` });
  expect(stream.clients()).toBeLessThanOrEqual(STREAMS);
  say(1);
  await owner.until(2);
  await guest.until(2);
});

describe('the end of a server', () => {
  /** Like a browser: the connection is kept for the next request. */
  const browser = (url: string) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    return async (query = '') => {
      const [answer] = (await once(request(url + query, { agent }).end(), 'response')) as [IncomingMessage];
      answer.resume();
      return { answer, over: once(answer, 'end') };
    };
  };

  test('ends streams in order and closes their connections, so that nobody comes back on them', async () => {
    const { url, stream, server } = await open();
    // The server itself must not close idle connections.
    server.keepAliveTimeout = 0;
    const { answer, over } = await browser(url)();
    const closed = once(answer.socket, 'close');
    stream.endAll(server);
    await over;
    expect(answer.complete).toBe(true);
    await closed;
  });

  test('ends a stream at once that somebody opens on a connection from before', async () => {
    const { url, server, say } = await open();
    const ask = browser(url);
    const first = await ask('?limit=2');
    const { socket } = first.answer;
    server.close();
    say(1);
    await first.over;
    const second = await ask();
    expect(second.answer.socket).toBe(socket);
    await second.over;
    expect(second.answer.complete).toBe(true);
  });
});

describe('many clients', () => {
  test('all are told everything, and none that has gone is kept', async () => {
    const { url, say, stream, events } = await open();
    const clients = await Promise.all(Array.from({ length: 60 }, () => listen(url)));
    for (let id = 1; id <= 50; id++) say(id);
    await Promise.all(clients.map((client) => client.until(51)));
    for (const { told } of clients) {
      expect(told.slice(1).map(({ data }) => data)).toEqual(
        Array.from({ length: 50 }, (_, at) => ({ image_id: at + 1 })),
      );
    }
    for (const client of clients.slice(10)) client.leave();
    await vi.waitFor(() => expect(stream.clients()).toBe(10));
    stream.endAll();
    await vi.waitFor(() => expect(clients.slice(0, 10).every((client) => client.isOver())).toBe(true));
    expect(stream.clients()).toBe(0);
    stream.close();
    expect(events.eventNames()).toEqual([]);
  });

  test('one that does not read holds up nobody, costs no memory, and is told that it missed something', async () => {
    const { url, events, stream, sockets } = await open();
    const slow = await listen(url);
    await slow.until(1);
    slow.pause();
    const quick = await listen(url);
    // Far more than the connection and the ring hold.
    const message = 'x'.repeat(20_000);
    for (let round = 0; round < 40; round++) {
      for (let at = 0; at < 50; at++) events.emit('bridge.changed', { state: 'ready', message: `${round} ${message}` });
      await quick.until(1 + (round + 1) * 50);
    }
    // 40 MB were sent. For the client that does not read, the server holds a fraction of an event or two.
    for (const socket of sockets) expect(socket.writableLength).toBeLessThan(100_000);
    slow.resume();
    await vi.waitFor(() =>
      expect(slow.told.some(({ name, data }) => name === 'hello' && (data as { missed: boolean }).missed)).toBe(true),
    );
    events.emit('preview.changed', { id: 99 });
    await vi.waitFor(() => expect(slow.told.at(-1)!.data).toEqual({ image_id: 99 }));
    expect(slow.told.length).toBeLessThan(2000);
    expect(stream.clients()).toBe(2);
  });
});

describe('over the whole program', () => {
  test('asks for images:read; a token that is revoked, or a client that is switched off, ends the stream', async () => {
    const { app, token, url, ask } = await startApp({ library: 1 });
    expect((await ask('GET', '/api/v1/events', { scopes: ['tags:read'] })).status).toBe(403);
    expect((await ask('GET', '/api/v1/events', { scopes: null })).status).toBe(401);
    expect((await ask('GET', '/api/v1/events?limit=0')).status).toBe(400);
    expect((await ask('HEAD', '/api/v1/events')).status).toBe(405);
    const authorization = `Bearer ${await token(['images:read'])}`;
    const client = await listen(`${url}/api/v1/events`, { authorization });
    await client.until(1);
    const { id } = app.services.clients.list().find(({ scopes }) => scopes.join() === 'images:read')!;
    app.services.clients.change(id, { enabled: false });
    app.events.emit('preview.changed', { id: 1 });
    await vi.waitFor(() => expect(client.isOver()).toBe(true));
    expect(client.names()).not.toContain('preview-ready');
  });

  test('a change in the library, of a setting and of a queue is told; the end of the server ends the stream at once', async () => {
    const { app, token, url, ask, library, stop } = await startApp({ library: 2 });
    await app.services.index.settled();
    const authorization = `Bearer ${await token(['images:read', 'admin'])}`;
    const client = await listen(`${url}/api/v1/events`, { authorization });
    await client.until(1);
    await ask('PATCH', '/api/v1/admin/settings', { scopes: ['admin'], body: { theme: 'dark', queuesPaused: true } });
    await ask('POST', '/api/v1/images/1/refresh');
    library.add([{ id: 3 }]);
    await vi.waitFor(
      () =>
        expect(client.told.map(({ name, data }) => ({ name, data }))).toEqual(
          expect.arrayContaining([
            { name: 'settings-changed', data: { keys: ['queuesPaused', 'theme'] } },
            { name: 'queues-paused', data: { paused: true } },
            { name: 'queue-depth', data: { queue: 'refresh', depth: 1 } },
            { name: 'library-changed', data: expect.objectContaining({ images: 3 }) as object },
          ]),
        ),
      10_000,
    );
    await stop();
    await vi.waitFor(() => expect(client.isOver()).toBe(true));
    // Anything left after two seconds is cut off.
    expect(client.isWhole()).toBe(true);
  });

  test('another port is told on the old one, before that stream ends', async () => {
    const { token, url, ask } = await startApp({ library: 1 });
    const authorization = `Bearer ${await token(['images:read'])}`;
    const client = await listen(`${url}/api/v1/events`, { authorization });
    await client.until(1);
    const moved = await ask<{ in_use: { url: string } }>('PATCH', '/api/v1/admin/settings', {
      scopes: ['admin'],
      body: { port: 0 },
    });
    await vi.waitFor(() => expect(client.isOver()).toBe(true));
    expect(client.told.at(-1)).toMatchObject({ name: 'server-moved', data: { url: moved.body.in_use.url } });
  });
});

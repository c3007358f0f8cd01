import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTestApp } from '../../testing/start-app.ts';
import { Connections, progress, reserveSlot, type ConnectionLimits } from './connections.ts';
import { LISTEN_LIMITS } from './listen.ts';

const REQUEST = 'GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** A connection that sends this and reads nothing, so its socket does not learn when it is closed. */
async function stranger(port: number, says = '', localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).pause();
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
  if (says !== '') socket.write(says);
  return socket;
}

const strangers = (count: number, port: number, says?: string, addressOf = (_number: number) => '127.0.0.1') =>
  Promise.all(Array.from({ length: count }, (_, number) => stranger(port, says, addressOf(number))));

/** Sends a request on a new connection, like a newcomer. */
async function ask(url: string, headers: Record<string, string> = {}) {
  // What goes wrong after the head of the answer is told by its body.
  const request = get(url, { headers, agent: false }).on('error', () => undefined);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer) };
}

describe('2,000 connections', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  let port: number;
  let owner: Record<string, string>;
  let reader: string;

  beforeAll(async () => {
    app = await openTestApp({ library: 300 });
    port = Number(new URL(app.url).port);
    const signIn = await fetch(app.app.signInLink(), { redirect: 'manual' });
    owner = { cookie: signIn.headers.getSetCookie()[0]!.split(';')[0]! };
    reader = await app.token(['images:read']);
    await vi.waitFor(() => app.get('/api/v1/images'));
  });
  afterAll(() => app.close());

  const kinds: [string, () => string][] = [
    ['that say nothing', () => ''],
    ['that send half a head', () => 'GET /health HTTP/1.1\r\nHost: local'],
    ['that send half a body', () => 'POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx'],
    ['that are kept after an answer', () => 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['whose answers nobody reads', () => 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(4)],
    [
      'whose events nobody reads',
      () => `GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${reader}\r\n\r\n`,
    ],
  ];

  test.each(kinds)('%s: who comes then is answered, and so is the browser of the owner', async (_kind, says) => {
    const browser = await stranger(port, `GET /session HTTP/1.1\r\nHost: localhost\r\nCookie: ${owner.cookie}\r\n\r\n`);
    browser.resume();
    await once(browser, 'data');
    // Fewer at once than the system keeps in line, else some come seconds later. Safelight takes them in their order, so it has
    // all once somebody after them is answered.
    for (let hundreds = 0; hundreds < 20; hundreds += 1) {
      await strangers(100, port, says());
      await vi.waitFor(() => ask(`${app.url}/health`));
    }
    for (let time = 0; time < 5; time += 1) {
      expect((await ask(`${app.url}/health`)).status).toBe(200);
      expect((await ask(`${app.url}/api/v1/images`, owner)).status).toBe(200);
    }
    expect(browser.closed).toBe(false);
  });

  test('that come again and again: the same', async () => {
    let isOver = false;
    const flood = async () => {
      while (!isOver) {
        const socket = await stranger(port);
        if (!socket.resume().closed) await once(socket, 'close').catch(() => undefined);
      }
    };
    const floods = Array.from({ length: 600 }, flood);
    for (let time = 0; time < 10; time += 1) {
      expect((await ask(`${app.url}/health`)).status).toBe(200);
      expect((await ask(`${app.url}/api/v1/images`, owner)).status).toBe(200);
    }
    isOver = true;
    await app.stop();
    await Promise.all(floods);
  });
});

/** A server that treats each address as a computer of its own. */
async function serve(handler: RequestListener, limits: Partial<ConnectionLimits> = {}) {
  const connections = new Connections({ ...LISTEN_LIMITS, ...limits }, (address) => address);
  const server = createServer(connections.bounded(handler));
  connections.countAll(server);
  const accepted = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const name = `${socket.remoteAddress} ${socket.remotePort}`;
    accepted.set(name, socket);
    socket.once('close', () => accepted.delete(name));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const atServer = ({ localAddress, localPort }: Socket) => accepted.get(`${localAddress} ${localPort}`);
  /** How many of these connections the server still has. */
  const openOf = (...those: Socket[]) => those.filter(atServer).length;
  /** Changes when something of its answer was read; undefined: nothing of it waits. */
  const progressOf = (one: Socket) => {
    const socket = atServer(one);
    return socket && socket.writableLength > 0 ? progress(socket) : undefined;
  };
  return { port, url: `http://127.0.0.1:${port}/`, openOf, progressOf, count: () => accepted.size };
}

test('one computer leaves room for the others, and many leave room for one more', async () => {
  const { port, url, openOf, count } = await serve((_req, res) => res.end('ok'), {
    connections: 100,
    connectionsOfHost: 40,
    newcomers: 8,
  });
  const one = await strangers(120, port, 'GET / HT', () => '127.0.0.9');
  await vi.waitFor(() => expect(openOf(...one)).toBe(40));
  const twenty = await strangers(200, port, '', (number) => `127.0.0.${10 + (number % 20)}`);
  await vi.waitFor(() => expect(openOf(...one, ...twenty)).toBe(100));
  expect((await ask(url)).body).toBe('ok');
  expect(count()).toBeLessThanOrEqual(100);
});

test('where all are at work they stay, and newcomers take turns; the browser of the owner is not one of them', async () => {
  let answered = 0;
  const { port, url, openOf } = await serve(
    (req, res) => {
      if (req.headers.cookie === 'owner') reserveSlot(req.socket);
      if (req.url === '/work') res.flushHeaders();
      else res.end('ok');
      answered += 1;
    },
    { connections: 40, connectionsOfHost: 40, newcomers: 8, kept: 2 },
  );
  const work = (more = '') => `GET /work HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
  const busy = await strangers(32, port, work());
  await vi.waitFor(() => expect(answered).toBe(32));
  const owner = await stranger(port, work('Cookie: owner\r\n'));
  await vi.waitFor(() => expect(answered).toBe(33));
  for (let number = 0; number < 30; number += 1) {
    const late = await stranger(port, work());
    await vi.waitFor(() => expect(answered).toBe(34 + 2 * number));
    expect((await ask(url)).body).toBe('ok');
    expect(openOf(late)).toBe(1);
  }
  expect(openOf(owner, ...busy)).toBe(33);
});

describe('an answer that nobody reads', () => {
  const BYTES = 12 * 2 ** 20;
  const big = Buffer.alloc(BYTES, 'x');

  test('is made once, however many were asked for with it', async () => {
    let made = 0;
    const { port } = await serve((_req, res) => {
      made += 1;
      res.end(big);
    });
    const socket = await stranger(port, REQUEST.repeat(10));
    await vi.waitFor(() => expect(made).toBe(1));
    let read = 0;
    socket.on('data', (chunk: Buffer) => (read += chunk.length)).resume();
    await vi.waitFor(() => expect(read).toBeGreaterThan(10 * BYTES));
    expect(made).toBe(10);
  });

  test('does not stay, while one that is read slowly does', async () => {
    // The server's own clock: however busy the machine is, something is read in each of its seconds.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { port, openOf, progressOf } = await serve((_req, res) => res.end(big), { unreadMs: 3000 });
    const [unread, slow] = [await stranger(port, REQUEST), await stranger(port, REQUEST)];
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await turn();
    };
    await until(() => [unread, slow].every((each) => progressOf(each) !== undefined));
    for (let second = 0; second < 5; second += 1) {
      vi.advanceTimersByTime(1000);
      const before = progressOf(slow);
      await until(() => (slow.read(2 ** 16), progressOf(slow) !== before));
    }
    await until(() => openOf(unread) === 0);
    expect(openOf(slow)).toBe(1);
  });

  test('does not stay with the system either, which would keep it until the client ends', async () => {
    const { port, openOf } = await serve((_req, res) => res.end(big), { unreadMs: 1000 });
    const unread = await stranger(port, REQUEST);
    await expect.poll(() => openOf(unread)).toBe(0);
    const [error] = (await once(unread.resume(), 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNRESET');
  });

  test('goes when a newcomer needs its place', async () => {
    const { port, url, openOf } = await serve((_req, res) => res.end(big), {
      connections: 10,
      connectionsOfHost: 10,
      newcomers: 2,
      kept: 1,
      sluggishMs: 0,
    });
    const unread = await strangers(8, port, REQUEST);
    await vi.waitFor(async () => {
      await strangers(2, port, REQUEST);
      expect((await ask(url)).status).toBe(200);
      expect(openOf(...unread)).toBeLessThan(8);
    });
  });

  test('goes when all of them take too much room, and no more of them than must', async () => {
    let answered = 0;
    const answer = (res: ServerResponse) => {
      answered += 1;
      res.end(Buffer.from(big));
    };
    const { port, openOf } = await serve((_req, res) => answer(res), { unreadBytes: 4.5 * BYTES });
    const few = await strangers(4, port, REQUEST);
    const more = await strangers(6, port, REQUEST);
    // On a busy machine the last ones may come after the first ones have gone.
    await vi.waitFor(() => expect([answered, openOf(...few, ...more)]).toEqual([10, 4]));
    await stranger(port, 'GET /');
    expect(openOf(...few, ...more)).toBe(4);
  });
});

import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LISTEN_LIMITS, listen, type ListenLimits } from './listen.ts';

async function open(handler: RequestListener, limits: Partial<ListenLimits> = {}) {
  const listening = await listen(handler, '127.0.0.1', 0, { ...LISTEN_LIMITS, ...limits });
  onTestFinished(() => {
    listening.server.closeAllConnections();
    listening.server.close();
  });
  return listening;
}

/** A connection like that of another program; `received` is what has arrived so far. */
async function connection(port: number): Promise<{ socket: Socket; received: () => string; closed: () => boolean }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let isClosed = false;
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.on('close', () => (isClosed = true));
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return { socket, received: () => text, closed: () => isClosed };
}

const REQUEST = 'GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n';
const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
const answersIn = (text: string) => text.split('HTTP/1.1 200').length - 1;

test('a program that sends requests and reads no answer is cut off before they pile up', async () => {
  const page = Buffer.alloc(200_000, 'x');
  let asked = 0;
  const { port, server } = await open((_req, res) => {
    asked += 1;
    res.end(page);
  });
  const { socket } = await connection(port);
  socket.pause();
  socket.write(REQUEST.repeat(5_000));
  await vi.waitFor(async () => expect(await connectionsOf(server)).toBe(0), 5_000);
  expect(asked).toBeLessThanOrEqual(LISTEN_LIMITS.waitingRequests + 20);
});

test('requests sent in advance by one who reads are all answered, in order', async () => {
  let asked = 0;
  const { port } = await open((_req, res) => {
    const number = (asked += 1);
    setImmediate(() => res.end(`answer ${number}.`));
  });
  const { socket, received } = await connection(port);
  for (let round = 1; round <= 5; round += 1) {
    socket.write(REQUEST.repeat(LISTEN_LIMITS.waitingRequests));
    await vi.waitFor(() => expect(answersIn(received())).toBe(round * LISTEN_LIMITS.waitingRequests), 5_000);
  }
  const numbers = [...received().matchAll(/answer (\d+)\./g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test('there are never more connections than the limit, and those kept for later make room', async () => {
  const { port, server, url } = await open(
    (req, res) => {
      if (req.url === '/docs') res.end('ok');
      else res.flushHeaders();
    },
    { connections: 20, newcomers: 4, kept: 2 },
  );
  const kept = await Promise.all(Array.from({ length: 15 }, () => connection(port)));
  for (const { socket, received } of kept) {
    socket.write(REQUEST);
    await vi.waitFor(() => expect(answersIn(received())).toBe(1));
  }
  // Event streams and edits that wait for their preview are in use, so they stay.
  const lasting = [];
  for (let number = 1; number <= 12; number += 1) {
    const each = await connection(port);
    each.socket.write(REQUEST.replace('/docs', '/events'));
    await vi.waitFor(() => expect(answersIn(each.received())).toBe(1));
    lasting.push(each);
  }
  expect(await (await fetch(`${url}/docs`)).text()).toBe('ok');
  expect(lasting.map(({ closed }) => closed())).toEqual(lasting.map(() => false));
  expect(kept.filter(({ closed }) => closed()).length).toBeGreaterThan(0);

  const crowd = await Promise.all(Array.from({ length: 40 }, () => connection(port)));
  await vi.waitFor(() => expect(crowd.filter(({ closed }) => closed()).length).toBeGreaterThan(20));
  expect(await connectionsOf(server)).toBeLessThanOrEqual(20);
});

test('whoever connects and says nothing, or not all, does not stay', async () => {
  const { port } = await open((_req, res) => res.end(), { headersMs: 100, requestMs: 200 });
  const silent = await connection(port);
  const half = await connection(port);
  half.socket.write('GET / HTTP/1.1\r\nHost:');
  const endless = await connection(port);
  endless.socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12');
  for (const { closed } of [silent, half, endless]) await vi.waitFor(() => expect(closed()).toBe(true), 10_000);
});

test('nor does one who takes nothing of an answer that has no end', async () => {
  const { port } = await open((_req, res) => res.flushHeaders(), { silenceMs: 100 });
  const { socket, closed } = await connection(port);
  socket.write(REQUEST);
  await vi.waitFor(() => expect(closed()).toBe(true), 10_000);
});

import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ErrorBody } from '../contract/errors.ts';
import { LISTEN_LIMITS, listen, type ListenLimits } from './network/listen.ts';

async function open(handler: RequestListener = (_req, res) => res.end('ok'), limits: Partial<ListenLimits> = {}) {
  const { server, port } = await listen(handler, '127.0.0.1', 0, { ...LISTEN_LIMITS, ...limits });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return port;
}

/** Sends this and returns everything received until the server ends the connection. */
async function send(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(request, 'latin1');
  return text(socket);
}

/** The only answer in what was received. It must be complete, and the last on its connection. */
function refusalIn(received: string) {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  const [first = '', ...headers] = head.split('\r\n');
  expect(headers).toContain('Connection: close');
  expect(headers).toContain('Content-Type: application/json; charset=utf-8');
  expect(headers).toContain(`Content-Length: ${body.length}`);
  return { status: first, ...ErrorBody.parse(JSON.parse(body)) };
}

const post = (rest: string) => `POST /oauth/token HTTP/1.1\r\nHost: localhost\r\n${rest}`;

test.each([
  ['what is no HTTP', 'HELLO\r\n\r\n', 'Invalid method encountered'],
  ['TLS', '\x16\x03\x01\x02\x00\x01', 'Invalid method encountered'],
  ['another version', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n', 'Invalid HTTP version'],
  ['a header without a colon', 'GET / HTTP/1.1\r\nNo-Colon\r\n\r\n', 'Invalid header token'],
  ['a length that is none', post('Content-Length: x\r\n\r\n'), 'Invalid character in Content-Length'],
  [
    'two lengths of one body',
    post('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    "Transfer-Encoding can't be present with Content-Length",
  ],
])('%s is refused in JSON, with the reason', async (_what, request, reason) => {
  expect(refusalIn(await send(await open(), request))).toEqual({
    status: 'HTTP/1.1 400 Bad Request',
    error: 'invalid_request',
    detail: `The request is not valid HTTP: ${reason}.`,
  });
});

test.each([
  ['a header', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['many headers', `GET / HTTP/1.1\r\nHost: localhost\r\n${'A: b\r\n'.repeat(3_000)}\r\n`],
  ['an address', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
])('too much of %s is refused in JSON', async (_what, request) => {
  expect(refusalIn(await send(await open(), request))).toEqual({
    status: 'HTTP/1.1 431 Request Header Fields Too Large',
    error: 'headers_too_large',
    detail: 'The address and the headers, without cookies, are longer than 16 KiB.',
  });
});

test.each([
  ['200 of 4 kB', `Cookie: ${Array.from({ length: 200 }, (_, at) => `other${at}=${'x'.repeat(4000)}`).join('; ')}`],
  ['ten headers of 8 kB', Array.from({ length: 10 }, (_, at) => `Cookie: o${at}=${'x'.repeat(8000)}`).join('\r\n')],
])('cookies of other programs on this host, %s, are forgotten, and ours is not', async (_what, cookies) => {
  const port = await open((req, res) => res.end(JSON.stringify([req.headers.cookie, req.headersDistinct.cookie])));
  const own = 'safelight_session_1=a; __Host-safelight_session_1=b';
  const received = await send(
    port,
    `GET / HTTP/1.1\r\nHost: localhost\r\n${cookies}\r\nCookie: ${own}; last=1\r\nConnection: close\r\n\r\n`,
  );
  expect(received).toMatch(/^HTTP\/1\.1 200/);
  const [joined, apart] = JSON.parse(received.split('\r\n\r\n')[1] ?? '') as [string, string[]];
  expect([joined, apart.filter((header) => header !== '')]).toEqual([own, [own]]);
});

test('a head beyond all bounds is refused, and what came before it is answered', async () => {
  const port = await open();
  const before = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const received = await send(port, `${before}GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 431']);
  const cookie = `Cookie: a=${'x'.repeat(1_100_000)}`;
  expect((await send(port, `GET / HTTP/1.1\r\nHost: localhost\r\n${cookie}\r\n\r\n`)).slice(0, 12)).toBe(
    'HTTP/1.1 431',
  );
});

test('HEAD is refused without a body, as clients expect of it', async () => {
  const answer = await send(await open(), 'HEAD / HTTP/1.1\r\nNo-Colon\r\n\r\n');
  const [head, body] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*\r\nContent-Length: [1-9]/s);
  expect(body).toBe('');
});

/** Answers once the body has arrived, like the routes that take one. */
const readBody: RequestListener = (req, res) => void req.on('end', () => res.end('ok')).resume();

test('a body that goes wrong on its way is refused in JSON', async () => {
  const port = await open(readBody);
  const chunked = post('Transfer-Encoding: chunked\r\n\r\n');
  expect(refusalIn(await send(port, `${chunked}zz\r\n`))).toMatchObject({
    status: 'HTTP/1.1 400 Bad Request',
    error: 'invalid_request',
  });
  expect(refusalIn(await send(port, `${chunked}1;${'x'.repeat(20_000)}\r\n`))).toMatchObject({
    status: 'HTTP/1.1 413 Payload Too Large',
    error: 'payload_too_large',
  });
});

test.each([
  ['a head', 'GET / HTTP/1.1\r\nHos'],
  ['a body', post('Content-Length: 10\r\n\r\nab')],
])('half %s, and no more for too long, is refused in JSON', async (_what, request) => {
  const port = await open(readBody, { headersMs: 50, requestMs: 100 });
  expect(refusalIn(await send(port, request))).toEqual({
    status: 'HTTP/1.1 408 Request Timeout',
    error: 'request_timeout',
    detail: 'The request did not arrive in time.',
  });
});

test('an answer that is being given is not taken for that of the request behind it', async () => {
  const answers: (() => void)[] = [];
  const port = await open((_req, res) => {
    answers.push(() => res.end('never'));
  });
  expect(await send(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\nHELLO\r\n\r\n')).toBe('');
  expect(answers).toHaveLength(1);
});

test('an answer that has begun is cut off, without words in its midst', async () => {
  const port = await open((_req, res) => void res.write('begun'));
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString())).on('error', () => undefined);
  socket.write(post('Content-Length: 0\r\n\r\n'));
  await vi.waitFor(() => expect(received).toContain('begun'));
  socket.write('HELLO\r\n\r\n');
  await once(socket, 'close');
  expect(received).not.toContain('invalid_request');
  expect(received.split('HTTP/1.1')).toHaveLength(2);
});

test('what a client expects besides is left alone, and a tunnel is refused in JSON', async () => {
  const port = await open();
  const head = 'Host: localhost\r\nConnection: close\r\nExpect: something\r\n\r\n';
  expect(await send(port, `GET / HTTP/1.1\r\n${head}`)).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(refusalIn(await send(port, 'CONNECT example.org:443 HTTP/1.1\r\nHost: localhost\r\n\r\n'))).toEqual({
    status: 'HTTP/1.1 400 Bad Request',
    error: 'invalid_request',
    detail: 'The request is not valid HTTP: this is not a proxy.',
  });
});

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Requests that no client following RFC 9112 sends. */
export function malformedRequests({ host, token }: { host: string; token: string }): string[] {
  const get = (rest: string) =>
    `GET /api/v1/images HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n${rest}\r\n\r\n`;
  const post = (rest: string) => `POST /oauth/token HTTP/1.1\r\nHost: ${host}\r\n${rest}`;
  return [
    '\r\n',
    '\0\0\0\0',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'get / http/1.1\r\n\r\n',
    'GET  / HTTP/1.1\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n\r\n`,
    `GET /\0 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `GET /ü?ü HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `GET http://evil.example/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `GET /%E0%A4%A HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    `GET / HTTP/1.0\r\n\r\n`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    get('Upgrade: websocket\r\nConnection: Upgrade'),
    get('Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x'),
    get('No-Colon'),
    get(' Leading: space'),
    get('A: b\r\n folded'),
    get('Bad\0Name: x'),
    get('X: \x01\x02'),
    get(`X: ${'x'.repeat(20_000)}`),
    get('a: b\r\n'.repeat(3000)),
    get('Content-Length: 5'),
    get('Transfer-Encoding: chunked\r\nConnection: close'),
    post('Content-Length: -1\r\n\r\n'),
    post('Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'),
    post('Content-Length: 99999999999999999999\r\n\r\n'),
    post('Content-Length: x\r\n\r\n'),
    post('Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n'),
    post('Transfer-Encoding: gzip\r\n\r\n'),
    post('Transfer-Encoding: chunked\r\n\r\nzz\r\n'),
    post('Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n'),
    post('Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{}'),
    post('Expect: 100-continue\r\nContent-Length: 2000000\r\n\r\n'),
  ];
}

/** Sends it and ends its side of the connection; returns the statuses received, none when the connection was cut. */
export async function sendMalformed(url: string, request: string): Promise<number[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(request, 'latin1');
  const answer = await text(socket).catch(() => '');
  return Array.from(answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm), ([, status]) => Number(status));
}

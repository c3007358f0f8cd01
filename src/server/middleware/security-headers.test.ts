import express from 'express';
import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { proxiesOf } from '../network/forwarding.ts';
import { knowSender } from '../network/request-sender.ts';
import { pageHeaders } from './security-headers.ts';

/** The headers that a page gets. */
async function headersFor(headers: Record<string, string>): Promise<IncomingHttpHeaders> {
  const proxies = proxiesOf(['127.0.0.1'], 'X-Forwarded-For');
  const page = express().use(
    knowSender(() => proxies),
    pageHeaders,
    (_req, res) => void res.end(),
  );
  const server = page.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.headers);
    });
    asked.on('error', reject).end();
  });
}

test.each([
  ['127.0.0.1:4380', null, true],
  ['localhost', null, true],
  ['[::1]:4380', null, true],
  ['192.168.178.20:4380', null, false],
  ['photos.example', null, false],
  ['photos.example', 'http', false],
  ['photos.example', 'https', true],
  ['photos.example', 'HTTPS', true],
  ['photos.example', 'https, http', false],
])(
  'a page of %s (X-Forwarded-Proto: %s) gets headers that browsers ignore elsewhere: %s',
  async (host, proto, isTrusted) => {
    // The origin tells what a page is, not how it came here.
    const headers = await headersFor({
      host,
      origin: `https://${host}`,
      ...(proto !== null && { 'x-forwarded-proto': proto }),
    });
    expect(headers).toHaveProperty('content-security-policy');
    expect('cross-origin-opener-policy' in headers).toBe(isTrusted);
    expect('origin-agent-cluster' in headers).toBe(isTrusted);
  },
);

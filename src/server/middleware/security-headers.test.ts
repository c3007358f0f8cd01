import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { pageHeaders } from './security-headers.ts';

/** The names of the headers that a page gets. */
function headersFor(request: { secure: boolean; hostname: string }): string[] {
  const names: string[] = [];
  const response = { setHeader: (name: string) => names.push(name), removeHeader: () => undefined };
  void pageHeaders(request as unknown as Request, response as unknown as Response, () => undefined);
  return names;
}

test.each([
  ['127.0.0.1', false, true],
  ['localhost', false, true],
  ['::1', false, true],
  ['192.168.178.20', false, false],
  ['photos.example', false, false],
  ['photos.example', true, true],
])('a page of %s (https: %s) gets headers that browsers ignore elsewhere: %s', (hostname, secure, isTrusted) => {
  const headers = headersFor({ hostname, secure });
  expect(headers).toContain('Content-Security-Policy');
  expect(headers.includes('Cross-Origin-Opener-Policy')).toBe(isTrusted);
  expect(headers.includes('Origin-Agent-Cluster')).toBe(isTrusted);
});

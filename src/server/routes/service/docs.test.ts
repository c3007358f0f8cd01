import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { errorAnswer } from '../../responses/error-answer.ts';
import { silentLog } from '../../../platform/log.ts';
import type { Services } from '../../services.ts';
import { routes } from '../../http-app.ts';
import { routerOf } from '../../routing/router.ts';
import { docsRoutes } from './docs.ts';

async function served(): Promise<{ url: string; moveTo: (origin: string) => void }> {
  let origin = 'http://127.0.0.1:4380';
  const app = express();
  const services = {
    version: '1.2.3',
    origin: () => origin,
    auth: { sessionCookie: { name: 'crumb', secureName: 'crumb', maxAgeSeconds: 1 } },
  } as Services;
  app.use(
    routerOf(
      docsRoutes(() => routes),
      services,
    ),
    errorAnswer(silentLog()),
  );
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, moveTo: (to) => (origin = to) };
}

test('the document is served as JSON, and not again while it is the same', async () => {
  const { url, moveTo } = await served();
  const first = await fetch(`${url}/openapi.json`);
  expect(first.status).toBe(200);
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await first.json()).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: 'http://127.0.0.1:4380' }],
    components: { securitySchemes: { session: { name: 'crumb' } } },
  });
  const headers = { 'if-none-match': first.headers.get('etag')! };
  expect((await fetch(`${url}/openapi.json`, { headers })).status).toBe(304);
  moveTo('http://127.0.0.1:9999');
  const moved = await fetch(`${url}/openapi.json`, { headers });
  expect(moved.status).toBe(200);
  expect(await moved.json()).toMatchObject({ servers: [{ url: 'http://127.0.0.1:9999' }] });
});

test('the page is HTML under a policy that allows no script', async () => {
  const { url } = await served();
  const page = await fetch(`${url}/docs`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
  expect(await page.text()).toContain('<h1>Safelight API</h1>');
  const again = await fetch(`${url}/docs`, { headers: { 'if-none-match': page.headers.get('etag')! } });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
});

test.each(['/docs', '/openapi.json'])('%s can only be read', async (path) => {
  const { url } = await served();
  const answer = await fetch(url + path, { method: 'POST' });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('GET, HEAD');
  expect(await answer.json()).toMatchObject({ error: 'method_not_allowed' });
  expect((await fetch(url + path, { method: 'HEAD' })).status).toBe(200);
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageRoutes } from './pages.ts';

let folder: string;
let server: Server | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'safelight-pages-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Safelight</title>');
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'assets', 'index-abc123.js'), 'export {};');
});
afterEach(async () => {
  await new Promise((done) => (server ? server.close(done) : done(undefined)));
  server = undefined;
  await rm(folder, { recursive: true });
});

async function serve(webDir: string | null) {
  const app = express();
  app.use(pageRoutes({ webDir }));
  app.use((_req, res) => {
    res.status(404).json({ error: 'not_found' });
  });
  const listening = await new Promise<Server>((resolve) => {
    const started = app.listen(0, '127.0.0.1', () => resolve(started));
  });
  server = listening;
  const { port } = listening.address() as AddressInfo;
  return (path: string, accept = 'text/html,*/*') => fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } });
}

test.each(['/', '/?search=fjord', '/images/12', '/images/12?sort=name'])(
  '%s is the page, asked for anew each time',
  async (path) => {
    const get = await serve(folder);
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toContain('<title>Safelight</title>');
  },
);

test('hashed assets are kept for good', async () => {
  const get = await serve(folder);
  const answer = await get('/assets/index-abc123.js');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-type')).toMatch(/javascript/);
});

test('an unknown address is the page too, but says 404', async () => {
  const get = await serve(folder);
  const answer = await get('/galery');
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
});

test.each([
  '/api/v1/nothing',
  '/oauth/nothing',
  '/.well-known/nothing',
  '/assets/gone-123.js',
  '/robots.txt',
  '/../package.json',
])('%s is not the page', async (path) => {
  const get = await serve(folder);
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
});

test('a program that does not take HTML gets no page for an unknown address', async () => {
  const get = await serve(folder);
  expect((await get('/galery', 'application/json')).headers.get('content-type')).toMatch(/^application\/json/);
});

test.each([
  ['there is no build', null],
  ['the build is gone', '/nonexistent/web'],
])('plain words when %s', async (_when, webDir) => {
  const get = await serve(webDir);
  const answer = await get('/');
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await answer.text()).toContain('npm run build');
  expect((await get('/api/v1/images')).headers.get('content-type')).toMatch(/^application\/json/);
});

import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

test.each(['/', '/?search=fjord', '/images/12', '/images/12?sort=name', '/cull?shown=picks', '/proofs', '/proofs/7'])(
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

/** The raw bytes: fetch would decompress them. */
async function raw(path: string, headers: Record<string, string>, method = 'GET') {
  const { port } = server!.address() as AddressInfo;
  const asked = request({ host: '127.0.0.1', port, path, method, headers }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

const SCRIPT = '/assets/index-abc123.js';

describe('what the build has compressed', () => {
  beforeEach(async () => {
    for (const file of ['index.html', join('assets', 'index-abc123.js')]) {
      await writeFile(join(folder, `${file}.br`), `${file} in Brotli`);
      await writeFile(join(folder, `${file}.gz`), `${file} in gzip`);
    }
    await serve(folder);
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['GZIP', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['zstd', undefined],
    ['', undefined],
  ])('goes out as the client takes it: "%s"', async (accepted, encoding) => {
    for (const [path, file, type] of [
      [SCRIPT, 'assets/index-abc123.js', 'text/javascript; charset=utf-8'],
      ['/images/12', 'index.html', 'text/html; charset=utf-8'],
    ] as const) {
      const { status, headers, body } = await raw(path, { 'accept-encoding': accepted, accept: '*/*' });
      expect([status, headers['content-encoding'], headers['content-type']]).toEqual([200, encoding, type]);
      expect(headers.vary).toBe('Accept-Encoding');
      const inWords = encoding === 'br' ? `${file} in Brotli` : `${file} in gzip`;
      if (encoding === undefined) expect(body.equals(await readFile(join(folder, file)))).toBe(true);
      else expect(body.toString()).toBe(inWords);
      const head = await raw(path, { 'accept-encoding': accepted, accept: '*/*' }, 'HEAD');
      expect({ ...head.headers, date: '' }).toEqual({ ...headers, date: '' });
    }
  });

  test('has a tag for each form, and is not sent again to who has that form', async () => {
    const tags = new Set<string>();
    for (const accepted of ['br', 'gzip', 'identity']) {
      const { etag } = (await raw(SCRIPT, { 'accept-encoding': accepted })).headers;
      tags.add(etag!);
      const again = await raw(SCRIPT, { 'accept-encoding': accepted, 'if-none-match': etag! });
      expect([again.status, again.body.length, again.headers.vary]).toEqual([304, 0, 'Accept-Encoding']);
    }
    expect(tags.size).toBe(3);
  });

  test('is as it was made for who wants a part of it', async () => {
    const { status, headers, body } = await raw(SCRIPT, { 'accept-encoding': 'br', range: 'bytes=0-5' });
    expect([status, headers['content-encoding'], body.toString()]).toEqual([206, undefined, 'export']);
  });

  test('has no address besides', async () => {
    for (const path of [`${SCRIPT}.br`, `${SCRIPT}.gz`, '/index.html.gz']) {
      expect((await raw(path, { 'accept-encoding': 'br' })).status).toBe(404);
    }
  });

  test('is not missed where there is none', async () => {
    const { status, headers } = await raw('/favicon.svg', { 'accept-encoding': 'br, gzip' });
    expect([status, headers['content-encoding'], headers['content-type']]).toEqual([200, undefined, 'image/svg+xml']);
    expect((await raw('/assets/gone-123.js', { 'accept-encoding': 'br' })).status).toBe(404);
  });
});

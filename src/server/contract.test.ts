import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ErrorBody } from '../contract/errors.ts';
import { routes } from './http-app.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

/** Every row of the contract's error table that belongs to a route of this service (modules are tested elsewhere). */
describe('the error table', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const rows: [string, number, string, (app: TestApp) => Promise<{ status: number; body: ErrorBody }>][] = [
    [
      'an unparseable token body',
      400,
      'invalid_request',
      (app) =>
        app.ask('POST', '/oauth/token', {
          scopes: null,
          headers: { 'content-type': 'application/json' },
          body: '{"grant_type":',
        }),
    ],
    [
      'a missing secret',
      400,
      'invalid_request',
      (app) =>
        app.ask('POST', '/oauth/token', {
          scopes: null,
          headers: form,
          body: 'grant_type=client_credentials&client_id=a',
        }),
    ],
    [
      'another grant',
      400,
      'unsupported_grant_type',
      (app) =>
        app.ask('POST', '/oauth/token', {
          scopes: null,
          headers: form,
          body: 'grant_type=password&client_id=a&client_secret=b',
        }),
    ],
    [
      'a scope that the client lacks',
      400,
      'invalid_scope',
      async (app) => {
        const { client_secret } = await app.app.services.clients.add({ id: 'narrow', scope: 'tags:read' });
        const body = { grant_type: 'client_credentials', client_id: 'narrow', client_secret, scope: 'images:read' };
        return app.ask('POST', '/oauth/token', { scopes: null, body });
      },
    ],
    [
      'a wrong secret',
      401,
      'invalid_client',
      (app) =>
        app.ask('POST', '/oauth/token', {
          scopes: null,
          body: { grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' },
        }),
    ],
    ['no token', 401, 'unauthorized', (app) => app.ask('GET', '/api/v1/images', { scopes: null })],
    [
      'a token that is none',
      401,
      'unauthorized',
      (app) => app.ask('GET', '/api/v1/images', { scopes: null, headers: { authorization: 'Bearer nonsense' } }),
    ],
    [
      'a token without the scope',
      403,
      'forbidden',
      (app) => app.ask('GET', '/api/v1/images', { scopes: ['tags:read'] }),
    ],
    ['an id that is no integer', 400, 'invalid_id', (app) => app.ask('GET', '/api/v1/images/one')],
    ['an image that is not there', 404, 'not_found', (app) => app.ask('GET', '/api/v1/images/999')],
    [
      'a queue that cannot be written (refresh)',
      500,
      'queue_error',
      async (app) => {
        await mkdir(app.app.services.queues.refresh.file, { recursive: true });
        return app.ask('POST', '/api/v1/images/1/refresh');
      },
    ],
    [
      'a queue that cannot be written (export)',
      500,
      'queue_error',
      async (app) => {
        await mkdir(app.app.services.queues.exports.file, { recursive: true });
        return app.ask('POST', '/api/v1/images/1/export');
      },
    ],
    [
      'a queue that cannot be written (full)',
      500,
      'queue_error',
      async (app) => {
        await mkdir(app.app.services.queues.exports.file, { recursive: true });
        return app.ask('GET', '/api/v1/images/1/full');
      },
    ],
    [
      'a queue that cannot be written (preview)',
      500,
      'queue_error',
      async (app) => {
        await mkdir(app.app.services.queues.refresh.file, { recursive: true });
        return app.ask('GET', '/api/v1/images/1/preview');
      },
    ],
  ];
  test.each(rows)('%s', async (_name, status, code, provoke) => {
    const app = await startApp({ library: [{ id: 1 }] });
    const answer = await provoke(app);
    expect(answer).toMatchObject({ status, body: { error: code } });
    expect(answer.body.detail).toMatch(/\w{3}/);
  });
});

describe('the order of checks', () => {
  test('is token, scope, id, image, query', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    const wrong = '/api/v1/images/x/preview?size=huge';
    expect((await app.ask('GET', wrong, { scopes: null })).status).toBe(401);
    expect((await app.ask('GET', wrong, { scopes: ['images:read'] })).status).toBe(403);
    expect((await app.ask('GET', wrong)).body).toMatchObject({ error: 'invalid_id' });
    expect((await app.ask('GET', '/api/v1/images/2/preview?size=huge')).body).toMatchObject({ error: 'not_found' });
    expect((await app.ask('GET', '/api/v1/images/1/preview?size=huge')).body).toMatchObject({ error: 'invalid_query' });
  });

  test('follows from what is declared: each route of an image names it, and whoever reads a module names that', () => {
    const ofImages = routes.filter(({ path }) => path.startsWith('/api/v1/images/:id/'));
    expect(ofImages.filter(({ image }) => image === undefined).map(({ id }) => id)).toEqual([]);
    const reading = ofImages.filter(({ method, path }) => method === 'get' && path.includes('/:op'));
    expect(reading.map(({ id, module }) => [id, module])).toEqual([
      ['getModule', 'read'],
      ['getModuleDefaults', 'read'],
      ['getModuleInput', 'read'],
      ['getModuleHistogram', 'read'],
      ['getModuleShapes', 'read'],
      ['getConversion', 'read'],
    ]);
  });

  test('of a module that is read has it before the query', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    for (const what of ['', '/conversion', '/defaults', '/input', '/histogram', '/shapes'])
      expect((await app.ask('GET', `/api/v1/images/1/modules/nothing${what}?instance=x`)).body).toMatchObject({
        error: 'module_not_found',
      });
  });

  test('needs a token before it says whether a route exists', async () => {
    const app = await startApp();
    expect((await app.ask('GET', '/api/v1/nothing', { scopes: null })).status).toBe(401);
  });
});

describe('image ids', () => {
  const notIntegers = [
    '1.0',
    '0x10',
    '1e3',
    '+1',
    '%201',
    '1%20',
    '1_0',
    '٣',
    '--1',
    '-',
    '1,0',
    'NaN',
    '%00',
    '9223372036854775808',
    '-9223372036854775809',
    '01',
  ];
  test.each(notIntegers)('%s is no integer', async (id) => {
    const app = await startApp({ library: [{ id: 1 }] });
    expect(await app.ask('GET', `/api/v1/images/${id}`)).toMatchObject({ status: 400, body: { error: 'invalid_id' } });
  });

  test.each(['0', '-1', '2', '4294967297', '9007199254740993', '9223372036854775807'])(
    '%s is an integer without an image',
    async (id) => {
      const app = await startApp({ library: [{ id: 1 }] });
      expect(await app.ask('GET', `/api/v1/images/${id}`)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    },
  );

  test('a broken percent escape is a wrong id, not an accident', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    expect(await app.ask('GET', '/api/v1/images/%zz')).toMatchObject({ status: 400, body: { error: 'invalid_id' } });
  });
});

describe('query parameters', () => {
  const wrong: [string, RegExp][] = [
    ['limit=0', /limit: .*at least 1/],
    ['limit=501', /limit: .*at most 500/],
    ['limit=1e2', /limit/],
    ['limit=', /limit/],
    ['limit=99999999999999999999', /limit/],
    ['offset=-1', /offset/],
    ['rating=6', /rating: .*at most 5/],
    ['rating_min=-2', /rating_min/],
    ['from=2024-13-01', /from: .*ISO date/],
    ['from=2024-02-30', /from/],
    ['to=yesterday', /to/],
    ['to=2024-05-01T25:00', /to/],
    ['from=2024-05-01T10:00:00Z', /from/],
    ['color_label=pink', /color_label: .*red, yellow/],
    ['color_label=5', /color_label/],
    ['is_raw=yes', /is_raw: .*true, false, 1 or 0/],
    ['is_edited=', /is_edited: .*true, false, 1 or 0/],
    ['has_tag=some', /has_tag: .*true, false, 1 or 0/],
    ['undecided=yes', /undecided: .*true, false, 1 or 0/],
    ['changed_since=yesterday', /changed_since: .*ISO date.* with a zone .* or without/],
    ['changed_since=2024-02-30T10:00Z', /changed_since: .*ISO date/],
    ['changed_since=2024-05-01T10:00%2B24:00', /changed_since/],
    ['changed_since=2024-05-01T10:00%20Europe/Berlin', /changed_since/],
    ['changed_since=2024-05-01Z', /changed_since/],
    ['changed_since=1714564800000', /changed_since/],
    ['changed_since=', /changed_since/],
    ['group=members', /group: .*leaders/],
    ['group=leaders,leaders', /group/],
    ['has_tag=true&has_tag=false', /has_tag: may be given once only/],
    ['has_tags=true', /has_tags: no such parameter, did you mean has_tag\?/],
    ['sort_by=size', /sort_by: .*filename/],
    ['sort_dir=up', /sort_dir: .*asc or desc/],
    ['film_id=-1', /film_id/],
    ['limit=5&limit=6', /limit: may be given once only/],
    ['rating_mim=2', /rating_mim: no such parameter, did you mean rating_min\?/],
    ['page=2&limit=0', /page: no such parameter.*|limit/],
  ];
  test('each wrong value is named with what is allowed', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    for (const [query, detail] of wrong) {
      const answer = await app.ask<ErrorBody>('GET', `/api/v1/images?${query}`);
      expect(answer, query).toMatchObject({ status: 400, body: { error: 'invalid_query' } });
      expect(answer.body.detail).toMatch(detail);
    }
  });

  test('all wrong ones are named at once', async () => {
    const app = await startApp();
    const { body } = await app.ask<ErrorBody>('GET', '/api/v1/images?limit=0&rating=9&colour=red');
    expect(body.detail).toMatch(/limit/);
    expect(body.detail).toMatch(/rating/);
    expect(body.detail).toMatch(/colour/);
  });

  test('tags and film rolls refuse the same way', async () => {
    const app = await startApp();
    expect(await app.ask('GET', '/api/v1/tags?limit=0')).toMatchObject({
      status: 400,
      body: { error: 'invalid_query' },
    });
    expect(await app.ask('GET', '/api/v1/films?serch=x')).toMatchObject({
      status: 400,
      body: { error: 'invalid_query' },
    });
  });
});

describe('bodies', () => {
  test('more than 1 MiB is refused', async () => {
    const app = await startApp();
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const answer = await app.ask('POST', '/oauth/token', {
        scopes: null,
        headers: { 'content-type': type },
        body: `grant_type=${'x'.repeat(2 ** 20 + 1)}`,
      });
      expect(answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
    }
  });

  test('a job without a body ignores one', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    expect((await app.ask('POST', '/api/v1/images/1/refresh', { body: { anything: true } })).status).toBe(202);
  });
});

describe('answers', () => {
  test('JSON says so with its charset, liveness needs no token', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    const health = await app.ask<{ status: string; timestamp: number }>('GET', '/health', { scopes: null });
    expect(health.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(health.body.status).toBe('ok');
    expect(Math.abs(health.body.timestamp - Date.now() / 1000)).toBeLessThan(5);
    const list = await app.ask('GET', '/api/v1/images');
    expect(list.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const error = await app.ask('GET', '/api/v1/images', { scopes: null });
    expect(error.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('a list that has not changed is 304, one that has is sent again', async () => {
    const app = await startApp({ library: [{ id: 1, stars: 1 }] });
    const first = await app.ask<{ total: number }>('GET', '/api/v1/images');
    const etag = first.headers.get('etag')!;
    expect((await app.ask('GET', '/api/v1/images', { headers: { 'if-none-match': etag } })).status).toBe(304);
    app.library.change('UPDATE images SET flags = flags | 5 WHERE id = 1');
    await app.app.services.index.settled();
    const changed = await app.ask('GET', '/api/v1/images', { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    const one = await app.ask('GET', '/api/v1/images/1');
    expect(
      (await app.ask('GET', '/api/v1/images/1', { headers: { 'if-none-match': one.headers.get('etag')! } })).status,
    ).toBe(304);
  });

  test('what has no tag is never 304, a queued export least of all', async () => {
    const { ask } = await startApp({ library: [{ id: 1 }] });
    const headers = { 'if-none-match': '*' };
    for (const path of ['/api/v1/library', '/health', '/api/v1/admin/queues']) {
      expect((await ask('GET', path, { headers, scopes: ['images:read', 'admin'] })).status, path).toBe(200);
    }
    expect((await ask('GET', '/api/v1/images/1/full', { headers })).status).toBe(202);
    expect((await ask('GET', '/api/v1/images/1', { headers })).status).toBe(304);
  });

  test('Link leads through the whole list', async () => {
    const app = await startApp({ library: Array.from({ length: 25 }, (_, at) => ({ id: at + 1 })) });
    const seen: number[] = [];
    let path: string | undefined = '/api/v1/images?limit=10&sort_by=id';
    while (path) {
      const { headers, body }: { headers: Headers; body: { items: { id: number }[] } } = await app.ask('GET', path);
      seen.push(...body.items.map(({ id }) => id));
      const link: string = headers.get('link')!;
      expect(link).toMatch(/rel="first"/);
      expect(link).toMatch(/offset=20>; rel="last"/);
      path = /<([^>]+)>; rel="next"/.exec(link)?.[1];
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
  });

  test('another method is told which ones there are', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    const answer = await app.ask('DELETE', '/api/v1/images/1');
    expect(answer).toMatchObject({ status: 405, body: { error: 'method_not_allowed' } });
    expect(answer.headers.get('allow')).toBe('GET, HEAD, PATCH');
  });
});

describe('refresh, export, full', () => {
  test('queue the id and say so; a finished export is served and deleted by the next request for one', async () => {
    const app = await startApp({ library: [{ id: 7, filename: 'IMG_0007.CR2' }] });
    const { queues, exports } = app.app.services;
    const refresh = await app.ask('POST', '/api/v1/images/7/refresh');
    expect(refresh).toMatchObject({
      status: 202,
      body: { status: 'accepted', image_id: 7, filename: 'IMG_0007.CR2', queue: queues.refresh.file },
    });
    expect(await readFile(queues.refresh.file, 'utf8')).toBe('7\n');

    const waiting = await app.ask('GET', '/api/v1/images/7/full');
    expect(waiting).toMatchObject({
      status: 202,
      body: { status: 'queued', image_id: 7, filename: 'IMG_0007.CR2', retry_after: 5 },
    });
    expect(waiting.headers.get('retry-after')).toBe('5');
    expect(await readFile(queues.exports.file, 'utf8')).toBe('7\n');

    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    await writeFile(join(exports().folder, '7.jpg'), picture);
    const full = await app.ask<Buffer>('GET', '/api/v1/images/7/full');
    expect(full.status).toBe(200);
    expect(full.headers.get('content-type')).toBe('image/jpeg');
    expect(full.headers.get('content-disposition')).toBe('attachment; filename=IMG_0007.jpg');
    expect(full.body.equals(picture)).toBe(true);

    expect(await app.ask('POST', '/api/v1/images/7/export')).toMatchObject({
      status: 202,
      body: { status: 'accepted', image_id: 7 },
    });
    expect((await app.ask('GET', '/api/v1/images/7/full')).status).toBe(202);
  });

  test('a preview that nobody has is queued', async () => {
    const app = await startApp({ library: [{ id: 7 }] });
    const answer = await app.ask('GET', '/api/v1/images/7/preview');
    expect(answer).toMatchObject({ status: 202, body: { status: 'generating', image_id: 7, retry_after: 4 } });
    expect(answer.headers.get('retry-after')).toBe('4');
    expect(await readFile(app.app.services.queues.refresh.file, 'utf8')).toBe('7\n');
  });
});

describe('a library in trouble', () => {
  test('is told in words, and is picked up when it appears, is replaced and comes back', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    const { services } = app.app;
    expect((await app.get<{ total: number }>('/api/v1/images')).total).toBe(1);

    const kept = await readFile(app.library.file);
    await rm(app.library.file);
    await expect.poll(() => services.library.state().status).toBe('problem');
    const answer = await app.ask<ErrorBody>('GET', '/api/v1/images/1');
    expect(answer).toMatchObject({ status: 503, body: { error: 'library_unavailable' } });
    expect(answer.body.detail).toContain(app.library.file);
    expect(await app.get('/api/v1/library')).toMatchObject({ state: 'unavailable' });
    expect((await app.ask('GET', '/health', { scopes: null })).status).toBe(200);

    await writeFile(app.library.file, 'this is no database');
    await expect
      .poll(async () => (await app.get<{ message: string }>('/api/v1/library')).message)
      .toMatch(/not a darktable library|no darktable library/i);

    await writeFile(app.library.file, kept);
    await expect.poll(() => services.library.state().status).toBe('ready');
    await expect.poll(async () => (await app.ask('GET', '/api/v1/images/1')).status).toBe(200);
  });

  test('an unreadable one says so', async () => {
    const app = await startApp({ library: [{ id: 1 }] });
    // root can read everything, so a folder stands in for an unreadable file.
    await rm(app.library.file);
    await mkdir(app.library.file);
    await chmod(app.library.file, 0o000);
    // Whoever is not root could not remove it.
    onTestFinished(() => chmod(app.library.file, 0o755));
    await expect.poll(() => app.app.services.library.state()).toMatchObject({ status: 'problem' });
  });
});

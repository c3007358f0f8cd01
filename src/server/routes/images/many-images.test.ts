import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ManyAccepted } from '../../../contract/many-images.ts';
import { MOST_IDS, MOST_MISSING } from '../../../contract/most-ids.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { FixtureImage } from '../../../testing/library-fixture.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const images: FixtureImage[] = [
  { id: 1, stars: 1, taken: '2024-05-01T10:00:00' },
  { id: 2, stars: 4, taken: '2024-05-02T10:00:00', raw: true, groupId: 3, changed: Date.UTC(2024, 4, 5, 12) },
  { id: 3, stars: 5, taken: '2024-05-03T10:00:00', tags: ['places|iceland'] },
  { id: 4, rejected: true, taken: '2024-05-04T10:00:00' },
];

const jobs = ['refresh', 'export'] as const;
type Job = (typeof jobs)[number];

const post = <Body = ManyAccepted>(app: TestApp, job: Job, body: unknown, scopes?: readonly string[] | null) =>
  app.ask<Body>('POST', `/api/v1/images/${job}`, {
    ...(body !== undefined && { body }),
    ...(scopes !== undefined && { scopes }),
  });

/** The ids in a queue file; no such file: none. */
function queued(app: TestApp, job: Job): number[] {
  const file = join(app.dataDir, 'queues', `${job}.queue`);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number);
}

describe.each(jobs)('%s of many images', (job) => {
  test('by their ids, in the order that was asked for', async () => {
    const app = await startApp({ library: images });
    const answer = await post(app, job, { ids: [3, 99, 1, -7] });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(ManyAccepted.parse(answer.body)).toMatchObject({ queued: 2, waiting: 0, missing: 2, missing_ids: [99, -7] });
    expect(queued(app, job)).toEqual([3, 1]);
    expect(queued(app, job === 'refresh' ? 'export' : 'refresh')).toEqual([]);
  });

  test.each<[string, Record<string, unknown>, number[]]>([
    ['all of them, the newest first', {}, [4, 3, 2, 1]],
    ['numbers as JSON has them', { rating_min: 4, sort_by: 'id' }, [2, 3]],
    ['numbers as the list takes them', { rating_min: '4', sort_by: 'id', sort_dir: 'desc' }, [3, 2]],
    ['true', { is_raw: true }, [2]],
    ['a branch of tags', { tag: 'places' }, [3]],
    ['decided ones without a tag', { undecided: false, has_tag: false, sort_by: 'id' }, [1, 2, 4]],
    ['those that lead their group', { group: 'leaders', sort_by: 'id' }, [1, 3, 4]],
    ['those that were changed', { changed_since: '2024-05-05T14:00:00+02:00' }, [2]],
    ['none', { rating: 3 }, []],
  ])('by a filter: %s', async (_name, filter, expected) => {
    const app = await startApp({ library: images });
    const { status, body } = await post(app, job, { filter });
    expect({ status, body }).toMatchObject({
      status: 202,
      body: { queued: expected.length, waiting: 0, missing: 0, missing_ids: [] },
    });
    expect(queued(app, job)).toEqual(expected);
  });

  test('what waits already is told and not queued twice', async () => {
    const app = await startApp({ library: images });
    await app.ask('POST', `/api/v1/images/2/${job}`);
    expect((await post(app, job, { filter: {} })).body).toMatchObject({ queued: 3, waiting: 1 });
    expect((await post(app, job, { ids: [1, 2, 50] })).body).toMatchObject({ queued: 0, waiting: 2, missing: 1 });
    expect(queued(app, job)).toEqual([2, 4, 3, 1]);
  });

  test('of ids that no image has the first are listed', async () => {
    const app = await startApp({ library: images });
    const ids = Array.from({ length: MOST_IDS }, (_, at) => at + 2);
    const { body } = await post(app, job, { ids });
    expect(body).toMatchObject({ queued: 3, missing: MOST_IDS - 3 });
    expect(body.missing_ids).toEqual(ids.slice(3, 3 + MOST_MISSING));
    const none = await post(app, job, { ids: [1000] });
    expect(none.body).toMatchObject({ queued: 0, waiting: 0, missing: 1, missing_ids: [1000] });
  });

  test('who may: what the single one asks for, and before the body is looked at', async () => {
    const app = await startApp({ library: images });
    const none = await post<ErrorBody>(app, job, 'nonsense', null);
    expect(none).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    const other = await post<ErrorBody>(app, job, 'nonsense', ['images:read', 'previews:read']);
    expect(other).toMatchObject({ status: 403, body: { error: 'forbidden' } });
    expect(other.body.detail).toContain('cache:refresh');
    // How many images a filter finds reveals what is in the library.
    const blind = await post<ErrorBody>(app, job, { filter: { search: 'iceland' } }, ['cache:refresh']);
    expect(blind).toMatchObject({ status: 403, body: { error: 'forbidden' } });
    expect(blind.body.detail).toContain('images:read');
    expect(await post(app, job, { ids: [99] }, ['cache:refresh'])).toMatchObject({ status: 202, body: { missing: 1 } });
    await app.app.settings.update({ readOnly: true });
    expect(await post(app, job, { ids: [1] })).toMatchObject({ status: 403, body: { error: 'read_only' } });
    expect(await post(app, job, { ids: [1] }, ['images:read'])).toMatchObject({ body: { error: 'forbidden' } });
    expect(queued(app, job)).toEqual([]);
  });

  test('other methods', async () => {
    const app = await startApp({ library: images });
    const gone = await app.ask('DELETE', `/api/v1/images/${job}`);
    expect(gone).toMatchObject({ status: 405, body: { error: 'method_not_allowed' } });
    expect(gone.headers.get('allow')).toBe('POST');
    // The contract treats this as an image id.
    expect(await app.ask('GET', `/api/v1/images/${job}`)).toMatchObject({ status: 400, body: { error: 'invalid_id' } });
  });

  test('a queue that cannot be written', async () => {
    const app = await startApp({ library: images });
    mkdirSync(join(app.dataDir, 'queues', `${job}.queue`), { recursive: true });
    const { status, body } = await post<ErrorBody>(app, job, { ids: [1, 2] });
    expect({ status, body }).toMatchObject({ status: 500, body: { error: 'queue_error' } });
    expect(body.detail).toContain(`${job}.queue`);
  });
});

describe('a bad body is told with everything that is wrong', () => {
  const cases: [string, unknown, Record<string, RegExp>][] = [
    ['neither', {}, { ids: /ids or filter/ }],
    ['both', { ids: [1], filter: {} }, { filter: /not both/ }],
    ['unknown names', { id: [1], ids: [1], all: true }, { id: /did you mean ids/, all: /no such field/ }],
    ['no list', { ids: 4 }, { ids: /list/ }],
    ['an empty list', { ids: [] }, { ids: /at least one/ }],
    ['too many', { ids: Array.from({ length: MOST_IDS + 1 }, (_, at) => at) }, { ids: /at most 10000/ }],
    [
      'no integers',
      { ids: [1, '2', 3.5, null, [4], 2 ** 53] },
      { 'ids.1': /integer/, 'ids.2': /integer/, 'ids.3': /integer/, 'ids.4': /integer/, 'ids.5': /integer/ },
    ],
    ['one twice', { ids: [5, 6, 5] }, { 'ids.2': /5 is repeated/ }],
    ['a filter of another kind', { filter: 'rating_min=4' }, { filter: /object/ }],
    [
      'parameters',
      {
        filter: {
          rating_min: 6,
          ratng: 4,
          is_raw: 'maybe',
          from: {},
          search: null,
          film_id: 1.5,
          group: true,
          changed_since: 5,
        },
      },
      {
        'filter.rating_min': /at most 5/,
        'filter.ratng': /did you mean rating/,
        'filter.is_raw': /true, false, 1 or 0/,
        'filter.from': /a text, a number, true or false/,
        'filter.search': /a text, a number, true or false/,
        'filter.film_id': /whole number/,
        'filter.group': /must be leaders/,
        'filter.changed_since': /ISO date/,
      },
    ],
    [
      'pages',
      { filter: { limit: 5, offset: 10 } },
      { 'filter.limit': /not allowed here/, 'filter.offset': /not allowed here/ },
    ],
    [
      'names that objects have by themselves',
      '{"filter":{"__proto__":1,"constructor":{}}}',
      { 'filter.constructor': /no such parameter/, 'filter.__proto__': /no such parameter/ },
    ],
  ];
  test.each(cases)('%s', async (_name, body, faults) => {
    const app = await startApp({ library: images });
    const answer = await app.ask<ErrorBody>('POST', '/api/v1/images/export', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_body' } });
    for (const [name, complaint] of Object.entries(faults)) {
      expect(answer.body.fields?.[name]).toMatch(complaint);
      expect(answer.body.detail).toContain(`${name}: `);
    }
    expect(queued(app, 'export')).toEqual([]);
  });

  test.each<[string, unknown, Record<string, string>]>([
    ['no body', undefined, {}],
    ['no JSON', '{"ids":[1,', { 'content-type': 'application/json' }],
    ['a list', [1, 2], {}],
    ['a form', 'ids=1', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('%s', async (_name, body, headers) => {
    const app = await startApp({ library: images });
    const answer = await app.ask('POST', '/api/v1/images/refresh', { ...(body !== undefined && { body }), headers });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_body' } });
  });

  test('a thousand mistakes make no long answer', async () => {
    const app = await startApp({ library: images });
    const { body } = await post<ErrorBody>(app, 'refresh', { ids: Array.from({ length: 1000 }, () => 'x') });
    expect(Object.keys(body.fields ?? {})).toHaveLength(50);
    expect(body.detail).toContain('and 950 more');
  });

  test('more than a mebibyte', async () => {
    const app = await startApp({ library: images });
    const answer = await post(app, 'refresh', { filter: { search: 'x'.repeat(2 ** 20) } });
    expect(answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
  });
});

describe('exports from before', () => {
  test('are deleted, of the images that were asked for and no others', async () => {
    const app = await startApp({ library: images });
    const folder = join(app.dataDir, 'exports');
    mkdirSync(folder, { recursive: true });
    for (const name of ['1.jpg', '2.jpg', '4.jpg', '99.jpg', 'notes.txt']) writeFileSync(join(folder, name), 'x');
    await post(app, 'export', { ids: [1, 3, 99] });
    const left = ['1.jpg', '2.jpg', '4.jpg', '99.jpg', 'notes.txt'].filter((name) => existsSync(join(folder, name)));
    // 99 is not an image: a file with its name is not ours.
    expect(left).toEqual(['2.jpg', '4.jpg', '99.jpg', 'notes.txt']);
    await post(app, 'refresh', { filter: {} });
    expect(existsSync(join(folder, '2.jpg'))).toBe(true);
  });

  test('one that cannot be deleted is told, and nothing is queued', async () => {
    const app = await startApp({ library: images });
    mkdirSync(join(app.dataDir, 'exports', '2.jpg', 'deep'), { recursive: true });
    const { status, body } = await post<ErrorBody>(app, 'export', { filter: {} });
    expect({ status, body }).toMatchObject({ status: 500, body: { error: 'queue_error' } });
    expect(body.detail).toContain('2.jpg');
    expect(queued(app, 'export')).toEqual([]);
  });
});

test('a library that cannot be read', async () => {
  const app = await startApp({ library: { file: '/nowhere/library.db' } });
  expect(await post(app, 'refresh', { ids: [1] })).toMatchObject({
    status: 503,
    body: { error: 'library_unavailable' },
  });
});

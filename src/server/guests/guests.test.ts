import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { UNMARKED } from '../../contract/proofs.ts';
import { cookieOf, guestStage, jsonOf, type GuestAnswer } from '../../testing/guest-stage.ts';
import { filesOf } from '../../testing/zip-files.ts';
import { guestRoutes } from './guest-routes.ts';
import { LINK_LIMITS } from './link-budget.ts';

const PASSWORD = 'Zwei Ringe';
const COMMENT = '0b8a1e6e-0f2c-4a7e-9a43-0d2a4d3f6c11';

/** Each route with each value of its parts. */
const requestsFor = (key: string) =>
  guestRoutes.flatMap(({ method, path }) => {
    const filled = path.replace(':key', key).replace(':id', COMMENT);
    const paths = filled.includes(':size')
      ? ['tile', 'screen', 'large'].map((size) => filled.replace(':size', size))
      : filled.includes(':quality')
        ? ['web', 'full'].map((quality) => filled.replace(':quality', quality))
        : [filled];
    return paths.map((below) => ({ method, below }));
  });
const BODIES: Record<string, object> = {
  mark: { ...UNMARKED, favorite: true, version: 0 },
  comment: { id: COMMENT, picture: 'x', text: 'hello', point: null, on: null },
  'final-text': { text: 'thanks' },
};
const bodyFor = (below: string) => BODIES[below.split('/')[0]!];

const everything: Parameters<Awaited<ReturnType<typeof guestStage>>['guest']>[0] = {
  title: 'Anna & "Ben"',
  downloads: 'full',
  archive: true,
  link_preview: 'picture',
};

test('a couple comes in, looks, marks, comments, downloads and is done', async () => {
  const stage = await guestStage(3);
  const { path, cookie, keys } = await stage.guest(everything);
  const { ask } = stage;
  const state = await ask('GET', `${path}/state`, { cookie });
  expect(jsonOf(state)).toMatchObject({ is: 'open', name: 'Anna', title: 'Anna & "Ben"' });
  const again = await ask('GET', `${path}/state`, { cookie, headers: { 'if-none-match': state.headers.etag! } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  const [key = ''] = keys;
  const picture = await ask('GET', `${path}/picture/${key}/tile?v=1`, { cookie });
  expect(picture.body.toString()).toBe(`tile of ${key}`);
  expect(picture.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-cache' });
  const known = await ask('GET', `${path}/picture/${key}/tile`, {
    cookie,
    headers: { 'if-none-match': picture.headers.etag! },
  });
  expect(known.status).toBe(304);
  const marked = await ask('PUT', `${path}/mark/${key}`, { cookie, body: bodyFor('mark')! });
  expect(jsonOf(marked)).toMatchObject({ favorite: true, version: 1 });
  const older = { ...UNMARKED, stars: 0, verdict: null, favorite: false, version: 0 };
  const refused = await ask('PUT', `${path}/mark/${key}`, { cookie, body: older });
  expect([refused.status, jsonOf(refused)]).toMatchObject([409, { why: 'newer', mark: { favorite: true } }]);
  const comment = { ...bodyFor('comment'), picture: key };
  expect((await ask('POST', `${path}/comment`, { cookie, body: comment })).status).toBe(200);
  expect((await ask('DELETE', `${path}/comment/${COMMENT}`, { cookie })).status).toBe(204);
  expect((await ask('PUT', `${path}/final-text`, { cookie, body: { text: 'thanks' } })).status).toBe(204);
  expect((await ask('POST', `${path}/visit`, { cookie })).status).toBe(204);
  const one = await ask('GET', `${path}/download/${key}/full`, { cookie });
  expect(one.body.toString()).toBe(`full of ${key}`);
  expect(one.headers['content-disposition']).toMatch(/^attachment; filename="/);
  const done = await ask('POST', `${path}/done`, { cookie });
  expect(jsonOf(done)).toMatchObject({ is: 'open', is_done: true, final_text: 'thanks' });
  expect((await ask('PUT', `${path}/mark/${key}`, { cookie, body: { ...older, version: 1 } })).status).toBe(409);
});

test('a second device comes in by a code, once, as the same guest', async () => {
  const stage = await guestStage(1);
  const { path, cookie } = await stage.guest({ password: PASSWORD });
  const { code } = jsonOf(await stage.ask('POST', `${path}/code`, { cookie })) as { code: string };
  const second = await stage.ask('POST', `${path}/enter`, { body: { code } });
  expect(jsonOf(second)).toMatchObject({ is: 'open', name: 'Anna' });
  const third = await stage.ask('POST', `${path}/enter`, { body: { code } });
  expect([third.status, jsonOf(third)]).toEqual([403, { why: 'code' }]);
});

describe('who has no link', () => {
  test('10,000 forged links lead to the same page, and to nothing', async () => {
    const stage = await guestStage(1);
    const { made } = await stage.guest();
    const forged = () => randomBytes(33).toString('base64').replaceAll(/[+/=]/g, '').padEnd(22, 'a').slice(0, 22);
    for (let at = 0; at < 10_000; at++) expect(stage.door.link(forged())).toBeNull();
    const pages = new Set<string>();
    for (let at = 0; at < 20; at++) {
      const secret = forged();
      const page = await stage.ask('GET', `/p/${secret}`);
      pages.add(`${page.status} ${page.body.toString()}`);
      for (const { method, below } of requestsFor('key'))
        expect((await stage.ask(method, `/p/${secret}/${below}`, { body: bodyFor(below) ?? '' })).status).toBe(404);
    }
    expect([...pages]).toEqual([expect.stringMatching(/^404 <!doctype html>/)]);
    expect((await stage.proofs.find(made.proof.id)).guests_seen).toBe(1);
  });

  test('another spelling of an address opens nothing', async () => {
    const stage = await guestStage(1);
    const { path: link, cookie } = await stage.guest();
    const path = `${link}/state`;
    expect((await stage.ask('GET', path, { cookie })).status).toBe(200);
    const spellings = [
      path.replace('/p/', '/P/'),
      path.toUpperCase(),
      `/${path}`,
      path.replace('/p/', '//p/'),
      path.replace('/p/', '/p//'),
      path.replace('/p/', '/p%2f'),
      path.replace('/p/', '/%70/'),
      path.replace('/p/', '/./p/'),
      path.replace('/p/', '/x/../p/'),
      `http://127.0.0.1${path}`,
      path.replace('/state', '/./state'),
      path.replace('/state', '//state'),
      path.replace('/state', '%2fstate'),
      path.replace('/state', '/state/'),
      path.replace('/state', '/State'),
      path.replace('/state', ';a/state'),
      path.replace('/state', '/stat%65'),
    ];
    for (const spelling of spellings)
      expect([spelling, (await stage.ask('GET', spelling, { cookie })).status]).toEqual([spelling, 404]);
  });

  test('nothing else of Safelight is there', async () => {
    const stage = await guestStage(1);
    for (const path of [
      '/',
      '/p',
      '/p/',
      '/p/a',
      '/p/a/',
      '/health',
      '/api/v1',
      '/api/v1/images',
      '/session',
      '/docs',
      '/mcp',
    ])
      expect([path, (await stage.ask('GET', path)).status]).toEqual([path, 404]);
    for (const name of [
      'index.html',
      '../index.html',
      'assets/../index.html',
      'assets/%2e%2e/index.html',
      'assets/main-abcd1234.js.br',
    ])
      expect([name, (await stage.ask('GET', `/p/a/${name}`)).status]).toEqual([name, 404]);
  });
});

describe('who has the link and not the password', () => {
  test('sees the form on every route, whatever else is asked for', async () => {
    const stage = await guestStage(2);
    const inside = await stage.guest({ ...everything, password: PASSWORD });
    const { path, keys, made } = inside;
    const neutral = await stage.ask('GET', `/p/${'a'.repeat(22)}`);
    const page = await stage.ask('GET', path);
    expect([page.status, page.body.toString()]).toEqual([200, neutral.body.toString()]);
    expect(jsonOf(await stage.ask('GET', `${path}/state`))).toEqual({ is: 'closed', needs: ['password', 'name'] });
    const told: GuestAnswer[] = [page, await stage.ask('GET', `${path}/preview.jpg`)];
    const { etag = '' } = (await stage.ask('GET', `${path}/picture/${keys[0]!}/tile`, { cookie: inside.cookie }))
      .headers;
    for (const { method, below } of requestsFor(keys[0]!))
      for (const headers of [{}, { 'if-none-match': etag }, { 'if-none-match': '*' }, { range: 'bytes=0-1' }]) {
        const answer = await stage.ask(method, `${path}/${below}`, { headers, body: bodyFor(below) ?? '' });
        expect([below, answer.status, answer.body.length]).toEqual([below, 404, 0]);
        told.push(answer);
      }
    const all = told.map(({ body, raw }) => body.toString() + raw.join()).join();
    for (const secret of ['Anna', 'Ben', '.raw', keys[0]!, etag, stage.it.folder]) expect(all).not.toContain(secret);
    const { guests_seen, marked } = await stage.proofs.find(made.proof.id);
    expect([guests_seen, marked]).toEqual([1, 0]);
  });

  test('is told at the fifth wrong one to wait; the right one opens all the same, from every address', async () => {
    const stage = await guestStage(1);
    const { path } = await stage.guest({ password: PASSWORD });
    const enter = (address: string, password: string) =>
      stage.askOutside('POST', `${path}/enter`, { address, body: { name: 'Ben', password } });
    for (let at = 0; at < 5; at++) expect(jsonOf(await enter('2001:db8::1', 'wrong'))).toEqual({ why: 'password' });
    expect(stage.waited).toEqual([]);
    // Another address of the same network.
    const sixth = await enter('2001:db8::ffff', 'wrong');
    expect([sixth.status, jsonOf(sixth)]).toEqual([429, { why: 'wait' }]);
    expect(Number(sixth.headers['retry-after'])).toBe(12);
    expect(stage.waited).toEqual([12_000]);
    expect((await enter('2001:db8:0:1::1', 'wrong')).status).toBe(403);
    expect(stage.waited).toHaveLength(1);
    expect((await enter('2001:db8:0:2::1', ` ${PASSWORD.normalize('NFD')} `)).status).toBe(200);
    expect((await enter('2001:db8::1', PASSWORD)).status).toBe(200);
    expect(stage.waited).toHaveLength(2);
  });

  test('what a stranger says of addresses counts for nothing without a trusted proxy', async () => {
    const stage = await guestStage(1, { trusted: [] });
    const { path } = await stage.guest({ password: PASSWORD });
    const answer = await stage.askOutside('POST', `${path}/enter`, { body: { name: 'Ben', password: PASSWORD } });
    expect([answer.status, jsonOf(answer)]).toEqual([403, { why: 'not-secure' }]);
  });

  test('a password does not come in over a connection that everybody can read', async () => {
    const stage = await guestStage(1);
    const { path } = await stage.guest({ password: PASSWORD });
    for (const [method, below] of [
      ['GET', 'state'],
      ['POST', 'enter'],
    ] as const) {
      const body = { name: 'Ben', password: PASSWORD };
      const answer = await stage.askOutside(method, `${path}/${below}`, { scheme: 'http', body });
      expect([answer.status, jsonOf(answer)]).toEqual([403, { why: 'not-secure' }]);
    }
    expect((await stage.askOutside('GET', `${path}/state`)).status).toBe(200);
    const { path: open } = await stage.guest();
    expect((await stage.askOutside('GET', `${open}/state`, { scheme: 'http' })).status).toBe(200);
  });

  test('a password in the address is not looked at', async () => {
    const stage = await guestStage(1);
    const { path } = await stage.guest({ password: PASSWORD });
    const asked = `password=${encodeURIComponent(PASSWORD)}&name=Ben`;
    expect(jsonOf(await stage.ask('GET', `${path}/state?${asked}`))).toMatchObject({ is: 'closed' });
    expect((await stage.ask('POST', `${path}/enter?${asked}`)).status).toBe(400);
    const form = { body: asked, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await stage.ask('POST', `${path}/enter`, form)).status).toBe(400);
  });
});

describe('who looks at links for others', () => {
  test('changes nothing by fetching it, and shows what the photographer chose', async () => {
    const stage = await guestStage(2);
    const { made, path, keys } = await stage.guest(everything);
    const before = await stage.proofs.find(made.proof.id);
    const page = await stage.ask('GET', `${path}?fbclid=1`);
    expect(page.body.toString()).toContain('<meta property="og:title" content="Anna &#38; &#34;Ben&#34;">');
    expect(page.body.toString()).toContain(`content="https://proofs.example.org${path}/preview.jpg"`);
    expect((await stage.ask('GET', `${path}/preview.jpg`)).body.toString()).toMatch(/^tile of /);
    expect(page.headers['set-cookie']).toBeUndefined();
    await stage.ask('HEAD', path);
    await stage.ask('GET', `${path}/state`);
    for (const { below } of requestsFor(keys[0]!))
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const { status, headers } = await stage.ask(method, `${path}/${below}`);
        expect([below, status, headers['set-cookie']]).toEqual([below, 404, undefined]);
      }
    expect(await stage.proofs.find(made.proof.id)).toEqual(before);
    const neutral = await stage.guest({ ...everything, link_preview: 'neutral' });
    expect((await stage.ask('GET', neutral.path)).body.toString()).not.toContain('og:');
    expect((await stage.ask('GET', `${neutral.path}/preview.jpg`)).status).toBe(404);
  });

  test('is told on every answer to keep it out of lists, caches and other pages', async () => {
    const stage = await guestStage(1);
    const { path, cookie, keys } = await stage.guest(everything);
    const paths = ['/', path, `${path}/state`, `${path}/preview.jpg`, `${path}/picture/${keys[0]!}/large`];
    paths.push(`${path}/download/${keys[0]!}/web`, `${path}/archive/full`, '/p/a/assets/main-abcd1234.js');
    for (const asked of paths) {
      const { headers } = await stage.ask('GET', asked, { cookie });
      expect(headers).toMatchObject({
        'x-robots-tag': expect.stringContaining('noindex') as string,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      });
      expect(headers['cache-control']).toMatch(
        asked.startsWith('/p/a/') ? /immutable/ : /^(no-store|private, no-cache)$/,
      );
      for (const name of ['last-modified', 'server', 'x-powered-by', 'access-control-allow-origin'])
        expect(headers[name]).toBeUndefined();
    }
    const packed = await stage.ask('GET', paths.at(-1)!, { headers: { 'accept-encoding': 'br' } });
    expect([packed.headers['content-encoding'], packed.body.toString()]).toEqual(['br', 'packed']);
  });
});

describe('who has come in elsewhere', () => {
  test('the cookie of a browser opens the links through which it came in, and no other', async () => {
    const stage = await guestStage(2);
    const one = await stage.guest({ password: PASSWORD });
    const other = await stage.guest({ password: PASSWORD });
    expect(jsonOf(await stage.ask('GET', `${other.path}/state`, { cookie: one.cookie }))).toMatchObject({
      is: 'closed',
    });
    for (const { method, below } of requestsFor(other.keys[0]!))
      expect(
        (await stage.ask(method, `${other.path}/${below}`, { cookie: one.cookie, body: bodyFor(below) ?? '' })).status,
      ).toBe(404);
    // A picture of the other proof is none of this one.
    expect((await stage.ask('GET', `${one.path}/picture/${other.keys[0]!}/tile`, { cookie: one.cookie })).status).toBe(
      404,
    );
    const body = { name: 'Ben', password: PASSWORD };
    const entered = await stage.ask('POST', `${other.path}/enter`, { cookie: one.cookie, body });
    expect(cookieOf(entered)).toBe(one.cookie);
    for (const { path } of [one, other])
      expect(jsonOf(await stage.ask('GET', `${path}/state`, { cookie: one.cookie }))).toMatchObject({ is: 'open' });
  });

  test('a cookie that another page has set is replaced, and bound to its host where there is HTTPS', async () => {
    const stage = await guestStage(1);
    const { path } = await stage.guest();
    const planted = `safelight_guest=${'a'.repeat(43)}`;
    const entered = await stage.ask('POST', `${path}/enter`, { cookie: planted, body: { name: 'Ben' } });
    expect(cookieOf(entered)).not.toBe(planted);
    expect(entered.headers['set-cookie']![0]).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
    const outside = await stage.askOutside('POST', `${path}/enter`, { body: { name: 'Ben' } });
    expect(outside.headers['set-cookie']![0]).toMatch(
      /^__Host-safelight_guest=[\w-]{43}; .*HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  test('a page of somebody else cannot speak in the name of a guest', async () => {
    const stage = await guestStage(1);
    const { path, cookie } = await stage.guest();
    const headers = { 'sec-fetch-site': 'same-site', origin: 'https://evil.example.org' };
    expect((await stage.ask('POST', `${path}/done`, { cookie, headers })).status).toBe(404);
    expect((await stage.ask('OPTIONS', `${path}/done`, { headers })).status).toBe(404);
    expect(jsonOf(await stage.ask('GET', `${path}/state`, { cookie }))).toMatchObject({ is_done: false });
  });

  test('a session outlives a restart, and ends with a new password', async () => {
    const stage = await guestStage(1);
    const { made, path, cookie } = await stage.guest({ password: PASSWORD });
    stage.restartListener();
    expect(jsonOf(await stage.ask('GET', `${path}/state`, { cookie }))).toMatchObject({ is: 'open', name: 'Anna' });
    await stage.proofs.change(made.proof.id, { password: 'Drei Ringe' });
    expect(jsonOf(await stage.ask('GET', `${path}/state`, { cookie }))).toMatchObject({ is: 'closed' });
  });
});

describe('who comes after the end', () => {
  test.each(['expired', 'ended', 'removed', 'its link removed'])('%s: nothing is there any more', async (how) => {
    const stage = await guestStage(1);
    const { made, path, cookie, keys } = await stage.guest(everything);
    const { etag = '' } = (await stage.ask('GET', `${path}/picture/${keys[0]!}/tile`, { cookie })).headers;
    if (how === 'expired') stage.clock.ms += 31 * 24 * 3_600_000;
    if (how === 'ended') await stage.proofs.end(made.proof.id);
    if (how === 'removed') stage.proofs.remove(made.proof.id);
    if (how === 'its link removed') stage.proofs.removeLink(made.proof.id, made.links[0]!.id);
    const asked = [
      ...requestsFor(keys[0]!),
      { method: 'GET', below: 'state' },
      { method: 'GET', below: 'preview.jpg' },
    ];
    for (const { method, below } of asked) {
      const body = bodyFor(below) ?? '';
      const answer = await stage.ask(method, `${path}/${below}`, { cookie, headers: { 'if-none-match': etag }, body });
      expect([below, answer.status, answer.body.length]).toEqual([below, 404, 0]);
    }
    const page = await stage.ask('GET', path, { cookie });
    expect(page.status).toBe(404);
    expect(page.body.toString()).toBe((await stage.ask('GET', `/p/${'b'.repeat(22)}`)).body.toString());
  });
});

describe('who wants more than may be', () => {
  test('no size but those there are, and none that the proof does not allow', async () => {
    const stage = await guestStage(1);
    const { path, cookie, keys } = await stage.guest({ downloads: 'web', archive: true });
    const status = async (below: string) => (await stage.ask('GET', `${path}/${below}`, { cookie })).status;
    for (const size of [
      'full',
      '1',
      '9999',
      'large%00',
      '../full',
      'FULL',
      'constructor',
      'web',
      'large?size=full',
      '',
    ])
      expect([size, await status(`picture/${keys[0]!}/${size}`)]).toEqual([
        size,
        size.startsWith('large?') ? 200 : 404,
      ]);
    expect(await status(`download/${keys[0]!}/web`)).toBe(200);
    for (const below of [`download/${keys[0]!}/full`, 'archive/full', `download/${keys[0]!}/large`, 'archive/large'])
      expect([below, await status(below)]).toEqual([below, 404]);
    const {
      path: without,
      cookie: other,
      keys: [key = ''],
    } = await stage.guest();
    for (const below of [`download/${key}/web`, 'archive/web'])
      expect((await stage.ask('GET', `${without}/${below}`, { cookie: other })).status).toBe(404);
  });

  test('bodies that are too long, or not what they should be, are refused in a word', async () => {
    const stage = await guestStage(1);
    const { path, cookie, keys } = await stage.guest();
    const put = async (body: object | string, headers: Record<string, string> = {}) =>
      (await stage.ask('PUT', `${path}/mark/${keys[0]!}`, { cookie, body, headers })).status;
    expect(await put({ text: 'x'.repeat(40_000) })).toBe(413);
    expect(await put('{', { 'content-type': 'application/json' })).toBe(400);
    expect(await put('favorite=1')).toBe(400);
    expect(await put({ ...UNMARKED, version: 0, isAdmin: true })).toBe(400);
    expect(await put({ ...UNMARKED, version: -1 })).toBe(400);
    expect(await put({ ...UNMARKED, stars: 6, version: 0 })).toBe(400);
    expect(await put('{}', { 'content-type': 'application/json; charset=x' })).toBe(415);
    const long = { id: COMMENT, picture: keys[0]!, text: 'x'.repeat(2_001), point: null, on: null };
    expect((await stage.ask('POST', `${path}/comment`, { cookie, body: long })).status).toBe(400);
  });

  test('a link takes so many requests in a minute and so many bytes in a day; strangers do not use them up for guests', async () => {
    const limits = { ...LINK_LIMITS, outside: 5, requests: 8, bytes: 60 };
    const stage = await guestStage(1, { limits });
    const { path, cookie, keys } = await stage.guest();
    const stranger = async () => (await stage.ask('GET', `${path}/state`)).status;
    expect([await stranger(), await stranger(), await stranger(), await stranger()]).toEqual([200, 200, 200, 200]);
    expect(await stranger()).toBe(429);
    const another = await stage.askOutside('POST', `${path}/enter`, { body: { name: 'Ben' } });
    expect(another.status).toBe(200);
    const large = async () => stage.ask('GET', `${path}/picture/${keys[0]!}/large`, { cookie });
    expect([(await large()).status, (await large()).status]).toEqual([200, 200]);
    const third = await large();
    expect([third.status, third.headers['retry-after']]).toEqual([429, '60']);
    for (let at = 0; at < 5; at++) expect((await stage.ask('GET', `${path}/state`, { cookie })).status).toBe(200);
    expect((await stage.ask('GET', `${path}/state`, { cookie })).status).toBe(429);
  });
});

describe('an archive', () => {
  const alike = [
    { id: 1, filename: 'DSC_1.raw' },
    { id: 2, filename: 'dsc_1.RAW' },
    { id: 3, filename: 'DSC_2.raw' },
  ];
  const folder = (stage: Awaited<ReturnType<typeof guestStage>>, proof: number, key: string, size = 'full') =>
    join(stage.it.folder, `${proof}-${key}-${size}.jpg`);

  test('keeps names apart that are alike but for case, and names what is missing', async () => {
    const stage = await guestStage(alike);
    const { made, path, cookie, keys } = await stage.guest({ ...everything, shows_names: true });
    rmSync(folder(stage, made.proof.id, keys[2]!));
    const zip = await stage.ask('GET', `${path}/archive/full`, { cookie });
    expect(zip.headers['content-length']).toBe(String(zip.body.length));
    expect(zip.headers['content-disposition']).toBe('attachment; filename="Anna & _Ben_.zip"');
    const files = await filesOf(zip.body);
    const { 'missing.txt': missing, ...pictures } = files;
    expect(missing!.toString()).toMatch(/are missing here[^]*\n\d \/ 3\r\n$/);
    expect(Object.keys(pictures)).toHaveLength(2);
    expect(new Set(Object.keys(pictures).map((name) => name.toLowerCase())).size).toBe(2);
    expect(new Set(Object.values(pictures).map(String))).toEqual(
      new Set([`full of ${keys[0]!}`, `full of ${keys[1]!}`]),
    );
  });

  test('of web size holds renditions alone, and no names where they are not shown', async () => {
    const stage = await guestStage(alike);
    const { path, cookie, keys } = await stage.guest(everything);
    const files = await filesOf((await stage.ask('GET', `${path}/archive/web`, { cookie })).body);
    expect(new Set(Object.values(files).map(String))).toEqual(new Set(keys.map((key) => `large of ${key}`)));
    expect(Object.keys(files).join()).not.toMatch(/dsc/i);
  });

  test('is cut, and not ended, when the proof ends in the middle of it', async () => {
    const stage = await guestStage(alike);
    const { made, path, cookie } = await stage.guest(everything);
    const { door } = stage;
    const download = door.download.bind(door);
    let asked = 0;
    door.download = async (...question) => {
      asked += 1;
      if (asked === 5) await stage.proofs.end(made.proof.id);
      return download(...question);
    };
    const socket = connect(stage.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`GET ${path}/archive/full HTTP/1.1\r\nHost: here\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`);
    const sent = await text(socket).catch(() => 'cut');
    const length = Number(/content-length: (\d+)/i.exec(sent)?.[1] ?? Infinity);
    expect(sent.slice(sent.indexOf('\r\n\r\n') + 4).length).toBeLessThan(length);
    expect(asked).toBe(5);
  });
});

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../testing/start-app.ts';

/**
 * A repeated request gets the same answer for everybody who may see it, and a new one as soon as anything has changed.
 */

let grey: Buffer;
let red: Buffer;

beforeAll(async () => {
  const picture = (background: string) =>
    sharp({ create: { width: 150, height: 100, channels: 3, background } })
      .jpeg()
      .toBuffer();
  [grey, red] = await Promise.all([picture('grey'), picture('red')]);
});

const path = '/api/v1/images/1/preview?size=thumb';

const withPicture = async (): Promise<TestApp & { render(content: Buffer): void }> => {
  const app = await startApp({ library: [{ id: 1 }, { id: 2 }] });
  const folder = join(app.dataDir, 'previews', '0');
  mkdirSync(folder, { recursive: true });
  // Like the bridge does.
  const render = (content: Buffer) => {
    writeFileSync(join(folder, '1.jpg.tmp'), content);
    renameSync(join(folder, '1.jpg.tmp'), join(folder, '1.jpg'));
  };
  render(grey);
  return { ...app, render };
};

const withoutDate = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => name !== 'date'));

describe('a small picture that was sent before', () => {
  test('goes out with the same bytes and headers', async () => {
    const { ask } = await withPicture();
    const first = await ask<Buffer>('GET', path);
    for (let time = 0; time < 3; time++) {
      const again = await ask<Buffer>('GET', path);
      expect(again.status).toBe(200);
      expect(again.body.equals(grey)).toBe(true);
      expect(withoutDate(again.headers)).toEqual(withoutDate(first.headers));
    }
  });

  test('is not sent to who has it', async () => {
    const { ask } = await withPicture();
    const etag = (await ask('GET', path)).headers.get('etag')!;
    const known = await ask<Buffer>('GET', path, { headers: { 'if-none-match': `"other", W/${etag}` } });
    expect(known.status).toBe(304);
    expect(known.body).toHaveLength(0);
    expect(known.headers.get('etag')).toBe(etag);
    expect(known.headers.get('cache-control')).toBe('private, no-cache');
    const other = await ask<Buffer>('GET', path, { headers: { 'if-none-match': '"other"' } });
    expect(other.body.equals(grey)).toBe(true);
  });

  test('is not sent to who had it before Safelight was started, and whole to all others', async () => {
    const { ask, render } = await withPicture();
    const known = (tag: string) =>
      // Like browsers: the date does not count next to a tag.
      ask<Buffer>('GET', path, { headers: { 'if-none-match': tag, 'if-modified-since': new Date(0).toUTCString() } });
    const first = await known('*');
    const etag = first.headers.get('etag')!;
    expect(first.status).toBe(304);
    for (let time = 0; time < 3; time++) {
      const again = await known(etag);
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect(withoutDate(again.headers)).toEqual(withoutDate(first.headers));
      const stranger = await ask<Buffer>('GET', path);
      expect([stranger.status, stranger.headers.get('etag')]).toEqual([200, etag]);
      expect(stranger.body.equals(grey)).toBe(true);
    }
    const since = { 'if-modified-since': new Date(Date.now() + 5000).toUTCString() };
    expect((await ask('GET', path, { headers: since })).status).toBe(304);
    render(red);
    expect((await known(etag)).body.equals(red)).toBe(true);
  });

  test('is another as soon as the bridge has rendered it anew', async () => {
    const { ask, render } = await withPicture();
    const first = await ask('GET', path);
    render(red);
    const second = await ask<Buffer>('GET', path);
    expect(second.body.equals(red)).toBe(true);
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
  });

  test('carries a warning as soon as darktable has changed the image', async () => {
    const { ask, library } = await withPicture();
    expect((await ask('GET', path)).headers.get('x-preview-warning')).toBeNull();
    library.change("INSERT INTO history_hash (imgid, current_hash) VALUES (1, x'0123456789abcdef0123456789abcdef')");
    const later = (BigInt(Date.now() + 60_000) + 62135596800000n) * 1000n;
    library.change('UPDATE images SET history_end = 1, change_timestamp = ? WHERE id = 1', later);
    expect((await ask('GET', path)).headers.get('x-preview-warning')).toMatch(/older than the last change/);
  });

  test('is gone with its image', async () => {
    const { ask, library } = await withPicture();
    await ask('GET', path);
    library.change('DELETE FROM images WHERE id = 1');
    expect((await ask('GET', path)).status).toBe(404);
  });

  test('keeps to ranges, conditions and methods', async () => {
    const { ask } = await withPicture();
    await ask('GET', path);
    const part = await ask<Buffer>('GET', path, { headers: { range: 'bytes=0-9' } });
    expect([part.status, part.body.length]).toEqual([206, 10]);
    expect((await ask('GET', path, { headers: { 'if-match': '"other"' } })).status).toBe(412);
    const head = await ask<Buffer>('HEAD', path);
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect((await ask('POST', path)).status).toBe(405);
  });
});

describe('a page of a list that was asked for before', () => {
  const list = '/api/v1/images?sort_by=id&limit=1';
  const often = async ({ ask }: TestApp) => {
    for (let time = 0; time < 4; time++) await ask('GET', list);
  };

  test('goes out with the same bytes and headers, or not at all to who has it', async () => {
    const app = await withPicture();
    const first = await app.ask('GET', list);
    await often(app);
    const again = await app.ask('GET', list);
    expect(again.body).toEqual(first.body);
    expect(withoutDate(again.headers)).toEqual(withoutDate(first.headers));
    const known = await app.ask('GET', list, { headers: { 'if-none-match': first.headers.get('etag')! } });
    expect([known.status, known.headers.get('etag')]).toEqual([304, first.headers.get('etag')]);
    expect(known.headers.get('link')).toBe(first.headers.get('link'));
  });

  test('shows a rating that darktable has just given', async () => {
    const app = await withPicture();
    await often(app);
    app.library.change('UPDATE images SET flags = (flags & ~7) | 4 WHERE id = 1');
    await app.app.services.index.settled();
    const { body } = await app.ask<{ items: { rating: number }[] }>('GET', list);
    expect(body.items[0]!.rating).toBe(4);
  });

  test('shows the version of a picture that was rendered anew', async () => {
    const app = await withPicture();
    await often(app);
    const version = async () =>
      (await app.get<{ items: { preview_version: string }[] }>(list)).items[0]!.preview_version;
    const before = await version();
    const epoch = app.app.services.previews.epoch();
    app.render(red);
    await vi.waitFor(() => expect(app.app.services.previews.epoch()).toBeGreaterThan(epoch), 5000);
    expect(await version()).not.toBe(before);
  });

  test('is refused to who may not list images', async () => {
    const app = await withPicture();
    await often(app);
    expect((await app.ask('GET', list, { scopes: ['previews:read'] })).status).toBe(403);
  });
});

describe('who may not have it is refused, though it was just sent to another', () => {
  test('without a token, with a bad one, with one that lacks the scope', async () => {
    const { ask } = await withPicture();
    await ask('GET', path);
    expect((await ask('GET', path, { scopes: null })).status).toBe(401);
    expect((await ask('GET', path, { scopes: null, headers: { authorization: 'Bearer x.y.z' } })).status).toBe(401);
    const other = await ask('GET', path, { scopes: ['images:read'] });
    expect([other.status, other.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('previews:read'),
    ]);
  });

  test('the token of a client that was removed meanwhile', async () => {
    const { ask, app } = await withPicture();
    expect((await ask('GET', path)).status).toBe(200);
    expect((await ask('GET', path)).status).toBe(200);
    const [client] = app.services.clients.list();
    app.services.clients.remove(client!.id);
    expect((await ask('GET', path)).status).toBe(401);
  });

  test('under the name of another host', async () => {
    const { ask, url, token } = await withPicture();
    await ask('GET', path);
    const headers = { authorization: `Bearer ${await token()}`, host: 'rebound.example' };
    const status = await new Promise((resolve, reject) => {
      request(url + path, { headers }, (response) => resolve(response.resume().statusCode))
        .once('error', reject)
        .end();
    });
    expect(status).toBe(421);
  });
});

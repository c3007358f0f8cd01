import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { PlaceholderList } from '../../../contract/placeholders.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const jpeg = (background: string, width = 720, height = 480) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

function rendered({ dataDir }: TestApp, id: number, content: Buffer, level = 2): void {
  const folder = join(dataDir, 'previews', String(level));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.jpg`), content);
}

const placeholders = async (app: TestApp, ids: string) =>
  (await app.get<PlaceholderList>(`/api/v1/images/placeholders?ids=${ids}`)).items;
const decoded = (webp: string) => sharp(Buffer.from(webp, 'base64'));
const colour = async (webp: string) => {
  const { channels } = await decoded(webp).stats();
  return channels.map(({ mean }) => Math.round(mean / 32));
};

test('a placeholder is the preview in a few pixels, of its colors and upright', async () => {
  const app = await startApp({ library: [{ id: 1 }, { id: 2 }, { id: 3 }] });
  rendered(app, 1, await jpeg('#c04020'));
  rendered(
    app,
    2,
    await sharp(await jpeg('#2040c0'))
      .withMetadata({ orientation: 6 })
      .toBuffer(),
  );
  const items = await placeholders(app, '2,1,3,99');
  expect(items.map(({ id }) => id)).toEqual([2, 1]);
  expect(await decoded(items[1]!.webp).metadata()).toMatchObject({ format: 'webp', width: 16, height: 11 });
  expect(await decoded(items[0]!.webp).metadata()).toMatchObject({ format: 'webp', width: 11, height: 16 });
  expect(await colour(items[1]!.webp)).toEqual([6, 2, 1]);
  expect(Buffer.from(items[1]!.webp, 'base64').length).toBeLessThan(120);
});

test('a new preview gets a new placeholder, and the same one is answered with 304', async () => {
  const app = await startApp({ library: [{ id: 1 }] });
  rendered(app, 1, await jpeg('#c04020'));
  const { headers } = await app.ask('GET', '/api/v1/images/placeholders?ids=1');
  const again = { headers: { 'if-none-match': headers.get('etag')! } };
  expect((await app.ask('GET', '/api/v1/images/placeholders?ids=1', again)).status).toBe(304);
  rendered(app, 1, await jpeg('#20c040', 721));
  expect((await app.ask('GET', '/api/v1/images/placeholders?ids=1', again)).status).toBe(200);
  expect(await colour((await placeholders(app, '1'))[0]!.webp)).toEqual([1, 6, 2]);
});

test('a photograph that is shown as it is gets a placeholder once its preview was sent, not before', async () => {
  const film = mkdtempSync(join(tmpdir(), 'safelight-photos-'));
  onTestFinished(() => rmSync(film, { recursive: true, force: true }));
  const app = await startApp({ library: [{ id: 1, filename: 'a.jpg', film }] });
  writeFileSync(join(film, 'a.jpg'), await jpeg('#c04020', 2400, 1600));
  expect(await placeholders(app, '1')).toEqual([]);
  expect((await app.ask('GET', '/api/v1/images/1/preview?size=small&fit=1')).status).toBe(200);
  const [item] = await vi.waitUntil(async () => {
    const items = await placeholders(app, '1');
    return items.length > 0 && items;
  });
  expect(await colour(item!.webp)).toEqual([6, 2, 1]);
});

test('a damaged file of placeholders is begun anew; what cannot be decoded has none', async () => {
  const app = await startApp({
    library: [{ id: 1 }, { id: 2 }],
    dataDirBefore: { 'placeholders.db': 'no database at all'.repeat(100) },
  });
  rendered(app, 1, await jpeg('#c04020'));
  rendered(app, 2, Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(500), Buffer.from([0xff, 0xd9])]));
  expect((await placeholders(app, '1,2')).map(({ id }) => id)).toEqual([1]);
  expect(statSync(join(app.dataDir, 'placeholders.db')).mode & 0o777).toBe(0o600);
});

test.each([
  ['none', '', 'ids: must be given'],
  ['an empty list', '?ids=', 'ids: must be image ids'],
  ['no number', '?ids=1,two', 'ids: must be image ids'],
  ['too many', `?ids=${Array.from({ length: 501 }, (_, id) => id).join()}`, 'at most 500'],
])('ids must be numbers, and few: %s', async (_what, query, detail) => {
  const app = await startApp();
  const answer = await app.ask<ErrorBody>('GET', `/api/v1/images/placeholders${query}`);
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_query']);
  expect(answer.body.detail).toContain(detail);
});

test('previews:read is what they need', async () => {
  const app = await startApp();
  expect((await app.ask('GET', '/api/v1/images/placeholders?ids=1', { scopes: ['images:read'] })).status).toBe(403);
});

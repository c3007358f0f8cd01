import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { ExportBatch, ExportBatchList } from '../../../contract/export-batches.ts';
import type { ManyExportsAccepted } from '../../../contract/many-images.ts';
import { MOST_BATCHES } from '../../../exports/export-batches.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { filesOf } from '../../../testing/zip-files.ts';

const library = [
  { id: 1, filename: 'one.NEF', taken: '2024-05-01T10:00:00' },
  { id: 2, filename: 'same.NEF', taken: '2024-05-02T10:00:00' },
  { id: 3, filename: 'same.jpg', taken: '2024-05-03T10:00:00' },
];

const asClient = { scopes: ['images:read', 'previews:read', 'cache:refresh'] };

async function ask(app: TestApp, ids: readonly number[]): Promise<string> {
  const { body } = await app.ask<ManyExportsAccepted>('POST', '/api/v1/images/export', { ...asClient, body: { ids } });
  expect(body.batch).not.toBeNull();
  return body.batch!;
}

const progress = (app: TestApp, batch: string) => app.get<ExportBatch>(`/api/v1/exports/${batch}`, asClient);

const jpeg = (id: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, id]), Buffer.alloc(300_000 + id, id)]);

const queueFile = (app: TestApp) => join(app.dataDir, 'queues', 'export.queue');

/** What the plugin does: puts the picture in the export folder and takes the job out of the queue. */
function render(app: TestApp, ids: readonly number[], failed: readonly (readonly [id: number, reason: string])[] = []) {
  mkdirSync(join(app.dataDir, 'exports'), { recursive: true });
  for (const id of ids) writeFileSync(join(app.dataDir, 'exports', `${id}.jpg`), jpeg(id));
  writeFileSync(`${queueFile(app)}.failed`, failed.map((words) => `${words.join('\t')}\n`).join(''));
  rmSync(queueFile(app));
}

test('a batch tells how far it is, what failed and why, and gives all that is done as one ZIP', async () => {
  const app = await startApp({ library });
  const batch = await ask(app, [2, 1, 3]);
  expect(await progress(app, batch)).toMatchObject({ id: batch, total: 3, done: 0, waiting: 3, failed: 0 });

  render(app, [2, 3], [[1, 'the file is missing']]);
  expect(await progress(app, batch)).toMatchObject({
    done: 2,
    waiting: 0,
    failed: 1,
    failures: [{ image_id: 1, filename: 'one.NEF', reason: 'the file is missing' }],
  });
  const { headers, body } = await app.ask<Buffer>('GET', `/api/v1/exports/${batch}/archive`, asClient);
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename=safelight-\d{8}-\d{4}\.zip$/);
  expect(headers.get('content-length')).toBe(String(body.length));
  expect(await filesOf(body)).toEqual({ 'same.jpg': jpeg(2), 'same_01.jpg': jpeg(3) });

  const head = await app.ask('HEAD', `/api/v1/exports/${batch}/archive`, asClient);
  expect(head).toMatchObject({ status: 200 });
  expect(head.headers.get('content-length')).toBe(String(body.length));
});

test('names follow a pattern, and do not depend on which exports are done', async () => {
  const app = await startApp({ library });
  const batch = await ask(app, [1, 2, 3]);
  render(app, [1, 3]);
  const pattern = encodeURIComponent('$(EXIF.YEAR)/$(SEQUENCE) $(FILE_NAME)');
  const { body } = await app.ask<Buffer>('GET', `/api/v1/exports/${batch}/archive?pattern=${pattern}`, asClient);
  expect(Object.keys(await filesOf(body))).toEqual(['2024/0001 one.jpg', '2024/0003 same.jpg']);

  const wrong = await app.ask<ErrorBody>('GET', `/api/v1/exports/${batch}/archive?pattern=$(LENS)`, asClient);
  expect(wrong).toMatchObject({ status: 400, body: { error: 'invalid_query' } });
  expect(wrong.body.detail).toContain('$(FILE_NAME)');
});

test('an archive of nothing is refused until something is done', async () => {
  const app = await startApp({ library });
  const batch = await ask(app, [1]);
  const none = await app.ask<ErrorBody>('GET', `/api/v1/exports/${batch}/archive`, asClient);
  expect(none).toMatchObject({ status: 409, body: { error: 'conflict' } });
});

test('batches outlast a restart; one that is forgotten leaves its exports where they are', async () => {
  const app = await startApp({ library });
  const batch = await ask(app, [1, 2]);
  render(app, [1, 2]);
  // The library is reopened, including the batches.
  mkdirSync(join(app.folder, 'elsewhere'));
  await app.app.admin.changeSettings({ exportQueue: join(app.folder, 'elsewhere', 'export.queue') });
  expect(await progress(app, batch)).toMatchObject({ done: 2 });

  expect(await app.ask('DELETE', `/api/v1/exports/${batch}`, asClient)).toMatchObject({ status: 204 });
  expect(await app.ask('GET', `/api/v1/exports/${batch}`, asClient)).toMatchObject({ status: 404 });
  expect(readdirSync(join(app.dataDir, 'exports'))).toEqual(expect.arrayContaining(['1.jpg', '2.jpg']));
});

test('only the newest are remembered, and nobody sees those of another client', async () => {
  const app = await startApp({ library });
  const first = await ask(app, [1]);
  for (let more = 0; more < MOST_BATCHES; more++) await ask(app, [2]);
  const { items } = await app.get<ExportBatchList>('/api/v1/exports', asClient);
  expect(items).toHaveLength(MOST_BATCHES);
  expect(items.map(({ id }) => id)).not.toContain(first);
  expect(readdirSync(join(app.dataDir, 'export-batches'))).toHaveLength(MOST_BATCHES);

  const stranger = { scopes: ['previews:read'] };
  expect(await app.get('/api/v1/exports', stranger)).toEqual({ items: [] });
  for (const path of [items[0]!.id, `${items[0]!.id}/archive`, 'nonsense'])
    expect(await app.ask('GET', `/api/v1/exports/${path}`, stranger)).toMatchObject({ status: 404 });
  expect(await app.ask('GET', '/api/v1/exports', { scopes: ['images:read'] })).toMatchObject({ status: 403 });
});

test('the newest are those that were asked for last, also when the clock goes back', async () => {
  const app = await startApp({ library });
  const asked: string[] = [];
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let count = 0; count < MOST_BATCHES; count++) asked.unshift(await ask(app, [1]));
  vi.setSystemTime(Date.now() - 3600_000);
  for (const id of [2, 3]) asked.unshift(await ask(app, [id]));
  const { items } = await app.get<ExportBatchList>('/api/v1/exports', asClient);
  expect(items.map(({ id }) => id)).toEqual(asked.slice(0, MOST_BATCHES));
});

test('an export that shrinks while the archive is sent ends the answer early', async () => {
  const app = await startApp({ library });
  const batch = await ask(app, [1, 2]);
  render(app, [1, 2]);
  const last = join(app.dataDir, 'exports', '2.jpg');
  // More than sockets and streams hold between the two ends.
  truncateSync(join(app.dataDir, 'exports', '1.jpg'), 64 * 1024 * 1024);
  const token = await app.token(asClient.scopes);
  const received = await new Promise<{ promised: number; bytes: number; isWhole: boolean }>((resolve, reject) => {
    const asked = request(`${app.url}/api/v1/exports/${batch}/archive`, {
      headers: { authorization: `Bearer ${token}` },
    });
    asked.on('response', (answer) => {
      let bytes = 0;
      truncateSync(last, 1000);
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('error', () => undefined);
      answer.on('close', () =>
        resolve({ promised: Number(answer.headers['content-length']), bytes, isWhole: answer.complete }),
      );
    });
    asked.on('error', reject).end();
  });
  expect(received.isWhole).toBe(false);
  expect(received.bytes).toBeLessThan(received.promised);
  expect(await app.ask('GET', '/health', { scopes: null })).toMatchObject({ status: 200 });
});

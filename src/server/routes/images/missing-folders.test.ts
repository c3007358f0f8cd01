/** Folders that vanish while Safelight runs, such as those on a disk that somebody unplugs. */
import { renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const scopes = ['admin', 'images:read', 'images:write', 'previews:read', 'cache:refresh'];
const ask = (app: TestApp, method: string, path: string, body?: object) =>
  app.ask<ErrorBody & { batch: string }>(method, `/api/v1${path}`, { ...(body && { body }), scopes });

test('without the export folder an export is refused with what to do, and is queued once the folder is back', async () => {
  const app = await startApp({ library: [{ id: 1 }, { id: 2 }] });
  const exportDir = join(app.folder, 'disk');
  await ask(app, 'PATCH', '/admin/settings', { exportDir });
  const { batch } = (await ask(app, 'POST', '/images/export', { ids: [2] })).body;
  renameSync(exportDir, `${exportDir} unplugged`);
  const asks = [['/images/1/export'], ['/images/export', { ids: [1] }]] as const;
  for (const [path, body] of asks) {
    const answer = await ask(app, 'POST', path, body);
    expect([path, answer.status, answer.body.error]).toEqual([path, 507, 'storage_error']);
    expect(answer.body.detail).toBe(
      `Nothing was queued: the export folder ${exportDir} is missing. Connect its disk, or choose another folder in the settings.`,
    );
  }
  expect(app.app.services.queues.exports.pending()).toEqual([2]);
  const archive = await ask(app, 'GET', `/exports/${batch}/archive`);
  expect(archive).toMatchObject({
    status: 507,
    body: {
      error: 'storage_error',
      detail: `None of these exports can be read: the export folder ${exportDir} is missing. Connect its disk, or choose another folder in the settings.`,
    },
  });
  renameSync(`${exportDir} unplugged`, exportDir);
  for (const [path, body] of asks) expect((await ask(app, 'POST', path, body)).status).toBe(202);
});

test('without the folder of the library every change is refused because there is no library', async () => {
  const app = await startApp({ library: [{ id: 1 }, { id: 2 }] });
  const folder = dirname(app.library.file);
  renameSync(folder, `${folder} unplugged`);
  for (const [method, path, body] of [
    ['PATCH', '/images/1', { rating: 2 }],
    ['PATCH', '/images', { ids: [1], change: { rating: 3 } }],
    ['POST', '/images/1/duplicate'],
    ['POST', '/images/group', { action: 'group', ids: [1, 2] }],
    ['POST', '/images/remove', { ids: [1] }],
    ['POST', '/tags', { name: 'a' }],
    ['POST', '/styles', { name: 'a', from: 1 }],
    ['DELETE', '/images/1/history'],
    ['POST', '/images/history/copy', { from: 1, to: [2] }],
  ] as const) {
    const answer = await ask(app, method, path, body);
    expect([path, answer.status, answer.body.error]).toEqual([path, 503, 'library_unavailable']);
  }
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ErrorBody } from '../../../contract/errors.ts';
import type { PreviewRun } from '../../../contract/preview-run.ts';
import { dng } from '../../../testing/pictures/dng.ts';
import { exposureParams } from '../../../testing/pictures/params.ts';
import { colourQuarters } from '../../../testing/pictures/pixels.ts';
import { openTestApp } from '../../../testing/start-app.ts';

const PATH = '/api/v1/admin/previews';
const COUNT = 5;

let app: Awaited<ReturnType<typeof openTestApp>>;
let film: string;
beforeAll(async () => {
  film = mkdtempSync(join(tmpdir(), 'safelight-run-'));
  const names = Array.from({ length: COUNT }, (_, k) => `${k + 1}.dng`);
  for (const name of names) writeFileSync(join(film, name), dng(colourQuarters(600, 400)));
  const history = [{ operation: 'exposure', module: 6, params: exposureParams(0) }];
  // The default steps of 5.0.1 are left to darktable-cli.
  const images = names.map((filename, k) => ({ id: k + 1, film, filename, history, isComplete: true }));
  app = await openTestApp({ library: images });
  await app.app.settings.update({ renderer: 'darktable-cli', previewLevels: [1] });
});
afterAll(async () => {
  await app.close();
  rmSync(film, { recursive: true });
});

const admin = { scopes: ['admin'] };
const sourceOf = async (id: number) =>
  (await app.ask('GET', `/api/v1/images/${id}/preview?size=small`)).headers.get('x-preview-source');

test('darktable makes previews for the whole library, and of what a viewer sees', { timeout: 120_000 }, async () => {
  expect(await app.get<PreviewRun>(PATH, admin)).toMatchObject({ state: 'none' });
  const seen = await app.ask('POST', '/api/v1/images/visible', { body: { viewer: 'a tab', ids: [2] } });
  expect(seen.status).toBe(204);
  await vi.waitFor(async () => expect(await sourceOf(2)).toBe('bridge'), { timeout: 60_000, interval: 200 });
  expect((await app.ask('POST', PATH, admin)).status).toBe(202);
  const again = await app.ask<ErrorBody>('POST', PATH, admin);
  expect([again.status, again.body.error]).toEqual([409, 'conflict']);
  await vi.waitFor(
    async () =>
      expect(await app.get<PreviewRun>(PATH, admin)).toEqual({
        state: 'ended',
        total: COUNT - 1,
        done: COUNT - 1,
        failed: 0,
        remaining_seconds: null,
      }),
    { timeout: 60_000, interval: 200 },
  );
  for (let id = 1; id <= COUNT; id++) expect(await sourceOf(id)).toBe('bridge');
});

test('is refused in read-only mode, without the scope admin, and without anything to pause', async () => {
  expect((await app.ask('POST', PATH)).status).toBe(403);
  expect((await app.ask('PATCH', PATH, { ...admin, body: { paused: true } })).status).toBe(409);
  expect((await app.ask('PATCH', PATH, { ...admin, body: { paused: 1 } })).status).toBe(400);
  await app.app.settings.update({ readOnly: true });
  const { status, body } = await app.ask<ErrorBody>('POST', PATH, admin);
  expect([status, body.error]).toEqual([403, 'read_only']);
  expect((await app.ask('DELETE', PATH, admin)).status).toBe(204);
  expect(await app.get<PreviewRun>(PATH, admin)).toMatchObject({ state: 'none', total: 0 });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ImageRecord } from '../contract/image-record.ts';
import { jpeg } from '../testing/pictures/jpeg.ts';
import { colourQuarters } from '../testing/pictures/pixels.ts';
import { startApp } from '../testing/start-app.ts';
import { localCopy } from './local-copy.ts';
import { readDevelopState } from './whole-history.ts';

test('its name is darktable’s: the MD5 of the full path, and the extension', () => {
  expect(localCopy('/photos/2024/a b.NEF', '/cache')).toBe('/cache/img-fdc5dbc676b9ff6d06ab0613bb4814d4.NEF');
});

test('while the original is away, pictures come from the copy, and it is told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [photos, cache] = [join(folder, 'drive'), join(folder, 'cache')];
  const images = ['kept.jpg', 'not-kept.jpg'].map((filename, at) => ({ id: at + 1, film: photos, filename }));
  const app = await startApp({ library: images, cache });
  app.library.change('UPDATE images SET flags = flags | 2048 WHERE id = 1');
  mkdirSync(cache, { recursive: true });
  const content = await jpeg(colourQuarters());
  for (const name of ['kept.jpg', 'not-kept.jpg']) writeFileSync(localCopy(join(photos, name), cache), content);
  await app.app.services.index.settled();

  const records = [1, 2].map((id) => app.get<ImageRecord>(`/api/v1/images/${id}`));
  expect((await Promise.all(records)).map((record) => record.has_local_copy)).toEqual([true, false]);
  const preview = (id: number) => app.ask<Buffer>('GET', `/api/v1/images/${id}/preview?size=4`);
  const kept = await preview(1);
  expect([kept.status, kept.headers.get('x-preview-source')]).toEqual([200, 'local']);
  expect(kept.body.equals(content)).toBe(true);
  expect((await preview(2)).status).toBe(202);
  const state = await readDevelopState(app.app.services.library, 1);
  expect(state!.path).toBe(localCopy(join(photos, 'kept.jpg'), cache));

  // The original comes first.
  mkdirSync(photos);
  const original = await jpeg(colourQuarters(300, 200));
  writeFileSync(join(photos, 'kept.jpg'), original);
  expect((await preview(1)).body.equals(original)).toBe(true);
});

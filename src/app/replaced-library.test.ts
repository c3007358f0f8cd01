import { copyFileSync, existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { makeLibrary } from '../testing/library-fixture.ts';
import { startApp } from '../testing/start-app.ts';

const imagesOf = (year: number) =>
  Array.from({ length: 5 }, (_, at) => ({ id: at + 1, imported: Date.UTC(year, 0, 1) + at * 1000 }));

test('a library that takes the path of the one that is shown gets none of its pictures', async () => {
  const { ask, dataDir, folder, library, app } = await startApp({ library: imagesOf(2021) });
  const kept = join(dataDir, 'previews', '2', '1.jpg');
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  writeFileSync(kept, picture);
  const made = await ask<{ id: number }>('POST', '/api/v1/albums', {
    body: { name: 'mine', ids: [3, 1] },
    scopes: ['images:write'],
  });
  expect(made.status).toBe(201);
  const ordered = () => existsSync(join(dataDir, 'albums', '1.json'));
  const preview = async () => (await ask('GET', '/api/v1/images/1/preview')).status;
  expect(await preview()).toBe(200);

  const replaceBy = (year: number) => {
    const other = makeLibrary({ folder: join(folder, String(year)), images: imagesOf(year) });
    renameSync(other.data, join(folder, 'darktable', 'data.db'));
    renameSync(other.file, library.file);
  };
  const switched = vi.fn();
  app.events.on('library.switched', switched);
  replaceBy(2023);
  await vi.waitFor(() => expect(switched).toHaveBeenCalledOnce(), 10_000);
  expect(await preview()).toBe(202);
  expect(ordered()).toBe(false);
  await app.services.index.settled();

  // A copy of the first one, as from a backup.
  replaceBy(2021);
  await vi.waitFor(() => expect(switched).toHaveBeenCalledTimes(2), 10_000);
  expect(await preview()).toBe(200);
  expect(ordered()).toBe(true);
  replaceBy(2021);
  await vi.waitFor(() => expect(app.services.library.state().status).toBe('ready'));
  expect(await preview()).toBe(200);
  expect(switched).toHaveBeenCalledTimes(2);
});

test('also one that is written into its file', async () => {
  const { dataDir, folder, library, app } = await startApp({ library: imagesOf(2021) });
  await app.services.index.settled();
  await app.services.queues.refresh.append(1);
  const switched = vi.fn();
  app.events.on('library.switched', switched);
  const other = makeLibrary({ folder: join(folder, 'other'), images: imagesOf(2023) });
  copyFileSync(other.data, join(folder, 'darktable', 'data.db'));
  copyFileSync(other.file, library.file);
  await vi.waitFor(() => expect(switched).toHaveBeenCalledOnce(), 10_000);
  expect(app.services.queues.refresh.depth()).toBe(0);
  expect(readdirSync(join(dataDir, 'other-libraries'))).toHaveLength(1);
});

test('the program ends in the middle of that, and nothing stays behind', async () => {
  const { folder, library, app } = await startApp({ library: imagesOf(2021), lookForLibraryMs: 1 });
  await app.services.index.settled();
  const before = app.services;
  const other = makeLibrary({ folder: join(folder, 'other'), images: imagesOf(2023) });
  renameSync(other.data, join(folder, 'darktable', 'data.db'));
  renameSync(other.file, library.file);
  app.services.library.state();
  await sleep(5);
  await app.stop();
  expect(app.services).not.toBe(before);
  expect([before.index.indexerPid, app.services.index.indexerPid]).toEqual([null, null]);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { FailedJob } from '../queues/failed-jobs.ts';
import { Events, type News } from '../platform/events.ts';
import { openFailedPreviews } from './failed-previews.ts';

/** One image whose file is missing, and a queue that records failures. */
function stage({ lookMs = 1_000_000 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-failed-'));
  const events = new Events();
  const told: News['preview.failed'][0][] = [];
  const changed: number[] = [];
  events.on('preview.failed', (news) => told.push(news));
  events.on('preview.changed', ({ id }) => changed.push(id));
  let failures: FailedJob[] = [];
  const image = { id: 7, path: join(folder, 'card', 'IMG_7.CR3'), historyKey: '3', hasLocalCopy: false };
  const failed = openFailedPreviews({
    queue: { failures: () => failures },
    library: {
      facts: (id) => Promise.resolve(id === image.id ? image : null),
      pictureFile: ({ path }) => Promise.resolve(path),
    },
    events,
    lookMs,
  });
  onTestFinished(() => {
    failed.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    image,
    failed,
    told,
    changed,
    events,
    fail: (reason = 'the file is missing', job = String(image.id)) => (failures = [...failures, { job, reason }]),
    clear: () => (failures = []),
    put: () => {
      mkdirSync(join(folder, 'card'), { recursive: true });
      writeFileSync(image.path, 'a picture');
    },
  };
}

test('a picture that could not be made is known, once it failed, with the reason', async () => {
  const on = stage();
  expect(await on.failed.of(on.image)).toBeNull();
  on.fail();
  expect(await on.failed.of(on.image)).toEqual({ code: 'file-missing', reason: 'the file is missing' });
  expect(on.told).toEqual([{ id: 7, code: 'file-missing', reason: 'the file is missing' }]);
  on.put();
  on.fail('darktable-cli made no picture');
  expect(await on.failed.of(on.image)).toEqual({ code: 'not-rendered', reason: 'darktable-cli made no picture' });
});

test('it is told as soon as the queue tells', async () => {
  const on = stage();
  on.fail();
  on.events.emit('queue.changed', { name: 'refresh', depth: 0 });
  await vi.waitFor(() => expect(on.told).toHaveLength(1));
});

test('it is tried again when its file or its history changes', async () => {
  const on = stage();
  on.fail();
  expect(await on.failed.of(on.image)).not.toBeNull();
  expect(await on.failed.of({ ...on.image, historyKey: '4' })).toBeNull();
  on.fail();
  expect(await on.failed.of(on.image)).not.toBeNull();
  on.put();
  expect(await on.failed.of(on.image)).toBeNull();
});

test('it is tried again when somebody asks, or takes the failures away', async () => {
  const on = stage();
  on.fail();
  expect(await on.failed.of(on.image)).not.toBeNull();
  on.failed.forget([7]);
  expect(await on.failed.of(on.image)).toBeNull();
  on.fail();
  expect(await on.failed.of(on.image)).not.toBeNull();
  on.clear();
  expect(await on.failed.of(on.image)).toBeNull();
});

test('a disk that comes back is noticed by itself, and told', async () => {
  const on = stage({ lookMs: 10 });
  on.fail();
  expect(await on.failed.of(on.image)).not.toBeNull();
  on.put();
  await vi.waitFor(() => expect(on.changed).toEqual([7]));
  expect(await on.failed.of(on.image)).toBeNull();
});

test('lines that are no image, or one that is gone, are nothing to it', async () => {
  const on = stage();
  on.fail('not an image id', 'rubbish');
  on.fail('there is no image 99 in the library', '99');
  expect(await on.failed.of({ ...on.image, id: 99 })).toBeNull();
  expect(on.told).toEqual([]);
});

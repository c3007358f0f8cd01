import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openFailedPreviews } from './failed-previews.ts';
import { openLibrary } from '../library/library.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { noteFailure } from '../queues/failed-jobs.ts';
import { queueFiles } from '../queues/queue-files.ts';
import { openQueues } from '../queues/queues.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { jpeg } from '../testing/pictures/jpeg.ts';
import { exposureParams } from '../testing/pictures/params.ts';
import { colourQuarters } from '../testing/pictures/pixels.ts';
import { DuePreviews } from './due-previews.ts';
import { PictureDecoder } from './picture-decoder.ts';
import { openPreviews } from './previews.ts';
import { PreviewFeed } from './preview-feed.ts';
import { LibraryPreviewRun } from './preview-run.ts';
import { VisibleImages } from './visible-images.ts';

const LEVEL = 1;

/** Raw images 1 to `count` with an edit each, and a test that plays the renderer. */
async function stage(count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-run-'));
  const made = makeLibrary({
    folder: join(folder, 'darktable'),
    images: Array.from({ length: count }, (_, at) => ({
      id: at + 1,
      filename: `${at + 1}.dng`,
      history: [{ operation: 'exposure', module: 6, params: exposureParams(0) }],
    })),
  });
  const dataDir = join(folder, 'data');
  mkdirSync(join(dataDir, 'queues'), { recursive: true });
  const [events, log] = [new Events(), silentLog()];
  const library = openLibrary({ file: made.file, isSample: false, log, events });
  const decoder = new PictureDecoder();
  const previews = openPreviews({
    dataDir,
    decoder,
    cacheDir: () => null,
    libraryFile: () => made.file,
    pictureFile: (image) => library.pictureFile(image),
    events,
    log,
  });
  const file = (name: string) => join(dataDir, 'queues', `${name}.queue`);
  const queues = openQueues({ refreshFile: file('refresh'), exportFile: file('export'), events, log });
  const failedPreviews = openFailedPreviews({ queue: queues.refresh, library, events });
  const due = new DuePreviews({
    library,
    previews,
    failedPreviews,
    levels: () => [LEVEL] as const,
    index: { presentHistory: () => null },
  });
  const isReadOnly = { now: false };
  const open = () => {
    const run = new LibraryPreviewRun({
      file: join(dataDir, 'preview-run.json'),
      libraryFile: made.file,
      due,
      events,
      log,
      onMore: () => feed.wake(),
    });
    const feed: PreviewFeed = new PreviewFeed({
      queues,
      run,
      due,
      visible: new VisibleImages(),
      isReadOnly: () => isReadOnly.now,
      events,
      log,
    });
    const close = async () => {
      run.close();
      await feed.close();
    };
    return { run, feed, close };
  };
  let opened = open();
  onTestFinished(async () => {
    await opened.close();
    for (const part of [failedPreviews, queues, library]) part.close();
    await previews.close();
    decoder.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const picture = await jpeg(colourQuarters(60, 40));
  const order: number[] = [];
  const { waiting: queue, working } = queueFiles(file('refresh'));
  const linesOf = (name: string) =>
    existsSync(name)
      ? readFileSync(name, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      : [];
  const waiting = () => [...linesOf(working), ...linesOf(queue)].map(Number);
  /** Does the first job, like the plugin. */
  const renderOne = async ({ fails = false } = {}) => {
    await vi.waitFor(() => expect(waiting()).not.toEqual([]));
    if (!existsSync(working)) renameSync(queue, working);
    const [id, ...left] = linesOf(working).map(Number) as [number, ...number[]];
    if (!fails) writeFileSync(join(dataDir, 'previews', String(LEVEL), `${id}.jpg`), picture);
    else noteFailure(queue, { job: String(id), reason: 'no picture' });
    if (left.length === 0) rmSync(working);
    else writeFileSync(working, left.map((each) => `${each}\n`).join(''));
    order.push(id);
    opened.feed.wake();
    return id;
  };
  return {
    queues,
    waiting,
    renderOne,
    order,
    isReadOnly,
    get run() {
      return opened.run;
    },
    get feed() {
      return opened.feed;
    },
    async restart() {
      await opened.close();
      opened = open();
      await opened.run.settled();
    },
  };
}

const begun = async (on: Awaited<ReturnType<typeof stage>>) => {
  on.run.start();
  await on.run.settled();
  await vi.waitFor(() => expect(on.waiting()).toHaveLength(3));
};

describe('previews for the whole library', () => {
  test('are queued a few at a time, newest image first, until all are made', async () => {
    const on = await stage(8);
    await begun(on);
    expect(on.waiting()).toEqual([8, 7, 6]);
    expect(on.run.progress()).toEqual({ state: 'running', total: 8, done: 0, failed: 0 });
    for (let k = 0; k < 7; k++) await on.renderOne({ fails: k === 2 });
    await vi.waitFor(() => expect(on.run.progress().done).toBe(6));
    expect(on.run.progress()).toEqual({ state: 'running', total: 8, done: 6, failed: 1 });
    await on.renderOne();
    await vi.waitFor(() => expect(on.run.progress().state).toBe('ended'));
    expect(on.order).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('leave out images whose preview is current, and those that could not be made', async () => {
    const on = await stage(4);
    await begun(on);
    await on.renderOne();
    await on.renderOne({ fails: true });
    for (let k = 0; k < 2; k++) await on.renderOne();
    await vi.waitFor(() => expect(on.run.progress().state).toBe('ended'));
    on.run.start();
    await on.run.settled();
    expect(on.run.progress()).toEqual({ state: 'ended', total: 0, done: 0, failed: 0 });
  });

  test('wait for pictures that somebody looks at, and for exports', async () => {
    const on = await stage(12);
    await begun(on);
    on.feed.see('anna', [2, 3]);
    for (let k = 0; k < 6; k++) await on.renderOne();
    // Three were queued before.
    expect(on.order).toEqual([12, 11, 10, 2, 3, 9]);
    await on.queues.exports.append(1);
    for (let k = 0; k < 2; k++) await on.renderOne();
    await on.feed.close();
    expect(on.waiting()).toEqual([]);
  });

  test('pause and go on, and are canceled', async () => {
    const on = await stage(9);
    expect(() => on.run.pause(true)).toThrow('No previews are being made');
    await begun(on);
    expect(() => on.run.start()).toThrow('already being made');
    on.run.pause(true);
    for (let k = 0; k < 3; k++) await on.renderOne();
    await vi.waitFor(() => expect(on.run.progress()).toEqual({ state: 'paused', total: 9, done: 3, failed: 0 }));
    expect(on.waiting()).toEqual([]);
    on.run.pause(false);
    await on.renderOne();
    on.run.cancel();
    expect(on.run.progress()).toEqual({ state: 'none', total: 0, done: 0, failed: 0 });
    const left = on.waiting().length;
    for (let k = 0; k < left; k++) await on.renderOne();
    await on.feed.close();
    expect(on.waiting()).toEqual([]);
  });

  test('go on after a restart where they were', async () => {
    const on = await stage(6);
    await begun(on);
    for (let k = 0; k < 3; k++) await on.renderOne();
    await vi.waitFor(() => expect(on.run.progress().done).toBe(3));
    on.run.pause(true);
    await on.restart();
    expect(on.run.progress()).toMatchObject({ state: 'paused', done: 3 });
    on.run.pause(false);
    while (on.order.length < 6) await on.renderOne();
    await vi.waitFor(() => expect(on.run.progress()).toMatchObject({ state: 'ended' }));
  });

  test('tell how long they will take once a few are made', async () => {
    const on = await stage(10);
    await begun(on);
    expect(on.run.remainingSeconds()).toBeNull();
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => clock.mockRestore());
    let now = 1000;
    clock.mockImplementation(() => now);
    on.run.pause(true);
    on.run.pause(false);
    for (let k = 1; k <= 4; k++) {
      now += 2000;
      await on.renderOne();
      await vi.waitFor(() => expect(on.run.progress().done).toBe(k));
    }
    expect(on.run.remainingSeconds()).toBe(12);
    on.run.pause(true);
    expect(on.run.remainingSeconds()).toBeNull();
  });

  test('are not queued in read-only mode', async () => {
    const on = await stage(2);
    on.isReadOnly.now = true;
    on.run.start();
    await on.run.settled();
    on.feed.see('anna', [1]);
    await on.feed.close();
    expect(on.waiting()).toEqual([]);
  });
});

describe('what viewers see', () => {
  test('gets its previews; what has left the screen before its turn does not', async () => {
    const on = await stage(20);
    on.feed.see('anna', [1, 2, 3, 4, 5, 6, 7, 8]);
    await on.renderOne();
    on.feed.see('anna', [15, 16]);
    for (let k = 0; k < 5; k++) await on.renderOne();
    await on.feed.close();
    expect(on.order).toEqual([1, 2, 3, 4, 15, 16]);
    expect(on.waiting()).toEqual([]);
  });

  test('is not wanted once it has left the screen, unless somebody else sees it or has asked for it', async () => {
    const on = await stage(6);
    await on.queues.refresh.append(4);
    on.feed.see('anna', [1, 2, 3, 4]);
    on.feed.see('bert', [2]);
    await vi.waitFor(() => expect(on.waiting().sort()).toEqual([1, 2, 3, 4]));
    await on.queues.refresh.append(3);
    on.feed.see('anna', []);
    expect([1, 2, 3, 4].map((id) => on.feed.isWanted(id))).toEqual([false, true, true, true]);
    // Once begun, it is an ordinary job: other programs may ask for it, too.
    expect(on.feed.isWanted(1)).toBe(true);
  });

  test('is not queued a second time', async () => {
    const on = await stage(2);
    await on.queues.refresh.append(2);
    on.feed.see('anna', [2, 1]);
    await vi.waitFor(() => expect(on.waiting()).toEqual([2, 1]));
    await on.feed.close();
    expect(on.waiting()).toEqual([2, 1]);
  });

  test('is left alone when it is current, or the viewer has gone', async () => {
    const on = await stage(6);
    on.feed.see('anna', [1]);
    await on.renderOne();
    on.feed.see('anna', [1]);
    on.feed.see('bert', [2, 3, 4, 5, 6]);
    on.feed.see('bert', []);
    on.feed.see('anna', [1]);
    await on.feed.close();
    expect(on.waiting()).toEqual([]);
  });
});

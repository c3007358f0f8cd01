/** The plugin in a real darktable: the machine's own, or the one that SAFELIGHT_TEST_DARKTABLE names. */
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localCopy } from '../library/local-copy.ts';
import { readMark, writeMark } from '../exports/folder-mark.ts';
import { takeFolder } from '../exports/take-folder.ts';
import { type BridgeStage, setBridgeStage } from '../testing/bridge-stage.ts';
import { putOddFile } from '../testing/odd-files.ts';
import { type RunningDarktable, startDarktable } from '../testing/real-darktable.ts';
import { clearFailures, readFailures } from '../queues/failed-jobs.ts';
import { jobFiles } from '../queues/queue-files.ts';
import { isPaused, setPaused } from './bridge-files.ts';
import { isAnswering } from './bridge-heartbeat.ts';

let stage: BridgeStage;
let darktable: RunningDarktable & AsyncDisposable;

beforeAll(async () => {
  stage = await setBridgeStage({ pictures: 6 });
  darktable = await startDarktable(stage.darktable);
});
afterAll(async () => {
  await darktable[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

// Read here because sharp caches files by path.
const size = async (file: string) => {
  const { width, height } = await sharp(readFileSync(file)).metadata();
  return [width, height];
};
const quiet = () => stage.quiet();

describe('the plugin', () => {
  test('answers: who it is, which library it has, and which configuration it follows', async () => {
    const heartbeat = await stage.until(() => stage.heartbeat());
    expect(isAnswering(heartbeat, { library: stage.real.library })).toBe(true);
    expect(heartbeat).toMatchObject({ protocol: 1, state: 'idle', pid: darktable.pid, library: stage.real.library });
    expect(heartbeat.darktable).toMatch(/^\d+\.\d+/);
    const revision = stage.tell({ previewQuality: 90 });
    await stage.until(() => stage.heartbeat()?.revision === revision);
  });

  test('shows itself in the lighttable, and its button pauses previews and exports', async () => {
    expect(await darktable.lua('return tostring(darktable.gui.libs["safelight"].visible ~= nil)')).toBe('true');
    setPaused(stage.config.pauseFile, true);
    await stage.until(() => stage.heartbeat()?.state === 'paused');
    stage.queue('refresh', 6);
    await darktable.lua('darktable.control.sleep(1200)');
    expect(readFileSync(stage.config.refreshQueue, 'utf8')).toBe('6\n');
    setPaused(stage.config.pauseFile, false);
    await stage.until(() => existsSync(stage.preview(2, 6)));
    expect(isPaused(stage.config.pauseFile)).toBe(false);
    await stage.until(quiet);
  });

  test('goes on beside a FIFO in the place of a queue', async () => {
    putOddFile('a FIFO', stage.config.exportQueue);
    putOddFile('a FIFO', `${stage.config.refreshQueue}.working`);
    putOddFile('a FIFO', `${stage.config.refreshQueue}.taken`);
    stage.queue('refresh', 5);
    await stage.until(() => existsSync(stage.preview(2, 5)));
    await stage.until(() => stage.heartbeat()?.state === 'idle');
    rmSync(stage.config.exportQueue);
    rmSync(`${stage.config.refreshQueue}.taken`);
    await stage.until(quiet);
  });

  test('can be stopped and started again, as the script manager does it', async () => {
    await darktable.lua('require("safelight/init").destroy()');
    await stage.until(() => stage.heartbeat()?.state === 'stopped');
    expect(isAnswering(stage.heartbeat())).toBe(false);
    await darktable.lua('require("safelight/init").restart()');
    await stage.until(() => isAnswering(stage.heartbeat()));
  });
});

describe('previews and exports', () => {
  test('a refresh renders every level that fits its box, and leaves the library as it is', async () => {
    const before = stage.imageRow(1);
    stage.queue('refresh', 1);
    await stage.until(() => existsSync(stage.preview(2, 1)) && quiet());
    expect(await size(stage.preview(0, 1))).toEqual([165, 110]);
    expect(await size(stage.preview(2, 1))).toEqual([420, 280]);
    expect(stage.imageRow(1)).toEqual(before);
  });

  test('an export has the full size', async () => {
    stage.queue('export', 2);
    await stage.until(() => existsSync(stage.exported(2)));
    expect(await size(stage.exported(2))).toEqual([600, 400]);
    await stage.until(quiet);
  });

  test('what cannot be done is told with its reason, and the rest is done', async () => {
    const hidden = stage.real.pictures[3]!;
    renameSync(hidden, `${hidden}.away`);
    const { done } = await stage.until(() => stage.heartbeat());
    stage.queue('refresh', 4711, 4, 'no number\t!', '', '12 34', 5);
    await stage.until(() => existsSync(stage.preview(2, 5)) && quiet());
    renameSync(`${hidden}.away`, hidden);
    expect(readFailures(stage.config.refreshQueue)).toEqual([
      { job: '4711', reason: 'darktable has no image 4711' },
      { job: '4', reason: `its file is missing: ${hidden}` },
      { job: 'no number !', reason: expect.any(String) as string },
      { job: '12 34', reason: expect.any(String) as string },
    ]);
    expect(stage.heartbeat()).toMatchObject({ done: done + 1 });
    clearFailures(stage.config.refreshQueue);
  });

  test('what was asked for last is done first, each image once, refreshes before exports', async () => {
    setPaused(stage.config.pauseFile, true);
    await stage.until(() => stage.heartbeat()?.state === 'paused');
    writeFileSync(`${stage.config.exportQueue}.working`, '1\n3\n1\n');
    stage.queue('export', 5, 5, 3);
    stage.queue('refresh', 6);
    rmSync(stage.preview(2, 6), { force: true });
    const { done } = await stage.until(() => stage.heartbeat());
    setPaused(stage.config.pauseFile, false);
    await stage.until(() => existsSync(stage.exported(1)) && quiet());
    expect(stage.heartbeat()).toMatchObject({ done: done + 4 });
    const files = [stage.preview(2, 6), ...[5, 3, 1].map((id) => stage.exported(id))];
    const times = files.map((file) => statSync(file).mtimeMs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  test('a folder that is not there holds the jobs up and fails none', async () => {
    const { exportsDir } = stage.config;
    renameSync(exportsDir, `${exportsDir}.away`);
    stage.queue('export', 4);
    const heartbeat = await stage.until(() => stage.heartbeat()?.state === 'stuck' && stage.heartbeat());
    expect(heartbeat).toMatchObject({ reason: expect.stringContaining(exportsDir) as string });
    expect(readFileSync(`${stage.config.exportQueue}.working`, 'utf8')).toBe('4\n');
    renameSync(`${exportsDir}.away`, exportsDir);
    await stage.until(() => existsSync(stage.exported(4)) && quiet());
    expect(readFailures(stage.config.exportQueue)).toEqual([]);
  });

  describe('into a folder that is Safelight’s own', () => {
    const MINE = 'the only copy of a photograph';
    const queueFile = () => stage.config.exportQueue;
    const isJpeg = (file: string) => lstatSync(file).isFile() && readFileSync(file).readUInt16BE(0) === 0xffd8;
    /** Also tells the plugin. */
    const folderOf = (name: string, before: string[] = []) => {
      const folder = path.join(stage.folder, name);
      mkdirSync(folder, { recursive: true });
      for (const each of before) writeFileSync(path.join(folder, each), MINE);
      const { id } = takeFolder(folder, before);
      stage.tell({ exportsDir: folder, exportsId: id });
      return folder;
    };
    afterAll(() => void stage.tell({ exportsDir: path.join(stage.folder, 'data', 'exports'), exportsId: null }));

    test('links that somebody planted are not followed, and no draft is left', async () => {
      const folder = folderOf('shared');
      const victim = path.join(stage.folder, 'victim');
      writeFileSync(victim, MINE);
      for (const name of ['1.jpg', '1.bridge-tmp.jpg', '1.jpg.probe', '1.jpg.probe.tmp', '1.jpg.tmp'])
        symlinkSync(victim, path.join(folder, name));
      stage.queue('export', 1);
      await stage.until(() => quiet() && isJpeg(stage.exported(1)));
      expect(readFileSync(victim, 'utf8')).toBe(MINE);
      expect(readdirSync(path.join(folder, '.safelight-drafts'))).toEqual([]);
    });

    test('what was there before is moved aside; a folder in the way is that job’s failure', async () => {
      const folder = folderOf('before', ['2.jpg', '2 from before Safelight.jpg']);
      mkdirSync(path.join(folder, '3.jpg'));
      stage.queue('export', 3, 2);
      await stage.until(() => quiet() && readFailures(queueFile()).length > 0);
      expect(readFailures(queueFile())).toMatchObject([{ job: '3' }]);
      clearFailures(queueFile());
      expect(isJpeg(path.join(folder, '2.jpg'))).toBe(true);
      const aside = readdirSync(folder).filter((name) => name.startsWith('2 from before Safelight'));
      expect(aside).toHaveLength(2);
      for (const name of aside) expect(readFileSync(path.join(folder, name), 'utf8')).toBe(MINE);
    });

    test('one that lost its mark is waited for, and nothing is written into what lies in its place', async () => {
      const folder = folderOf('disk');
      renameSync(folder, `${folder} unplugged`);
      mkdirSync(folder);
      writeFileSync(path.join(folder, '4.jpg'), MINE);
      stage.queue('export', 4);
      const heartbeat = await stage.until(() => stage.heartbeat()?.state === 'stuck' && stage.heartbeat());
      expect(heartbeat).toMatchObject({ reason: expect.stringContaining('Connect its disk') as string });
      expect(readdirSync(folder)).toEqual(['4.jpg']);
      expect(readFileSync(path.join(folder, '4.jpg'), 'utf8')).toBe(MINE);
      rmSync(folder, { recursive: true });
      renameSync(`${folder} unplugged`, folder);
      await stage.until(() => quiet() && isJpeg(stage.exported(4)));
    });

    test('a film roll is not written into, whatever lies in it', async () => {
      const photos = path.join(stage.folder, 'photos');
      const before = readdirSync(photos);
      writeMark(photos, { id: randomUUID(), before: new Set() });
      stage.tell({ exportsDir: photos, exportsId: readMark(photos)!.id });
      stage.queue('export', 5);
      const heartbeat = await stage.until(() => stage.heartbeat()?.state === 'stuck' && stage.heartbeat());
      expect(heartbeat).toMatchObject({ reason: expect.stringContaining('film roll') as string });
      rmSync(path.join(photos, '.safelight-exports'));
      expect(readdirSync(photos)).toEqual(before);
      const folder = folderOf('elsewhere');
      await stage.until(() => quiet() && isJpeg(path.join(folder, '5.jpg')));
    });
  });

  test('a queue that moves: what was begun is finished, the new one is followed; a deleted one is no work', async () => {
    const { refreshQueue } = stage.config;
    const moved = path.join(stage.folder, 'elsewhere', 'refresh.queue');
    rmSync(stage.preview(2, 6), { force: true });
    setPaused(stage.config.pauseFile, true);
    await stage.until(() => stage.heartbeat()?.state === 'paused');
    writeFileSync(`${refreshQueue}.working`, '6\n');
    stage.tell({ refreshQueue: moved });
    stage.queue('refresh', 3);
    const asked = statSync(moved).mtimeMs;
    setPaused(stage.config.pauseFile, false);
    await stage.until(() => existsSync(stage.preview(2, 6)) && !existsSync(`${refreshQueue}.working`));
    await stage.until(() => existsSync(stage.preview(2, 3)) && statSync(stage.preview(2, 3)).mtimeMs >= asked);
    await stage.until(quiet);
    // Deleting the files cancels the jobs.
    setPaused(stage.config.pauseFile, true);
    await stage.until(() => stage.heartbeat()?.state === 'paused');
    stage.queue('refresh', 1, 2, 3);
    const { done } = await stage.until(() => stage.heartbeat());
    rmSync(moved);
    setPaused(stage.config.pauseFile, false);
    await stage.until(() => stage.heartbeat()?.state === 'idle');
    expect(stage.heartbeat()).toMatchObject({ done });
    stage.tell({ refreshQueue });
  });

  test('jobs that somebody else does are left alone', async () => {
    const revision = stage.tell({ jobs: ['edits'] });
    await stage.until(() => stage.heartbeat()?.revision === revision);
    stage.queue('refresh', 1);
    await darktable.lua('darktable.control.sleep(1200)');
    expect(readFileSync(stage.config.refreshQueue, 'utf8')).toBe('1\n');
    stage.tell({ jobs: ['edits', 'refresh', 'export'] });
    await stage.until(() => !existsSync(stage.config.refreshQueue) && quiet());
  });
});

test('what was exported last never decides what a picture is: with another profile or a scale nothing is rendered', async () => {
  await darktable.quit();
  const rc = path.join(stage.darktable.configDir, 'darktablerc');
  const dialog = 'plugins/lighttable/export';
  const before = readFileSync(rc, 'utf8');
  const file = stage.preview(2, 1);
  for (const [key, value] of [
    ['icctype', '4'],
    ['resizing', 'scaling'],
  ]) {
    const others = before.split('\n').filter((line) => !line.startsWith(`${dialog}/${key}=`));
    writeFileSync(rc, [...others, `${dialog}/${key}=${value}`, ''].join('\n'));
    rmSync(file, { force: true });
    darktable = await startDarktable(stage.darktable);
    stage.queue('refresh', 1);
    await stage.until(() => stage.heartbeat()?.state === 'stuck' && stage.heartbeat()?.pid === darktable.pid);
    expect(stage.heartbeat()).toMatchObject({
      job: null,
      cannotRender: expect.stringContaining('export module') as string,
    });
    await darktable.quit();
    expect(existsSync(file)).toBe(false);
    expect(readFileSync(rc, 'utf8')).toContain(`${dialog}/${key}=${value}\n`);
  }
  writeFileSync(rc, before);
  darktable = await startDarktable(stage.darktable);
  await stage.until(() => existsSync(file) && quiet());
  expect(stage.heartbeat()?.cannotRender).toBeNull();
});

test('while an original is away, previews and exports are made of darktable’s local copy', async () => {
  const original = stage.real.pictures[3]!;
  const aside = `${original}.aside`;
  await darktable.lua('darktable.database.get_image(4).local_copy = true');
  for (const file of [stage.preview(2, 4), stage.exported(4)]) rmSync(file, { force: true });
  const copy = localCopy(original, stage.real.cacheDir);
  expect(readFileSync(copy).equals(readFileSync(original))).toBe(true);
  renameSync(original, aside);
  stage.queue('refresh', 4);
  stage.queue('export', 4);
  await stage.until(() => existsSync(stage.exported(4)) && quiet());
  expect([await size(stage.preview(2, 4)), await size(stage.exported(4))]).toEqual([
    [420, 280],
    [600, 400],
  ]);
  renameSync(aside, original);
});

describe('after a crash', () => {
  test('a picture in whose middle darktable ended three times is given up', async () => {
    await darktable.kill();
    const beat = readFileSync(stage.config.heartbeat, 'utf8');
    writeFileSync(
      stage.config.heartbeat,
      beat
        .replace(/^state=.*$/m, 'state=working')
        .replace(/^job=.*$/m, 'job=export 2')
        .replace(/^attempt=.*$/m, 'attempt=3'),
    );
    writeFileSync(`${stage.config.exportQueue}.working`, '2\n3\n');
    mkdirSync(stage.config.exportsDir, { recursive: true });
    rmSync(stage.exported(2), { force: true });
    rmSync(stage.exported(3), { force: true });
    darktable = await startDarktable(stage.darktable);
    await stage.until(() => existsSync(stage.exported(3)) && quiet());
    expect(existsSync(stage.exported(2))).toBe(false);
    expect(readFailures(stage.config.exportQueue)).toEqual([
      { job: '2', reason: 'darktable ended 3 times while it rendered this picture' },
    ]);
  });

  test.each([0, 40, 120, 300])(
    'a darktable that is closed %i ms into its work closes in order, says so, and leaves the rest to the next',
    async (ms) => {
      if (ms > 0) darktable = await startDarktable(stage.darktable);
      await stage.until(() => stage.heartbeat()?.pid === darktable.pid && quiet());
      for (const id of [1, 2, 3, 4, 5, 6]) rmSync(stage.preview(2, id), { force: true });
      stage.queue('refresh', 1, 2, 3, 4, 5, 6);
      await stage.until(() => stage.heartbeat()?.state === 'working');
      await sleep(ms);
      await darktable.quit();
      expect(stage.heartbeat()).toMatchObject({ state: 'stopped', job: null });
      expect(existsSync(`${stage.real.library}.lock`)).toBe(false);
      expect(darktable.output()).not.toContain('backtrace');
      const left = jobFiles(stage.config.refreshQueue)
        .flatMap((file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []))
        .filter(Boolean);
      const missing = [1, 2, 3, 4, 5, 6].filter(
        (id) => !existsSync(stage.preview(2, id)) && !left.includes(String(id)),
      );
      expect(missing).toEqual([]);
      for (const file of jobFiles(stage.config.refreshQueue)) rmSync(file, { force: true });
    },
  );
});

/** The plugin in a real darktable: the machine's own, or the one that SAFELIGHT_TEST_DARKTABLE names. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BridgeStage, exposed, forgetCrash, setBridgeStage } from '../testing/bridge-stage.ts';
import { luaString, type RunningDarktable, startDarktable } from '../testing/real-darktable.ts';
import {
  clearFailures,
  editThroughBridge,
  filesOfQueue,
  isAnswering,
  isPaused,
  readFailures,
  setPaused,
} from './bridge-files.ts';

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

// Read here: sharp remembers what it knew of a path.
const brightness = async (file: string) => {
  const { channels } = await sharp(readFileSync(file)).stats();
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length;
};
const size = async (file: string) => {
  const { width, height } = await sharp(readFileSync(file)).metadata();
  return [width, height];
};
/** All that an export could touch. Times exceed what JavaScript holds. */
const imageRow = `SELECT flags, history_end, group_id, CAST(change_timestamp AS TEXT) AS changed,
  CAST(export_timestamp AS TEXT) AS exported, (SELECT group_concat(tagid) FROM tagged_images WHERE imgid = id) AS tags
  FROM images WHERE id = ?`;
/** As if it had been written when the history had no step yet. */
const halfSidecar = (xmp: string) => xmp.replace(/(<darktable:history>).*(<\/darktable:history>)/s, '$1<rdf:Seq/>$2');
/** Idle, nothing waits. */
const quiet = () => {
  const { refreshQueue, exportQueue } = stage.config;
  const waits = [refreshQueue, exportQueue].some((file) => existsSync(file) || existsSync(`${file}.working`));
  return !waits && stage.heartbeat()?.job === null;
};

describe('the bridge', () => {
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
    const before = stage.sql(imageRow, 1);
    stage.queue('refresh', 1);
    await stage.until(() => existsSync(stage.preview(2, 1)) && quiet());
    expect(await size(stage.preview(0, 1))).toEqual([165, 110]);
    expect(await size(stage.preview(2, 1))).toEqual([420, 280]);
    expect(stage.sql(imageRow, 1)).toEqual(before);
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
    // Removing the files cancels.
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

describe('edits', () => {
  const edit = (image: number, entry: Parameters<typeof editThroughBridge>[1]['entry']) =>
    editThroughBridge(stage.config.editsDir, { imageId: image, file: stage.real.pictures[image - 1]!, entry });

  test('an edit shows in the next preview, and taking it back shows too', async () => {
    const shot = async () => {
      rmSync(stage.preview(2, 1), { force: true });
      stage.queue('refresh', 1);
      await stage.until(() => existsSync(stage.preview(2, 1)) && quiet());
      return brightness(stage.preview(2, 1));
    };
    const before = await shot();
    const entry = stage.entry(1, 'exposure');
    expect(await edit(1, exposed(entry, 1))).toEqual({ ok: true });
    const brighter = await shot();
    expect(brighter).toBeGreaterThan(before + 10);
    expect(await edit(1, entry)).toEqual({ ok: true });
    expect(Math.abs((await shot()) - before)).toBeLessThan(1);
  });

  test('keeps blending, instance, name and the rest of the history', async () => {
    const others = ['exposure', 'sharpen', 'velvia'].map((operation) => stage.entry(2, operation));
    const sky = exposed(stage.entry(2, 'exposure', 1), -1);
    expect(await edit(2, sky)).toEqual({ ok: true });
    expect({ ...stage.entry(2, 'exposure', 1), num: 0 }).toEqual({ ...sky, num: 0 });
    expect(['exposure', 'sharpen', 'velvia'].map((operation) => stage.entry(2, operation))).toEqual(others);
    const sharpen = { ...stage.entry(2, 'sharpen'), enabled: true };
    expect(await edit(2, sharpen)).toEqual({ ok: true });
    expect({ ...stage.entry(2, 'sharpen'), num: 0 }).toEqual({ ...sharpen, num: 0 });
  });

  test('the sidecar says the same', async () => {
    const velvia = stage.entry(3, 'velvia');
    const params = Buffer.from(velvia.params);
    params.writeFloatLE(77, 0);
    expect(await edit(3, { ...velvia, params })).toEqual({ ok: true });
    const sidecar = `${stage.real.pictures[2]!}.xmp`;
    await stage.until(() => readFileSync(sidecar, 'utf8').includes(params.toString('hex')));
  });

  test('a sidecar that darktable wrote in the middle of writing the history is written once more, and nothing else with it', async () => {
    const velvia = stage.entry(3, 'velvia');
    const params = Buffer.from(velvia.params);
    params.writeFloatLE(55, 0);
    expect(await edit(3, { ...velvia, params })).toEqual({ ok: true });
    const sidecar = `${stage.real.pictures[2]!}.xmp`;
    const whole = await stage.until(() => {
      const text = readFileSync(sidecar, 'utf8');
      return text.includes(params.toString('hex')) ? text : null;
    });
    const row = stage.sql(imageRow, 3);
    writeFileSync(sidecar, halfSidecar(whole));
    await stage.until(() => readFileSync(sidecar, 'utf8') === whole);
    expect(stage.sql(imageRow, 3)).toEqual(row);
  });

  test('leaves no style and no tag of ours, and those of the user as they are', async () => {
    const mine = path.join(stage.folder, 'mine.dtstyle');
    const entry = stage.entry(4, 'velvia');
    const { bridgeStyle, BRIDGE_STYLE_NAME } = await import('./bridge-style.ts');
    writeFileSync(mine, bridgeStyle(entry).replace(BRIDGE_STYLE_NAME, 'my look'));
    await darktable.lua(`darktable.styles.import(${luaString(mine)})
      for _, style in ipairs(darktable.styles) do
        if style.name == "my look" then darktable.styles.apply(style, darktable.database.get_image(4)) end
      end`);
    expect(await edit(4, exposed(stage.entry(4, 'exposure'), 0.5))).toEqual({ ok: true });
    const names = `local names = {}
      for _, style in ipairs(darktable.styles) do names[#names + 1] = style.name end
      for _, tag in ipairs(darktable.tags) do names[#names + 1] = tag.name end
      return table.concat(names, "\\n")`;
    const left = (await darktable.lua(names)).split('\n');
    expect(left).toEqual(expect.arrayContaining(['my look', 'darktable|style|my look']));
    expect(left.filter((name) => name.includes('safelight'))).toEqual([]);
  });

  test('is refused with a reason when it is not for this image, or nobody knows the image', async () => {
    const entry = stage.entry(5, 'exposure');
    const file = stage.real.pictures[0]!;
    expect(await editThroughBridge(stage.config.editsDir, { imageId: 5, file, entry })).toMatchObject({
      ok: false,
      code: 'other_file',
    });
    expect(await editThroughBridge(stage.config.editsDir, { imageId: 99, file, entry })).toMatchObject({
      ok: false,
      code: 'no_image',
    });
    expect(stage.entry(5, 'exposure')).toEqual(entry);
  });

  test('comes before the previews that wait', async () => {
    stage.queue('refresh', 1, 2, 3, 4, 5, 6);
    await stage.until(() => stage.heartbeat()?.job?.startsWith('refresh'));
    expect(await edit(6, exposed(stage.entry(6, 'exposure'), 0.5))).toEqual({ ok: true });
    expect(existsSync(`${stage.config.refreshQueue}.working`)).toBe(true);
    await stage.until(quiet, 60_000);
  });

  test('nobody there: it is withdrawn, and never happens', async () => {
    const revision = stage.tell({ jobs: ['refresh', 'export'] });
    await stage.until(() => stage.heartbeat()?.revision === revision);
    const entry = stage.entry(5, 'exposure');
    const job = { imageId: 5, file: stage.real.pictures[4]!, entry: exposed(entry, 3) };
    expect(await editThroughBridge(stage.config.editsDir, job, { timeoutMs: 300 })).toMatchObject({
      code: 'not_taken',
    });
    stage.tell({ jobs: ['edits', 'refresh', 'export'] });
    await stage.until(() => !existsSync(path.join(stage.config.editsDir, 'edits.queue')) && quiet());
    expect(stage.entry(5, 'exposure')).toEqual(entry);
  });
});

describe('after a crash', () => {
  test('a left-over style and its tag are removed, an edit that was begun is answered and not done again', async () => {
    const { bridgeStyle, BRIDGE_STYLE_NAME } = await import('./bridge-style.ts');
    await darktable.lua('require("safelight/init").destroy()');
    await stage.until(() => stage.heartbeat()?.state === 'stopped');
    const file = path.join(stage.folder, 'left.dtstyle');
    const entry = stage.entry(5, 'exposure');
    writeFileSync(file, bridgeStyle(entry));
    await darktable.lua(`darktable.styles.import(${luaString(file)})
      darktable.tags.attach(darktable.tags.create("darktable|style|${BRIDGE_STYLE_NAME}"), darktable.database.get_image(5))`);
    await darktable.kill();
    forgetCrash(stage);
    const uuid = '00000000-0000-4000-8000-000000000000';
    const base = path.join(stage.config.editsDir, uuid);
    writeFileSync(`${base}.dtstyle`, bridgeStyle(exposed(entry, 4)));
    writeFileSync(`${base}.claimed`, `protocol=1\nimage=5\nexpires=9999999999\n`);
    writeFileSync(path.join(stage.config.editsDir, 'edits.queue.working'), `${uuid}\n`);
    darktable = await startDarktable(stage.darktable);
    await stage.until(() => existsSync(`${base}.result`));
    expect(readFileSync(`${base}.result`, 'utf8')).toContain('code=interrupted');
    expect(existsSync(`${base}.claimed`)).toBe(false);
    expect(stage.entry(5, 'exposure')).toEqual(entry);
    const left = await darktable.lua(`local left = 0
      for _, list in ipairs({ darktable.styles, darktable.tags }) do
        for _, thing in ipairs(list) do if thing.name:find("${BRIDGE_STYLE_NAME}", 1, true) then left = left + 1 end end
      end
      return left`);
    expect(left).toBe('0');
  });

  test('the sidecar of an edit just before it is written once more by the next darktable', async () => {
    const entry = exposed(stage.entry(4, 'exposure'), 0.75);
    const job = { imageId: 4, file: stage.real.pictures[3]!, entry };
    const sidecar = `${stage.real.pictures[3]!}.xmp`;
    const former = readFileSync(sidecar, 'utf8');
    expect(await editThroughBridge(stage.config.editsDir, job)).toEqual({ ok: true });
    await darktable.kill();
    writeFileSync(sidecar, halfSidecar(former));
    const stored = Buffer.from(stage.entry(4, 'exposure').params).toString('hex');
    expect(former).not.toContain(stored);
    darktable = await startDarktable(stage.darktable);
    await stage.until(() => readFileSync(sidecar, 'utf8').includes(stored));
    await stage.until(() => !existsSync(path.join(stage.config.editsDir, 'sidecars')));
  });

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
      { job: '2', reason: 'darktable ended 3 times while it worked on this picture' },
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
      const left = filesOfQueue(stage.config.refreshQueue)
        .flatMap((file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []))
        .filter(Boolean);
      const missing = [1, 2, 3, 4, 5, 6].filter(
        (id) => !existsSync(stage.preview(2, id)) && !left.includes(String(id)),
      );
      expect(missing).toEqual([]);
      for (const file of filesOfQueue(stage.config.refreshQueue)) rmSync(file, { force: true });
    },
  );
});

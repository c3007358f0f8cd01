/** Operations through darktable when things go badly: the machine's own, or the one that SAFELIGHT_TEST_DARKTABLE names. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bridgePaths } from '../../darktable/bridge-files.ts';
import { Events, type News } from '../../platform/events.ts';
import { type BridgeStage, setBridgeStage } from '../../testing/bridge-stage.ts';
import type { RunningDarktable } from '../../testing/real-darktable.ts';
import { startOperations, type OperationsOfTest } from '../../testing/start-operations.ts';
import { PLUGIN_OPERATION_STEPS } from './plugin-operations.ts';

const client = 'sofa';
const PICTURES = 24;
const all = Array.from({ length: PICTURES }, (_, at) => at + 1);
let stage: BridgeStage;
let darktable: RunningDarktable & AsyncDisposable;

beforeAll(async () => {
  stage = await setBridgeStage({ pictures: PICTURES, width: 60, height: 40 });
  darktable = await stage.openDarktable();
});
afterAll(async () => {
  await darktable[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const dataDir = () => path.join(stage.folder, 'data');
const safelight = (events = new Events()) => startOperations({ file: stage.real.library, dataDir: dataDir(), events });
const lua = (code: string) => darktable.lua(`local get, tags = darktable.database.get_image, darktable.tags ${code}`);
const give = (name: string, ids: readonly number[]) =>
  lua(`for _, id in ipairs({${ids.join(',')}}) do tags.attach(tags.create("${name}"), get(id)) end`);

function query(file: string, sql: string, ...values: unknown[]): unknown[] {
  const database = new Database(file, { timeout: 5_000 });
  try {
    database.prepare('ATTACH ? AS data').run(path.join(path.dirname(stage.real.library), 'data.db'));
    return database.prepare(sql).pluck().all(values);
  } finally {
    database.close();
  }
}
/** The images with this tag, as the library says. */
const withTag = (name: string) =>
  stage
    .sql(
      'SELECT imgid FROM tagged_images WHERE tagid = ? ORDER BY imgid',
      Number(query(stage.real.library, 'SELECT coalesce(max(id), -1) FROM data.tags WHERE name = ?', name)[0]),
    )
    .map(({ imgid }) => Number(imgid));
const journal = (sql: string, ...values: unknown[]) => query(path.join(dataDir(), 'journal.db'), sql, ...values);
const newest = () => Number(journal("SELECT max(id) FROM change WHERE state = 'stored'")[0]);
const unfinished = () => journal("SELECT id FROM change WHERE state = 'begun'");
/** The images of which the journal says that this change took a tag from them. */
const takenFrom = (change: number, name: string) =>
  journal(
    "SELECT image_id FROM change_field WHERE change_id = ? AND field = ? AND after = 'false' ORDER BY image_id",
    change,
    `tag:${name}`,
  );

/** Runs `act` once some images are done, and resolves with what it gave. */
function onceUnderWay<T>(events: Events, act: (progress: News['change.progress'][0]) => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const onProgress = (progress: News['change.progress'][0]) => {
    if (progress.state !== 'running' || progress.done < 3) return;
    events.off('change.progress', onProgress);
    resolve(act(progress));
  };
  events.on('change.progress', onProgress);
  return promise;
}

/** What the journal says of a rename that ended half-way is what the library holds, and its undo brings all back. */
async function checkHalf(it: OperationsOfTest, from: string, to: string) {
  await it.changes.settled();
  await stage.until(() => unfinished().length === 0);
  const change = newest();
  const moved = withTag(to);
  expect(moved.length).toBeGreaterThan(0);
  expect(moved.length).toBeLessThan(PICTURES);
  expect(withTag(from)).toEqual(all.filter((id) => !moved.includes(id)));
  expect(takenFrom(change, from)).toEqual(moved);
  return change;
}

test('progress is told; canceled half-way, what is done stays and is told, and the undo takes it back', async () => {
  const events = new Events();
  const it = safelight(events);
  await give('old', all);
  const cancelled = onceUnderWay(events, ({ change }) => it.changes.cancel(change));
  const renamed = it.changes.tags.rename(await it.tag('old'), 'new', client);
  await expect(renamed).rejects.toMatchObject({
    code: 'db_write_error',
    message: expect.stringMatching(
      /Only a part was stored, as change \d+: \d+ of 24 images\. It was canceled/,
    ) as string,
  });
  const change = await checkHalf(it, 'old', 'new');
  expect(await cancelled).toMatchObject({ change, changed: withTag('new').length });
  expect(await it.undo(change)).toMatchObject({ result: { failed: 0 }, left: [] });
  expect([withTag('old'), withTag('new')]).toEqual([all, []]);
});

test('an image that gets the tag while it is renamed gets the new one too; one that is removed meanwhile is told', async () => {
  const events = new Events();
  const it = safelight(events);
  const some = all.slice(0, 20);
  await give('busy', some);
  const meanwhile = onceUnderWay(events, () =>
    lua(
      'tags.attach(tags.find("busy"), get(23)) tags.detach(tags.find("busy"), get(19)) get(20):delete() return "done"',
    ),
  );
  const renamed = it.changes.tags.rename(await it.tag('busy'), 'busier', client);
  await expect(renamed).rejects.toMatchObject({ message: expect.stringContaining('images.') as string });
  expect(await meanwhile).toBe('done');
  expect(withTag('busier')).toEqual([...some.filter((id) => id !== 19 && id !== 20), 23]);
  expect(withTag('busy')).toEqual([]);
  await it.undo(newest());
  expect(withTag('busy')).toEqual([...some.filter((id) => id !== 19 && id !== 20), 23]);
  expect(withTag('busier')).toEqual([]);
});

test('a tag that somebody renames at the same time keeps that name on the rest, and the answer says how far it came', async () => {
  const events = new Events();
  const it = safelight(events);
  const some = all.slice(0, 18);
  await give('mine', some);
  const id = await it.tag('mine');
  const meanwhile = onceUnderWay(events, () => {
    const data = new Database(path.join(path.dirname(stage.real.library), 'data.db'), { timeout: 5_000 });
    data.prepare("UPDATE tags SET name = 'theirs' WHERE id = ?").run(id);
    data.close();
    return Promise.resolve('done');
  });
  const renamed = it.changes.tags.rename(id, 'ours', client);
  await expect(renamed).rejects.toMatchObject({ message: expect.stringContaining('Only a part was stored') as string });
  await meanwhile;
  const ours = withTag('ours');
  expect(ours.length).toBeGreaterThan(0);
  const theirs = withTag('theirs');
  expect(some.filter((image) => !ours.includes(image) && !theirs.includes(image))).toEqual([]);
  // The one that darktable was at in that moment may have both.
  const both = ours.filter((image) => theirs.includes(image));
  expect(both.length).toBeLessThan(2);
  expect(takenFrom(newest(), 'mine')).toEqual(ours.filter((image) => !both.includes(image)));
});

describe('a Safelight that is killed', () => {
  test.each([...PLUGIN_OPERATION_STEPS, 'half'])(
    'at "%s": the next one finds out what was done, and the undo takes just that back',
    async (point) => {
      const images = all.slice(0, point === 'half' ? 19 : 6);
      await give('killed', images);
      const first = safelight();
      const tag = await first.tag('killed');
      const last = newest();
      await first.close();
      const child = path.join(import.meta.dirname, '../../testing/operations-child.ts');
      const running = spawn(process.execPath, [child, stage.real.library, dataDir(), 'rename', point, String(tag)], {
        stdio: 'inherit',
      });
      onTestFinished(() => void running.kill('SIGKILL'));
      expect(await once(running, 'close')).toEqual([null, 'SIGKILL']);
      const next = safelight();
      await next.changes.settled();
      await stage.until(() => unfinished().length === 0);
      const [kept, moved] = [withTag('killed'), withTag('x|y')];
      expect(images.filter((id) => !kept.includes(id) && !moved.includes(id))).toEqual([]);
      if (point === 'asked') expect([newest(), withTag('x|y')]).toEqual([last, []]);
      else {
        expect(takenFrom(newest(), 'killed')).toEqual(moved.filter((id) => !kept.includes(id)));
        await next.undo(newest());
      }
      expect([withTag('killed'), withTag('x|y')]).toEqual([images, []]);
      expect(readdirSync(stage.config.operationsDir)).toEqual([]);
    },
  );
});

describe('a darktable that goes', () => {
  test.each([
    ['killed', () => darktable.kill()],
    ['closed', () => darktable.quit()],
  ])('%s in the middle: what is done stays and is told, and is taken back beside it', async (how, end) => {
    const events = new Events();
    const it = safelight(events);
    const images = all.filter((id) => id !== 20);
    await give(how, images);
    const ended = onceUnderWay(events, async () => {
      await end();
      return 'ended';
    });
    const renamed = it.changes.tags.rename(await it.tag(how), `not ${how}`, client);
    await expect(renamed).rejects.toMatchObject({
      code: 'db_write_error',
      message: expect.stringMatching(/Only a part was stored.*darktable ended|canceled/) as string,
    });
    expect(await ended).toBe('ended');
    await it.changes.settled();
    const [kept, moved] = [withTag(how), withTag(`not ${how}`)];
    // The one that darktable was at in that moment may have both.
    const both = moved.filter((id) => kept.includes(id));
    expect(both.length).toBeLessThan(2);
    expect(takenFrom(newest(), how)).toEqual(moved.filter((id) => !both.includes(id)));
    expect(images.filter((id) => !kept.includes(id) && !moved.includes(id))).toEqual([]);
    // Closed now: straight into the library.
    await it.undo(newest());
    expect([withTag(how), withTag(`not ${how}`)]).toEqual([images, []]);
    darktable = await stage.openDarktable();
    expect(await lua(`return #tags.find("${how}")`)).toBe(String(images.length));
  });
});

test('a plugin that is too old for it: refused, with what to do', async () => {
  const other = path.join(stage.folder, 'other-data');
  const { heartbeat } = bridgePaths(other);
  mkdirSync(path.dirname(heartbeat), { recursive: true });
  const content = readFileSync(stage.config.heartbeat, 'utf8').replace(/^operated=.*\n/m, '');
  writeFileSync(heartbeat, content.replace(/^time=.*$/m, `time=${Math.floor(Date.now() / 1000)}`));
  const it = startOperations({ file: stage.real.library, dataDir: other });
  await expect(it.changes.tags.create('newer', client)).rejects.toMatchObject({
    code: 'db_write_error',
    message: expect.stringContaining('too old') as string,
  });
});

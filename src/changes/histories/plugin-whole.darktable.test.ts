/** Histories that the plugin puts in the place of others: the machine's own darktable, or the one that SAFELIGHT_TEST_DARKTABLE names. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bridgePaths } from '../../darktable/bridge-files.ts';
import { Events } from '../../platform/events.ts';
import { type BridgeStage, exposed, setBridgeStage } from '../../testing/bridge-stage.ts';
import { leaveDarkroom, openInDarkroom } from '../../testing/darkroom-lua.ts';
import { blend, circle } from '../../testing/develop-steps.ts';
import { meanDifference } from '../../testing/pictures/mean-difference.ts';
import { pluginPreview } from '../../testing/plugin-preview.ts';
import type { RunningDarktable } from '../../testing/real-darktable.ts';
import { startOperations } from '../../testing/start-operations.ts';
import type { HistoryChange } from './plans.ts';

const client = 'sofa';
const PICTURES = 40;
let stage: BridgeStage;
let darktable: RunningDarktable & AsyncDisposable;

beforeAll(async () => {
  stage = await setBridgeStage({ pictures: PICTURES, width: 60, height: 40 });
  // 1 and 2 are brighter than the others, by a second step of exposure; that of 1 has a drawn mask.
  const { params } = exposed(stage.entry(1, 'exposure'), 1.5);
  for (const id of [1, 2]) {
    stage.sql(
      `INSERT INTO history (imgid, num, module, operation, op_params, enabled, blendop_params, blendop_version, multi_priority, multi_name)
       SELECT imgid, history_end, module, operation, ?, enabled, ?, 11, multi_priority, multi_name
       FROM history JOIN images ON id = imgid WHERE imgid = ? AND operation = 'exposure' AND multi_priority = 0`,
      ...[params, blend(id === 1 ? 1001 : 0), id],
    );
    stage.sql('UPDATE images SET history_end = history_end + 1 WHERE id = ?', id);
  }
  for (const shape of circle(0.4, 0.5))
    stage.sql(
      `INSERT INTO masks_history (imgid, num, formid, form, name, version, points, points_count, source)
       SELECT 1, history_end - 1, ?, ?, ?, ?, ?, ?, ? FROM images WHERE id = 1`,
      ...[shape.id, shape.type, shape.name, shape.version, shape.points!, shape.count, shape.source!],
    );
  darktable = await stage.openDarktable();
});
afterAll(async () => {
  await darktable[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const dataDir = () => path.join(stage.folder, 'data');
const safelight = (options: Partial<Parameters<typeof startOperations>[0]> = {}) =>
  startOperations({ file: stage.real.library, dataDir: dataDir(), ...options });
const lua = (code: string, options = {}) =>
  darktable.lua(`local get, tags = darktable.database.get_image, darktable.tags ${code}`, options);
/** Whether darktable is asked which image is open in the darkroom. */
const isTold = () => stage.heartbeat()?.darktable.startsWith('4.') === true;
const isReadAnew = () => stage.heartbeat()?.histories === 'import';

const HISTORY = `SELECT num, operation, hex(op_params) AS params, enabled, multi_priority, multi_name, hex(blendop_params) AS blending
  FROM history WHERE imgid = ? AND operation IS NOT NULL ORDER BY num`;
const MASKS =
  'SELECT num, formid, form, name, hex(points) AS points FROM masks_history WHERE imgid = ? ORDER BY num, formid';
const developNow = (id: number) => ({
  end: Number(stage.sql('SELECT history_end FROM images WHERE id = ?', id)[0]!.history_end),
  first: stage.sql('SELECT flags & 512 AS first FROM images WHERE id = ?', id)[0]!.first,
  steps: stage.sql(HISTORY, id),
  masks: stage.sql(MASKS, id),
  order: stage.sql('SELECT version, iop_list FROM module_order WHERE imgid = ?', id),
});
/** Not in the moment when darktable writes it anew, to show the image. */
function develop(id: number): ReturnType<typeof developNow> {
  for (;;) {
    const [one, other] = [developNow(id), developNow(id)];
    if (one.steps.length >= one.end && JSON.stringify(one) === JSON.stringify(other)) return one;
  }
}
const operations = (id: number) =>
  develop(id).steps.map((row) => `${String(row.operation)} ${Number(row.multi_priority)} ${Number(row.enabled)}`);
/** All but what belongs to one picture; darktable gives it that to show it. */
const copiedOf = (id: number) => [...new Set(operations(id))].filter((one) => !/^(flip|gamma)/.test(one)).toSorted();
/** All of an image but its history. */
const decided = (id: number) => ({
  image: stage.sql(
    'SELECT flags & ~512 AS flags, group_id, version, latitude, longitude, altitude, CAST(datetime_taken AS TEXT) AS taken, CAST(export_timestamp AS TEXT) AS exported FROM images WHERE id = ?',
    id,
  ),
  labels: stage.sql('SELECT color FROM color_labels WHERE imgid = ? ORDER BY color', id),
  texts: stage.sql('SELECT key, value FROM meta_data WHERE id = ? ORDER BY key', id),
  tags: stage.sql('SELECT tagid FROM tagged_images WHERE imgid = ? ORDER BY tagid', id),
});
const sidecar = (id: number) => readFileSync(`${stage.real.pictures[id - 1]!}.xmp`, 'utf8');

const rendered = (id: number) => pluginPreview(stage, id);

const changing = (change: HistoryChange, ...ids: number[]) => safelight().changes.histories.change(ids, change, client);

describe('while darktable is open', () => {
  test('a history is put in the place of others with its masks; the pictures are the same, and so they are after the undo', async () => {
    await lua(`local image = get(3) image.rating = 4 image.red = true image.purple = true image.title = 'Ebb & "flow"'
      image.creator = "J. Doe" image.latitude = 47.123456789 image.longitude = -8.987654321 image.elevation = 12.3
      tags.attach(tags.create("places|a, b"), image) tags.attach(tags.create("birds"), image)
      darktable.gui.selection{get(7), get(8)} darktable.control.sleep(300)`);
    const it = safelight();
    const [before, kept, other] = [develop(3), decided(3), decided(4)];
    const [source, old] = [await rendered(1), await rendered(3)];
    expect(meanDifference(source, old)).toBeGreaterThan(2);
    const copied = copiedOf(1);
    const result = await it.changes.histories.change(
      [1, 3, 4, 4711],
      { do: 'paste', from: 1, mode: 'replace', modules: null },
      client,
    );
    expect(result).toMatchObject({ changed: 2, unchanged: 1, failed: 1, failures: [{ id: 4711 }] });
    for (const id of [3, 4]) {
      expect(copiedOf(id)).toEqual(copied);
      expect(develop(id).masks.map(({ formid }) => formid)).toEqual([1000, 1001]);
      expect(meanDifference(source, await rendered(id))).toBeLessThan(0.5);
      await stage.until(() => sidecar(id).includes('grp exposure'));
    }
    expect(await lua('return #darktable.gui.selection()')).toBe('2');
    const without = ({ tags: all, ...rest }: ReturnType<typeof decided>) => ({ rest, tags: all.length });
    // With the tag of developed images.
    expect(without(decided(3))).toEqual({ ...without(kept), tags: kept.tags.length + 1 });
    expect(without(decided(4)).rest).toEqual(without(other).rest);

    expect(await it.undo(result.change)).toMatchObject({ result: { changed: 2, failed: 0 }, left: [] });
    expect(develop(3)).toEqual(before);
    expect(decided(3)).toEqual(kept);
    expect(meanDifference(old, await rendered(3))).toBeLessThan(0.5);
    await expect(it.undo(result.change)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('steps back and forth, compressed, a module out, moved, masked: as without darktable, each with its undo', async () => {
    const it = safelight();
    await rendered(2);
    const all = operations(2);
    const steps: [HistoryChange, (id: number) => void][] = [
      [
        { do: 'end', end: all.length - 2 },
        (id) => expect(develop(id)).toMatchObject({ end: all.length - 2, steps: { length: all.length } }),
      ],
      [
        { do: 'compress' },
        (id) => expect(operations(id)).toEqual(all.filter((one, at) => all.lastIndexOf(one) === at)),
      ],
      [
        { do: 'remove', operation: 'exposure', instance: 1 },
        (id) => expect(operations(id)).not.toContain('exposure 1 1'),
      ],
      [
        { do: 'move', operation: 'velvia', to: { side: 'before', of: { operation: 'sharpen', instance: 0 } } },
        (id) => expect(String(develop(id).order[0]!.iop_list)).toContain('velvia,0,sharpen,0'),
      ],
    ];
    for (const [change, check] of steps) {
      const before = develop(2);
      const result = await it.changes.histories.change([2], change, client);
      expect(result).toMatchObject({ changed: 1, failures: [] });
      check(2);
      expect(await it.undo(result.change)).toMatchObject({ result: { changed: 1 } });
      expect(develop(2)).toEqual(before);
    }
    const masked = { do: 'mask', operation: 'velvia', from: { operation: 'exposure' } } as const;
    expect(await it.changes.histories.change([1], masked, client)).toMatchObject({ changed: 1, failures: [] });
    expect(new Set(develop(1).masks.map(({ formid }) => formid)).size).toBe(3);
  });

  test('edits with a drawn mask are pasted on top with their shapes', async () => {
    const result = await changing({ do: 'paste', from: 1, mode: 'append', modules: ['exposure'] }, 5);
    expect(result).toMatchObject({ changed: 1, failures: [] });
    const { length } = operations(6);
    expect(operations(5).slice(0, length)).toEqual(operations(6));
    expect(develop(5).masks.length).toBeGreaterThan(0);
    expect(await safelight().undo(result.change)).toMatchObject({ result: { changed: 1 } });
    expect(develop(5)).toEqual(develop(6));
  });

  test('what would be lost is refused for that image, with the reason; the others are changed', async () => {
    // darktable's own key for a reject keeps the stars.
    await lua(`get(9).rating = 3 darktable.gui.selection{get(9)} darktable.control.sleep(600)
      darktable.gui.action("views/thumbtable/rating", 0, "reject", "activate", 1.0) darktable.control.sleep(600)
      darktable.gui.selection{}`);
    expect(stage.sql('SELECT flags & 15 AS flags FROM images WHERE id = 9')).toMatchObject([{ flags: 11 }]);
    rmSync(`${stage.real.pictures[9]!}.xmp`);
    writeFileSync(stage.real.pictures[10]!.replace(/(\.jpg)$/, '_01$1.xmp'), sidecar(11));
    const isReset = isReadAnew() && (await lua('return tostring(get(13):duplicate().id)')) !== '';
    const before = [9, 10, 11, 13].map(develop);
    const end = { do: 'end', end: 2 } as const;
    const foretold = await safelight().changes.histories.wouldChange([9, 10, 11, 12, 13], end);
    const result = await changing(end, 9, 10, 11, 12, 13);
    const byId = (failures: typeof result.failures) => failures.toSorted((one, other) => one.id - other.id);
    expect([foretold.changed, byId(foretold.failures)]).toEqual([result.changed, byId(result.failures)]);
    const reasons = new Map(result.failures.map(({ id, reason }) => [id, reason]));
    expect(reasons.get(9)).toContain('stars');
    if (isReset) {
      expect(reasons.get(10)).toContain('no sidecar');
      expect(reasons.get(11)).toContain('further versions');
      expect(reasons.get(13)).toContain('several versions');
      expect([9, 10, 11, 13].map(develop)).toEqual(before);
    }
    expect(result).toMatchObject({ changed: isReset ? 1 : 4, failed: isReset ? 4 : 1 });
    expect(develop(12).end).toBe(2);
    rmSync(stage.real.pictures[10]!.replace(/(\.jpg)$/, '_01$1.xmp'));
  });

  test('the picture that is open in the darkroom is left alone, and nothing is lost there', async () => {
    await lua(openInDarkroom(14));
    await lua('darktable.gui.action("iop/bloom/size", 0, "value", "set", 40) darktable.control.sleep(300)');
    await stage.until(() => stage.heartbeat()?.openImage === (isTold() ? 14 : 'unknown'));
    const end = { do: 'end', end: 2 } as const;
    const foretold = await safelight().changes.histories.wouldChange([14, 15], end);
    // Of 5.x the darkroom is not asked which image is open.
    expect(foretold.failures.map(({ id }) => id)).toEqual(isTold() ? [14] : [14, 15]);
    expect(foretold.failures[0]!.reason).toContain('darkroom');
    const result = await changing(end, 14);
    expect(result.failures).toMatchObject([{ id: 14, reason: expect.stringContaining('darkroom') as string }]);
    await lua(leaveDarkroom);
    await stage.until(() => operations(14).includes('bloom 0 1') && stage.heartbeat()?.openImage === null);
  });

  test('a darktable that is set to write no sidecars: a dry run tells what the change would, and nothing is changed', async () => {
    const file = path.join(stage.real.configDir, 'darktablerc');
    const settings = readFileSync(file, 'utf8');
    expect(settings).toMatch(/^write_sidecar_files=on import$/m);
    writeFileSync(file, settings.replace(/^write_sidecar_files=.*$/m, 'write_sidecar_files=never'));
    onTestFinished(() => writeFileSync(file, settings));
    const before = develop(15);
    const end = { do: 'end', end: 2 } as const;
    const foretold = await safelight().changes.histories.wouldChange([15], end);
    expect(foretold).toMatchObject({
      changed: 0,
      failed: 1,
      failures: [{ id: 15, reason: expect.stringContaining('no sidecars') as string }],
    });
    expect(await changing(end, 15)).toMatchObject({ change: null, failures: foretold.failures });
    expect(develop(15)).toEqual(before);
  });
});

const some = Array.from({ length: 9 }, (_, at) => at + 16);
/** So many that darktable is still at it when it is killed. */
const many = Array.from({ length: PICTURES - 15 }, (_, at) => at + 16);
const journal = (sql: string, ...values: unknown[]) => {
  const database = new Database(path.join(dataDir(), 'journal.db'));
  try {
    return database.prepare(sql).pluck().all(values);
  } finally {
    database.close();
  }
};
const unfinished = () => journal("SELECT id FROM change WHERE state = 'begun'");
/** Their histories are whole: as they were, or as they should be. The journal says which, and the undo brings them back. */
async function checkHalf(
  it: ReturnType<typeof safelight>,
  before: ReturnType<typeof develop>[],
  ids: readonly number[] = some,
) {
  await it.changes.settled();
  await stage.until(() => unfinished().length === 0);
  const now = ids.map(develop);
  const changed = ids.filter((_, at) => JSON.stringify(now[at]) !== JSON.stringify(before[at]));
  for (const id of changed) expect(operations(id)).not.toContain('exposure 1 1');
  if (changed.length > 0) {
    const [last] = journal("SELECT max(id) FROM change WHERE state = 'stored'") as number[];
    expect(journal('SELECT image_id FROM change_field WHERE change_id = ? ORDER BY 1', last)).toEqual(changed);
    expect(await it.undo(last!)).toMatchObject({ result: { changed: changed.length, failed: 0 }, left: [] });
  }
  expect(ids.map(develop)).toEqual(before);
  return changed.length;
}

describe('when it goes badly', () => {
  test.each(['answered', 'half'])(
    'a Safelight killed at "%s": the next one finds out what was done, and takes just that back',
    async (point) => {
      const before = some.map(develop);
      const child = path.join(import.meta.dirname, '../../testing/operations-child.ts');
      const running = spawn(process.execPath, [child, stage.real.library, dataDir(), 'without', point], {
        stdio: 'inherit',
      });
      onTestFinished(() => void running.kill('SIGKILL'));
      expect(await once(running, 'close')).toEqual([null, 'SIGKILL']);
      const done = await checkHalf(safelight(), before);
      if (point === 'answered') expect(done).toBe(some.length);
      expect(readdirSync(stage.config.operationsDir)).toEqual([]);
    },
  );

  test('darktable killed in the middle: each history is the old one or the new one, and all are brought back', async () => {
    const before = many.map(develop);
    const events = new Events();
    const it = safelight({ events });
    const { promise: killed, resolve } = Promise.withResolvers<unknown>();
    events.on('change.progress', ({ done, state }) => {
      if (state === 'running' && done >= 3) resolve(darktable.kill());
    });
    const result = await it.changes.histories.change(
      many,
      { do: 'remove', operation: 'exposure', instance: 1 },
      client,
    );
    await killed;
    expect(result.failed).toBeGreaterThan(0);
    expect(result.failures[0]!.reason).toContain('darktable ended');
    const changed = await checkHalf(it, before, many);
    expect(changed).toBe(result.changed);
    darktable = await stage.openDarktable();
    // Also beside them: the plugin has darktable write once more what it was at.
    await stage.until(() => many.every((id) => sidecar(id).split('exposure').length > 2));
  });

  test('a plugin that is too old for it is told', async () => {
    const other = path.join(stage.folder, 'other-data');
    const { heartbeat } = bridgePaths(other);
    mkdirSync(path.dirname(heartbeat), { recursive: true });
    writeFileSync(heartbeat, readFileSync(stage.config.heartbeat, 'utf8').replace(/^histories=.*\n/m, ''));
    const it = startOperations({ file: stage.real.library, dataDir: other });
    await expect(it.changes.histories.change([20], { do: 'compress' }, client)).rejects.toMatchObject({
      code: 'db_write_error',
      message: expect.stringContaining('plugin is too old') as string,
    });
  });
});

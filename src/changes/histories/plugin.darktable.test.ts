/** Whole histories while darktable is open: the machine's own, or the one that SAFELIGHT_TEST_DARKTABLE names. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Events } from '../../platform/events.ts';
import { type BridgeStage, setBridgeStage } from '../../testing/bridge-stage.ts';
import { leaveDarkroom, openInDarkroom } from '../../testing/darkroom-lua.ts';
import { blend } from '../../testing/develop-steps.ts';
import { exposureParams, packParams, sharpenParams } from '../../testing/pictures/params.ts';
import { luaString, type RunningDarktable } from '../../testing/real-darktable.ts';
import { startOperations } from '../../testing/start-operations.ts';
import { PLUGIN_OPERATION_STEPS } from '../writing/plugin-operations.ts';
import { styleFile, type StyleStep } from '../styles/style-file.ts';

const client = 'sofa';
const PICTURES = 90;
const SEA = 'sky & "sea"';
let stage: BridgeStage;
let darktable: RunningDarktable & AsyncDisposable;

const step = (operation: string, more: Partial<StyleStep> = {}): StyleStep => ({
  num: 0,
  module: 6,
  operation,
  params: exposureParams(0.3),
  enabled: true,
  blendParams: blend(),
  blendVersion: 11,
  priority: 0,
  name: '',
  nameIsTyped: null,
  ...more,
});
const velvia = (strength: number) => step('velvia', { module: 2, params: packParams('ff', strength, 1) });
const sharpen = step('sharpen', { module: 1, params: sharpenParams(1, 0.4) });
const STYLES: Record<string, StyleStep[]> = {
  'film|warm "one"': [velvia(55), step('exposure', { priority: 1, name: SEA, params: exposureParams(-1) }), sharpen],
  further: [step('exposure', { priority: 1, name: 'another', nameIsTyped: true })],
  newer: [step('exposure', { module: 99 })],
  swapped: [velvia(77), sharpen],
  killed: [velvia(61)],
};

beforeAll(async () => {
  stage = await setBridgeStage({ pictures: PICTURES, width: 60, height: 40 });
  darktable = await stage.openDarktable();
  for (const [at, [name, items]] of Object.entries(STYLES).entries()) {
    const file = path.join(stage.folder, `${at}.dtstyle`);
    writeFileSync(file, styleFile({ name, description: '', order: null, items }));
    await lua(`darktable.styles.import(${luaString(file)})`);
  }
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
const history = (id: number) =>
  stage.sql('SELECT operation, op_params, enabled, multi_priority FROM history WHERE imgid = ? ORDER BY num', id);
const operations = (id: number) =>
  stage
    .sql('SELECT operation, multi_priority, enabled FROM history WHERE imgid = ? ORDER BY num', id)
    .map((row) => `${String(row.operation)} ${Number(row.multi_priority)} ${Number(row.enabled)}`);
const endOf = (id: number) => Number(stage.sql('SELECT history_end FROM images WHERE id = ?', id)[0]!.history_end);
const sidecar = (id: number) => readFileSync(`${stage.real.pictures[id - 1]!}.xmp`, 'utf8');
const strength = (id: number) => Buffer.from(stage.entry(id, 'velvia').params).readFloatLE(0);
const developTags = async (id: number) =>
  lua(
    `local names = {} for _, tag in ipairs(tags.get_tags(get(${id}))) do if tag.name:match("^darktable|style") or tag.name == "darktable|changed" then names[#names + 1] = tag.name end end table.sort(names) return table.concat(names, ",")`,
  );
const apply = (it: ReturnType<typeof safelight>, ids: readonly number[], name: string) =>
  it.changes.histories.change(ids, { do: 'style', name }, client);
/** Opens an image in the darkroom. */
const develop = (id: number) => lua(openInDarkroom(id));
const leave = () => lua(leaveDarkroom);

describe('styles', () => {
  test('are put on images: steps, tags, sidecars; each image that is not there is told; the undo takes all back', async () => {
    const renewed: number[] = [];
    const it = safelight({ onHistoriesChanged: (ids) => Promise.resolve(void renewed.push(...ids)) });
    const before = [history(1), history(2)];
    const [row] = stage.imageRow(1);
    const result = await apply(it, [1, 2, 4711], 'film|warm "one"');
    expect(result).toMatchObject({ changed: 2, unchanged: 0, failed: 1, failures: [{ id: 4711 }] });
    for (const id of [1, 2]) {
      expect(operations(id).slice(-3)).toEqual(['exposure 1 1', 'sharpen 0 1', 'velvia 0 1']);
      expect(endOf(id)).toBe(operations(id).length);
      expect(strength(id)).toBe(55);
      expect(await developTags(id)).toBe('darktable|changed,darktable|style|film|warm "one"');
      await stage.until(() => sidecar(id).includes(`history_end="${endOf(id)}"`) && sidecar(id).includes('num="6"'));
    }
    expect(stage.imageRow(1)[0]).toMatchObject({ flags: row!.flags, group_id: row!.group_id });
    expect(renewed).toEqual([1, 2]);
    expect(await it.undo(result.change)).toMatchObject({ result: { changed: 2, failed: 0 }, left: [] });
    expect([history(1), history(2)]).toEqual(before);
    expect(await developTags(1)).not.toContain('style');
  });

  test('of a newer darktable: refused with the reason; one with an instance of the same number replaces no other', async () => {
    const it = safelight();
    expect(await apply(it, [3], 'newer')).toMatchObject({
      change: null,
      failed: 1,
      failures: [{ id: 3, reason: expect.stringContaining('newer darktable') as string }],
    });
    expect(await apply(it, [3], 'further')).toMatchObject({ changed: 1, failures: [] });
    expect([stage.entry(3, 'exposure', 1).name, stage.entry(3, 'exposure', 2).name]).toEqual([SEA, 'another']);
    await expect(apply(it, [3], 'no such style')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('what darktable leaves out without a word is told', async () => {
    // darktable gets the style in a version that it does not know, after Safelight has read it.
    const it = safelight({
      onStep: (at) => {
        if (at !== 'asked') return;
        const data = new Database(path.join(path.dirname(stage.real.library), 'data.db'), { timeout: 5_000 });
        data.exec(`UPDATE style_items SET module = 99 WHERE operation = 'velvia'
          AND styleid = (SELECT id FROM styles WHERE name = 'swapped')`);
        data.close();
      },
    });
    const result = await apply(it, [4], 'swapped');
    expect(result).toMatchObject({ changed: 0, failed: 1 });
    expect(result.failures[0]!.reason).toContain('left a module out');
    // 5.4.1 puts it on with values of its own.
    expect(strength(4)).not.toBe(77);
    expect(operations(4)).toContain('sharpen 0 1');
    // What it did is in the journal all the same.
    expect(it.changes.list({ limit: 1, offset: 0 }).items[0]).toMatchObject({ id: result.change });
  });

  test('on the image that is open in the darkroom: as with edits of a module, what is done there is never lost', async () => {
    const it = safelight();
    await develop(5);
    await lua('darktable.gui.action("iop/bloom/size", 0, "value", "set", 40) darktable.control.sleep(300)');
    await stage.until(() => (stage.heartbeat()?.openImage ?? null) !== null);
    const foretold = await it.changes.histories.wouldChange([5, 6], { do: 'style', name: 'killed' });
    const result = await apply(it, [5, 6], 'killed');
    const holds = stage.heartbeat()?.editsWhileOpen === true;
    expect(foretold).toMatchObject({ changed: result.changed, failed: result.failed });
    expect(foretold.failures.map(({ id }) => id)).toEqual(holds ? [] : [5]);
    if (!holds)
      expect(result.failures).toMatchObject([
        { id: 5, reason: expect.stringContaining('leave the darkroom') as string },
      ]);
    expect(result).toMatchObject({ changed: holds ? 2 : 1, failed: holds ? 0 : 1 });
    await leave();
    await stage.until(() => stage.sql("SELECT 1 FROM history WHERE imgid = 5 AND operation = 'bloom'").length > 0);
    expect([strength(5), strength(6)]).toEqual([holds ? 61 : 30, 61]);
  });

  test('canceled half-way: what is done stays, is told, and is taken back once darktable is closed', async () => {
    const events = new Events();
    const it = safelight({ events });
    const ids = Array.from({ length: PICTURES - 12 }, (_, at) => at + 13);
    const before = ids.map(history);
    events.on('change.progress', ({ change, done, state }) => {
      if (state === 'running' && done >= 8) void it.changes.cancel(change).catch(() => undefined);
    });
    const begin = performance.now();
    const result = await apply(it, ids, 'killed');
    const each = (performance.now() - begin) / result.changed / 1000;
    const done = ids.filter((id) => strength(id) === 61);
    expect(done.length).toBeGreaterThan(2);
    expect(done.length).toBeLessThan(ids.length);
    expect(result).toMatchObject({ changed: done.length, failed: ids.length - done.length });
    const rest = ids.filter((id) => !done.includes(id));
    const { seconds } = await it.changes.histories.wouldChange(rest, { do: 'style', name: 'killed' });
    expect(seconds).toBeLessThanOrEqual(Math.ceil(rest.length * each));
    expect(seconds).toBeGreaterThan((rest.length * each) / 2);
    await darktable.quit();
    await it.undo(result.change);
    expect(ids.map(history)).toEqual(before);
    darktable = await stage.openDarktable();
  });

  test.each([...PLUGIN_OPERATION_STEPS, 'half'])(
    'a Safelight killed at "%s": the next one finds out what was done, and the undo takes just that back',
    async (point) => {
      const ids = Array.from({ length: 19 }, (_, at) => at + 1);
      const child = path.join(import.meta.dirname, '../../testing/operations-child.ts');
      const before = ids.map(history);
      const running = spawn(process.execPath, [child, stage.real.library, dataDir(), 'style', point], {
        stdio: 'inherit',
      });
      onTestFinished(() => void running.kill('SIGKILL'));
      expect(await once(running, 'close')).toEqual([null, 'SIGKILL']);
      const next = safelight();
      await next.changes.settled();
      const journal = new Database(path.join(dataDir(), 'journal.db'));
      onTestFinished(() => void journal.close());
      await stage.until(() => journal.prepare("SELECT 1 FROM change WHERE state = 'begun'").all().length === 0);
      const last = journal.prepare("SELECT max(id) FROM change WHERE state = 'stored'").pluck().get() as number;
      const told = journal.prepare('SELECT image_id FROM change_field WHERE change_id = ?').pluck().all(last);
      const changed = ids.filter((id, at) => JSON.stringify(history(id)) !== JSON.stringify(before[at]));
      if (point === 'asked') expect(changed).toEqual([]);
      else expect(told).toEqual(changed);
      await darktable.quit();
      if (changed.length > 0) await next.undo(last);
      expect(ids.map(history)).toEqual(before);
      darktable = await stage.openDarktable();
    },
  );
});

describe('edits of one image', () => {
  test('are copied to others by a style of their own, which is gone afterwards with its tag', async () => {
    const it = safelight();
    // A second step of velvia.
    await apply(it, [1], 'killed');
    const before = [2, 3].map(history);
    const paste = { do: 'paste', from: 1, mode: 'append', modules: null } as const;
    const result = await it.changes.histories.change([1, 2, 3, 4711], paste, client);
    expect(result).toMatchObject({ changed: 2, unchanged: 1, failed: 1, failures: [{ id: 4711 }] });
    for (const id of [2, 3]) {
      for (const [operation, instance] of [
        ['exposure', 0],
        ['exposure', 1],
        ['sharpen', 0],
        ['velvia', 0],
      ] as const) {
        const { num: _num, ...theirs } = stage.entry(id, operation, instance);
        const { num: _number, ...ours } = stage.entry(1, operation, instance);
        expect(theirs).toEqual(ours);
      }
      expect(await developTags(id)).toMatch(/^darktable\|changed(?!.*safelight)/);
      // One step for each instance, however many the source has.
      const added = operations(id).slice(before[id - 2]!.length);
      expect(new Set(added).size).toBe(added.length);
    }
    await stage.until(() => stage.heartbeat()?.job === null);
    expect(
      await lua(
        'local all = {} for _, style in ipairs(darktable.styles) do all[#all + 1] = style.name end return table.concat(all, "\\n")',
      ),
    ).not.toContain('safelight');
    expect(await lua('return tostring(tags.find("darktable|style|safelight-bridge-steps-7c1f4d2e"))')).toBe('nil');
    await darktable.quit();
    await it.undo(result.change);
    expect([2, 3].map(history)).toEqual(before);
    darktable = await stage.openDarktable();
  });
});

describe('modules', () => {
  const bloom = {
    version: 1,
    params: packParams('fff', 20, 90, 25),
    enabled: true,
    blendVersion: 11,
    blendParams: blend(),
  };

  test('are put in, get another instance and other values; darktable numbers the instance', async () => {
    const it = safelight();
    const change = (wanted: Parameters<typeof it.changes.histories.change>[1]) =>
      it.changes.histories.change([9], wanted, client);
    expect(await change({ do: 'put', operation: 'bloom', values: bloom })).toMatchObject({ changed: 1, failures: [] });
    expect(stage.entry(9, 'bloom')).toMatchObject({ enabled: true, params: new Uint8Array(bloom.params) });
    expect(await change({ do: 'put', operation: 'bloom', values: bloom })).toMatchObject({
      change: null,
      unchanged: 1,
    });
    const more = { ...bloom, params: packParams('fff', 40, 90, 25) };
    expect(
      await change({ do: 'instance', operation: 'bloom', name: 'halo', values: more, first: bloom }),
    ).toMatchObject({ changed: 1, failures: [] });
    expect(stage.entry(9, 'bloom', 1)).toMatchObject({ name: 'halo', params: new Uint8Array(more.params) });
    expect(stage.entry(9, 'bloom').params).toEqual(new Uint8Array(bloom.params));
    const other = { ...bloom, params: packParams('fff', 60, 90, 25), enabled: false };
    const result = await change({ do: 'apply', operation: 'bloom', instance: 1, values: other });
    expect(result).toMatchObject({ changed: 1, failures: [] });
    expect(stage.entry(9, 'bloom', 1)).toMatchObject({ enabled: false, params: new Uint8Array(other.params) });
    const order = String(stage.sql('SELECT iop_list FROM module_order WHERE imgid = 9')[0]!.iop_list);
    expect(order).toContain('bloom,0,bloom,1');
    expect(await change({ do: 'remove', operation: 'bloom' })).toMatchObject({ changed: 1, failures: [] });
    expect(operations(9).filter((one) => one.startsWith('bloom'))).toEqual(['bloom 0 1']);
  });
});

describe('discard', () => {
  test('leaves darktable’s own first steps at most; the undo brings the history back once darktable is closed', async () => {
    const it = safelight();
    const before = [10, 11].map(history);
    const result = await it.changes.histories.change([10, 11], { do: 'discard' }, client);
    expect(result).toMatchObject({ changed: 2, failures: [] });
    await stage.until(() => [10, 11].every((id) => !operations(id).some((one) => /exposure|velvia|sharpen/.test(one))));
    expect(await developTags(10)).toBe('');
    // To show it, darktable gives it its first steps again.
    stage.queue('refresh', 10);
    await stage.until(() => existsSync(stage.preview(2, 10)));
    expect(operations(10).length).toBeGreaterThan(0);
    await darktable.quit();
    expect(await it.undo(result.change)).toMatchObject({ result: { changed: 2 }, left: [] });
    expect([10, 11].map(history)).toEqual(before);
    darktable = await stage.openDarktable();
  });
});

test('no job is left behind', () => {
  expect(readdirSync(stage.config.operationsDir)).toEqual([]);
});

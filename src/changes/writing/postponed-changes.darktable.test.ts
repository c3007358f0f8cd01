/** Edits that wait until a real darktable is closed: the machine's own, or the one that SAFELIGHT_TEST_DARKTABLE names. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BridgeStage, setBridgeStage } from '../../testing/bridge-stage.ts';
import { blend } from '../../testing/develop-steps.ts';
import { meanDifference } from '../../testing/pictures/mean-difference.ts';
import { exposureParams } from '../../testing/pictures/params.ts';
import { luaString, type RunningDarktable } from '../../testing/real-darktable.ts';
import { startOperations } from '../../testing/start-operations.ts';
import { PLUGIN_OPERATION_STEPS } from './plugin-operations.ts';
import { styleFile } from '../styles/style-file.ts';

const PICTURES = 24;
const TARGETS = Array.from({ length: PICTURES - 1 }, (_, at) => at + 2);
const paste = { do: 'paste', from: 1, mode: 'append', modules: null } as const;
const client = 'sofa';
let stage: BridgeStage;

beforeAll(async () => {
  stage = await setBridgeStage({ pictures: PICTURES, width: 120, height: 80 });
});
afterAll(() => stage[Symbol.asyncDispose]());

const dataDir = () => path.join(stage.folder, 'data');
const safelight = () => startOperations({ file: stage.real.library, dataDir: dataDir(), lookMs: 200 });
type Darktable = RunningDarktable & AsyncDisposable;

/** The rows of all histories but that of image 1. */
const histories = () =>
  JSON.stringify(
    stage.sql(
      `SELECT imgid, num, operation, hex(op_params) AS params, enabled, multi_priority, multi_name FROM history
       WHERE imgid > 1 ORDER BY imgid, num`,
    ),
  );
const exposureOf = (id: number) => Buffer.from(stage.entry(id, 'exposure').params).readFloatLE(8);
const exposures = () => TARGETS.map(exposureOf);

/** Gives image 1 this exposure in EV, as darktable does. */
async function develop(darktable: Darktable, ev: number): Promise<void> {
  const name = `exposure ${ev}`;
  const file = path.join(stage.folder, `${name}.dtstyle`);
  const step = {
    num: 0,
    module: 6,
    operation: 'exposure',
    params: exposureParams(ev),
    enabled: true,
    blendParams: blend(),
    blendVersion: 11,
    priority: 0,
    name: '',
    nameIsTyped: null,
  };
  writeFileSync(file, styleFile({ name, description: '', order: null, items: [step] }));
  await darktable.lua(
    `darktable.styles.import(${luaString(file)})
     for _, style in ipairs(darktable.styles) do
       if style.name == ${luaString(name)} then darktable.styles.apply(style, darktable.database.get_image(1)) end
     end`,
  );
  await stage.until(() => exposureOf(1) === ev);
}

/** What darktable makes of an image. */
async function rendered(darktable: Darktable, id: number): Promise<Buffer> {
  const file = path.join(stage.folder, `out-${id}-${Date.now()}.jpg`);
  await darktable.lua(
    `local format = darktable.new_format("jpeg") format.quality = 100
     format:write_image(darktable.database.get_image(${id}), ${luaString(file)}, false)`,
    { timeoutMs: 60_000 },
  );
  return sharp(file).raw().toBuffer();
}

test(
  'a copy waits while darktable is open, is made when it is closed, with the look of then; darktable shows it; one undo takes it back',
  { timeout: 240_000 },
  async () => {
    let look: Buffer;
    const before = histories();
    {
      await using darktable = await stage.openDarktable();
      const it = safelight();
      await develop(darktable, 1);
      look = await rendered(darktable, 1);
      expect(meanDifference(look, await rendered(darktable, 2))).toBeGreaterThan(2);
      const noted = await it.changes.postponed.postpone(TARGETS, paste, client);
      expect(noted).toMatchObject({ state: 'waiting_for_darktable', images: PICTURES - 1, done: 0 });
      // The photographer goes on with the picture that was copied from.
      await develop(darktable, -2);
      expect(it.changes.postponed.list()[0]).toMatchObject({ state: 'waiting_for_darktable', problem: null });
      expect(histories()).toBe(before);
      await darktable.quit();
      await expect
        .poll(() => it.changes.postponed.list()[0])
        .toMatchObject({ state: 'ended', result: { changed: PICTURES - 1, failed: 0 } });
      expect(new Set(exposures())).toEqual(new Set([1]));
      await it.close();
    }
    const after = histories();
    {
      await using darktable = await stage.openDarktable();
      expect(meanDifference(look, await rendered(darktable, 2))).toBeLessThan(0.5);
      await darktable.quit();
      expect(histories()).toBe(after);
    }
    const it = safelight();
    const { change } = it.changes.postponed.list()[0]!;
    expect((await it.undo(change)).result).toMatchObject({ changed: PICTURES - 1, failed: 0 });
    expect(histories()).toBe(before);
    await it.close();
  },
);

test(
  'one that waits is made at once by the plugin when that is wanted; another one by the next Safelight',
  { timeout: 240_000 },
  async () => {
    const before = histories();
    await using darktable = await stage.openDarktable();
    const it = safelight();
    await develop(darktable, 1.5);
    const ids = TARGETS.slice(0, 3);
    const noted = await it.changes.postponed.postpone(ids, paste, client);
    const other = await it.changes.postponed.postpone(TARGETS.slice(3), paste, client);
    if (!('state' in noted) || !('state' in other)) throw new Error('it was made at once');
    const result = await it.changes.postponed.doNow(noted.id);
    expect(result).toMatchObject({ changed: 3, failed: 0 });
    expect(exposures().slice(0, 4)).toEqual([1.5, 1.5, 1.5, 0]);
    expect(it.changes.postponed.list().filter(({ state }) => state !== 'ended')).toMatchObject([{ id: other.id }]);
    await it.close();
    await darktable.quit();
    // Nobody was there when darktable was closed.
    const next = safelight();
    await next.changes.settled();
    expect(new Set(exposures())).toEqual(new Set([1.5]));
    const made = next.changes.postponed.list().find(({ id }) => id === other.id)!;
    for (const change of [made.change, result.change])
      expect((await next.undo(change)).result).toMatchObject({ failed: 0 });
    expect(histories()).toBe(before);
  },
);

test.each(PLUGIN_OPERATION_STEPS)(
  'a Safelight killed after "%s" while the plugin makes it: what is left is made when darktable is closed, no image twice',
  { timeout: 240_000 },
  async (step) => {
    const before = histories();
    await using darktable = await stage.openDarktable();
    const it = safelight();
    await develop(darktable, 0.5);
    const noted = await it.changes.postponed.postpone(TARGETS, paste, client);
    expect(noted).toMatchObject({ state: 'waiting_for_darktable' });
    await it.close();
    const child = path.join(import.meta.dirname, '../../testing/operations-child.ts');
    const running = spawn(process.execPath, [child, stage.real.library, dataDir(), 'now', step], { stdio: 'inherit' });
    const [, signal] = (await once(running, 'close')) as [unknown, unknown];
    expect(signal).toBe('SIGKILL');
    await darktable.quit();
    const next = safelight();
    await expect.poll(() => next.changes.postponed.list().at(-1)?.state).toBe('ended');
    expect(next.changes.postponed.list().at(-1)!.result).toMatchObject({ changed: TARGETS.length, failed: 0 });
    const perImage = Map.groupBy(JSON.parse(histories()) as { imgid: number; params: string }[], ({ imgid }) => imgid);
    expect(new Set([...perImage.values()].map(({ length }) => length)).size).toBe(1);
    expect(exposures()).toEqual(TARGETS.map(() => 0.5));
    const { change } = next.changes.postponed.list().at(-1)!;
    expect((await next.undo(change)).result).toMatchObject({ changed: TARGETS.length, failed: 0 });
    expect(histories()).toBe(before);
  },
);

test(
  'a Safelight killed after the plugin has made it: the next one is asked to make it at once, and no image gets it twice',
  { timeout: 240_000 },
  async () => {
    const before = histories();
    await using darktable = await stage.openDarktable();
    const it = safelight();
    await develop(darktable, 2);
    const noted = await it.changes.postponed.postpone(TARGETS, paste, client);
    if (!('state' in noted)) throw new Error('it was made at once');
    await it.close();
    const child = path.join(import.meta.dirname, '../../testing/operations-child.ts');
    const args = [child, stage.real.library, dataDir(), 'now', 'answered'];
    expect(await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close')).toEqual([null, 'SIGKILL']);
    const made = histories();
    expect(made).not.toBe(before);
    const next = safelight();
    const result = await next.changes.postponed.doNow(noted.id);
    expect(result).toMatchObject({ changed: TARGETS.length, unchanged: 0, failed: 0 });
    expect(histories()).toBe(made);
    expect((await next.undo(result.change)).result).toMatchObject({ changed: TARGETS.length, failed: 0 });
    expect(histories()).toBe(before);
    await darktable.quit();
  },
);

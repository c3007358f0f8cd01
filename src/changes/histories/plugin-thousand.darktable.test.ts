/** A thousand pictures through an open darktable, canceled in the middle: the machine's own, or the one that SAFELIGHT_TEST_DARKTABLE names. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MOST_FAILED } from '../../contract/image-change.ts';
import { Events, type News } from '../../platform/events.ts';
import { type BridgeStage, setBridgeStage } from '../../testing/bridge-stage.ts';
import { multiplyPictures } from '../../testing/multiply-pictures.ts';
import { packParams } from '../../testing/pictures/params.ts';
import type { RunningDarktable } from '../../testing/real-darktable.ts';
import { startOperations } from '../../testing/start-operations.ts';

const PICTURES = 1_000;
const SOURCE = 1;
/** So many are done when it is canceled: more than one piece. */
const ENOUGH = 100;
const all = Array.from({ length: PICTURES }, (_, at) => at + 1);
const paste = { do: 'paste', from: SOURCE, mode: 'append', modules: ['velvia'] } as const;
let stage: BridgeStage;
let darktable: RunningDarktable & AsyncDisposable;

beforeAll(async () => {
  stage = await setBridgeStage({ pictures: 1, width: 60, height: 40 });
  multiplyPictures(stage, { images: PICTURES, withFiles: PICTURES });
  const strong = packParams('ff', 88, 1);
  stage.sql("UPDATE history SET op_params = ? WHERE imgid = ? AND operation = 'velvia'", strong, SOURCE);
  darktable = await stage.openDarktable();
});
afterAll(async () => {
  await darktable[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

/** What the library holds of each image, by id. */
function images(): Map<number, string> {
  const steps = Map.groupBy(
    stage.sql(
      `SELECT imgid, num, operation, hex(op_params) AS params, enabled, multi_priority, multi_name,
         hex(blendop_params) AS blending FROM history ORDER BY imgid, num`,
    ),
    ({ imgid }) => Number(imgid),
  );
  const rows = stage.sql(
    `SELECT id, flags, history_end, CAST(change_timestamp AS TEXT) AS changed,
       (SELECT group_concat(tagid) FROM tagged_images WHERE imgid = id) AS tags,
       (SELECT version || coalesce(iop_list, '') FROM module_order WHERE imgid = id) AS module_order FROM images`,
  );
  return new Map(rows.map((row) => [Number(row.id), JSON.stringify([row, steps.get(Number(row.id))])]));
}
/** Without what darktable notes of each change. */
const history = (image: string) => {
  const [{ history_end: end, module_order: order }, steps] = JSON.parse(image) as [Record<string, unknown>, unknown];
  return { end, order, steps };
};

/** At 0.1 to 0.2 s a picture, and as much again for the undo. */
const LONGEST_MS = 300_000;

test(
  'what was done stays and is taken back in one go, what was not begun is untouched, and the numbers say so',
  { timeout: LONGEST_MS },
  async () => {
    const events = new Events();
    const told: News['change.progress'][0][] = [];
    const it = startOperations({ file: stage.real.library, dataDir: path.join(stage.folder, 'data'), events });
    const { promise: cancelled, resolve } = Promise.withResolvers<unknown>();
    events.on('change.progress', (progress) => {
      told.push(progress);
      if (progress.state === 'running' && progress.undoes === null && progress.done >= ENOUGH)
        resolve(it.changes.cancel(progress.change));
    });
    // Just opened, it writes for a while.
    await vi.waitFor(() => it.library.read(({ schema }) => schema));
    const before = images();
    const result = await it.changes.histories.change(all, paste, 'sofa');
    const now = images();
    const changed = all.filter((id) => now.get(id) !== before.get(id));

    expect(changed.length).toBeGreaterThanOrEqual(ENOUGH);
    expect(changed.length).toBeLessThan(PICTURES - ENOUGH);
    expect(result).toMatchObject({ changed: changed.length, unchanged: 1, failed: PICTURES - 1 - changed.length });
    expect(result.failures).toHaveLength(MOST_FAILED);
    expect(new Set(result.failures.map(({ reason }) => reason)).size).toBe(1);
    expect(result.failures[0]!.reason).toContain('canceled');
    expect(await cancelled).toEqual(result);
    expect(told.at(-1)).toMatchObject({ change: result.change, of: PICTURES - 1, state: 'ended' });
    expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).toSorted((one, other) => one - other));

    // In order, so what is done is the beginning.
    expect(changed).toEqual(all.slice(1, changed.length + 1));
    for (const id of changed) expect(Buffer.from(stage.entry(id, 'velvia').params).readFloatLE(0)).toBe(88);
    const hasSidecar = (id: number) => existsSync(`${path.dirname(stage.real.pictures[0]!)}/${nameOf(id)}.xmp`);
    await stage.until(() => changed.every(hasSidecar));
    expect(all.filter(hasSidecar)).toEqual([SOURCE, ...changed]);

    const undone = await it.undo(result.change);
    expect(undone).toMatchObject({ result: { changed: changed.length, failed: 0 }, left: [] });
    const back = images();
    for (const id of changed) expect(history(back.get(id)!)).toEqual(history(before.get(id)!));
    for (const id of all.slice(changed.length + 1)) expect(back.get(id)).toBe(before.get(id));
  },
);

const nameOf = (id: number) => `p${String(id).padStart(3, '0')}.jpg`;

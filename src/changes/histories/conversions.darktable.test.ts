/** Undo of steps of older modules, which darktable takes to its own versions when it shows them. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { setBridgeStage } from '../../testing/bridge-stage.ts';
import { leaveDarkroom, openInDarkroom } from '../../testing/darkroom-lua.ts';
import { blend } from '../../testing/develop-steps.ts';
import { packParams } from '../../testing/pictures/params.ts';
import { pluginPreview } from '../../testing/plugin-preview.ts';
import { startOperations } from '../../testing/start-operations.ts';

/** exposure 5, bilat 2, velvia 1: the last to be pasted is velvia. */
const OLD = [
  ['exposure', 5, packParams('iffff', 0, 0, 0.4, 50, -4)],
  ['bilat', 2, packParams('ifff', 0, 8, 8, 0.3)],
  ['velvia', 1, packParams('ffff', 30, 0, 0.5, 0)],
] as const;

test('an undo takes back what darktable has shown since, and leaves what a person edited', async () => {
  await using stage = await setBridgeStage({ pictures: 6, width: 60, height: 40 });
  for (const [operation, version, params] of OLD) {
    stage.sql(
      `INSERT INTO history (imgid, num, module, operation, op_params, enabled, blendop_params, blendop_version, multi_priority, multi_name)
       SELECT 1, history_end, ?, ?, ?, 1, ?, 11, 0, '' FROM images WHERE id = 1`,
      ...[version, operation, params, blend()],
    );
    stage.sql('UPDATE images SET history_end = history_end + 1 WHERE id = 1');
  }
  const it = startOperations({ file: stage.real.library, dataDir: path.join(stage.folder, 'data') });
  const operations = (id: number) =>
    stage
      .sql('SELECT operation, multi_priority, enabled FROM history WHERE imgid = ? ORDER BY num', id)
      .map((row) => `${String(row.operation)} ${Number(row.multi_priority)} ${Number(row.enabled)}`);
  const versions = (id: number) => OLD.map(([operation]) => stage.entry(id, operation).module);
  const before = new Map([2, 3, 4, 5, 6].map((id) => [id, operations(id)]));
  const paste = (...ids: number[]) =>
    it.changes.histories.change(ids, { do: 'paste', from: 1, mode: 'append', modules: null }, 'sofa');
  const [first, second] = [await paste(2, 3, 4), await paste(5, 6)];
  expect([first.changed, second.changed]).toEqual([3, 2]);
  expect(versions(2)).toEqual([5, 2, 1]);
  const changedAt = (id: number) => stage.imageRow(id)[0]!.changed;
  const pasted = new Map([2, 3, 4].map((id) => [id, changedAt(id)]));

  const darktable = await stage.openDarktable();
  try {
    for (const id of [2, 3, 4, 5, 6]) await pluginPreview(stage, id);
    const shown = versions(2);
    if (stage.heartbeat()!.darktable.startsWith('4.')) expect(shown).toEqual([6, 3, 2]);
    await darktable.lua(
      `${openInDarkroom(4)} darktable.gui.action("iop/velvia/strength", 0, "value", "up", 5.0) ${leaveDarkroom}`,
      { timeoutMs: 60_000 },
    );
    expect([2, 3, 4].filter((id) => changedAt(id) !== pasted.get(id))).toEqual([4]);
    const edited = operations(4);
    const undone = await it.undo(first.change);
    expect(undone).toMatchObject({ result: { changed: 2, failed: 0 }, left: [{ imageId: 4 }] });
    // darktable's own first steps stay.
    for (const id of [2, 3]) expect(operations(id).slice(-before.get(id)!.length)).toEqual(before.get(id));
    expect(operations(4)).toEqual(edited);
  } finally {
    await darktable[Symbol.asyncDispose]();
  }
  expect(await it.undo(second.change)).toMatchObject({ result: { changed: 2, failed: 0 }, left: [] });
  for (const id of [5, 6]) expect(operations(id)).toEqual(before.get(id));
});

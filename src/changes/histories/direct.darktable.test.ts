import Database from 'better-sqlite3';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testedDarktable } from '../../testing/bridge-stage.ts';
import { leaveDarkroom, openInDarkroom } from '../../testing/darkroom-lua.ts';
import {
  added,
  conf,
  developedTwice,
  makeDeveloped,
  outline,
  schemaOf,
  stored,
} from '../../testing/developed-twice.ts';
import { blend } from '../../testing/develop-steps.ts';
import { packParams } from '../../testing/pictures/params.ts';
import { withDarktable } from '../../testing/real-darktable.ts';
import { pipeFacts } from '../rules/pipe-facts.ts';

const select = (...ids: number[]) =>
  `darktable.gui.selection{${ids.map((id) => `darktable.database.get_image(${id})`).join(',')}} darktable.control.sleep(600) `;
const press = (action: string) =>
  `darktable.gui.action("lib/copy_history/${action}", 0, "", "activate", 1.0) darktable.control.sleep(1500) `;

/** With the second instance of exposure. */
const order = pipeFacts(37)
  .orderOfVersion(2)!
  .flatMap((operation) => (operation === 'exposure' ? ['exposure,0', 'exposure,1'] : [`${operation},0`]))
  .join();

let developed: Awaited<ReturnType<typeof makeDeveloped>>;
beforeAll(async () => {
  developed = await makeDeveloped();
});
afterAll(() => developed[Symbol.asyncDispose]());

test('what is compressed, discarded and stepped back is what darktable makes of it, and it renders on from there', async () => {
  const { real, ours, library, renewed, decoder, render, changes } = await developedTwice(developed);

  await withDarktable(
    { configDir: real.configDir, cacheDir: real.cacheDir, conf, ...testedDarktable },
    async (darktable) => {
      await darktable.movePointerAway();
      await darktable.lua(select(1, 2) + press('compress history'));
      await darktable.lua('darktable.database.get_image(3):reset()');
    },
  );

  const before = stored(library, 1);
  const compressed = await changes.histories.change([1, 2], { do: 'compress' }, 'sofa');
  expect(compressed).toMatchObject({ changed: 1, failed: 1, failures: [{ id: 2 }] });
  await changes.histories.change([3], { do: 'discard' }, 'sofa');
  for (const id of [1, 3]) expect({ id, ...stored(library, id) }).toEqual({ id, ...stored(real.library, id) });
  expect(stored(library, 2).history).toEqual(stored(real.library, 2).history);
  expect(stored(library, 1)).not.toEqual(before);
  expect(renewed).toEqual([1, 3]);

  // Image 4 steps back to the first exposure: the picture is that of such a history.
  const { history } = stored(library, 4);
  await changes.histories.change([4], { do: 'end', end: history.length - 4 }, 'sofa');
  // Compressed pictures are the same as before; the one that was stepped back is not.
  const [whole, stepped] = await render(ours, [1, 4]);
  for (const other of await render(real.configDir, [1, 4]))
    expect(await decoder.difference(whole, other)).toBeLessThan(0.5);
  expect(await decoder.difference(whole, stepped)).toBeGreaterThan(2);
});

test('what is pasted is what darktable pastes: on top, with the shapes of its masks, and other modules stay', async () => {
  const { real, ours, library, decoder, render, changes } = await developedTwice(developed);
  const change = (sql: string) => {
    for (const file of [real.library, library]) {
      const database = new Database(file);
      database.exec(sql);
      database.close();
    }
  };
  // 5 is copied from: its instance has another name than that of 6, and the same as that of 7. 8 has nothing but the first steps.
  // The last step of 4 is of the instance that is pasted first. Before the last steps of 5 and 7 numbers are missing.
  change(`UPDATE history SET multi_name = 'sea' WHERE imgid = 6 AND multi_priority = 1;
    UPDATE history SET op_params = zeroblob(length(op_params)) WHERE imgid = 5 AND operation = 'exposure' AND multi_priority = 1;
    DELETE FROM history WHERE imgid = 8 AND num >= (SELECT history_end - 5 FROM images WHERE id = 8);
    DELETE FROM masks_history WHERE imgid = 8;
    DELETE FROM history WHERE imgid = 4 AND num = (SELECT history_end - 1 FROM images WHERE id = 4);
    UPDATE images SET history_end = history_end - 1 WHERE id = 4;
    UPDATE images SET history_end = history_end - 5 WHERE id = 8;
    UPDATE history SET num = num + 3 WHERE imgid IN (5, 7) AND num = (SELECT history_end - 1 FROM images WHERE id = imgid);
    INSERT INTO module_order (imgid, version, iop_list) VALUES (4, 2, '${order}'), (5, 2, '${order}'), (6, 2, '${order}'), (7, 2, '${order}')`);
  const targets = [4, 7, 8];
  // 5.x takes a developed picture without an order for a raw one; darktable itself leaves none without.
  if (schemaOf(library) > 37) change('INSERT INTO module_order (imgid, version) VALUES (8, 5)');
  await withDarktable(
    { configDir: real.configDir, cacheDir: real.cacheDir, conf, ...testedDarktable },
    async (darktable) => {
      await darktable.movePointerAway();
      await darktable.lua(select(5) + press('copy'));
      await darktable.lua(select(...targets) + press('paste'));
    },
  );
  const result = await changes.histories.change(
    [4, 5, 6, 7, 8],
    { do: 'paste', from: 5, mode: 'append', modules: null },
    'sofa',
  );
  expect(result).toMatchObject({ changed: 4, unchanged: 1, failed: 0 });
  // 5.x stores all steps in its own versions.
  const told = schemaOf(library) === 37 ? added : outline;
  for (const id of targets) expect({ id, ...told(library, id) }).toEqual({ id, ...told(real.library, id) });
  // 4.2.1 would have put the copied instance in the place of the other one.
  const { history, order: newOrder } = stored(library, 6) as unknown as {
    history: { operation: string; multi_name: string }[];
    order: { iop_list: string }[];
  };
  expect(history.filter(({ operation }) => operation === 'exposure').map(({ multi_name: name }) => name)).toContain(
    'sea',
  );
  expect(newOrder[0]!.iop_list).toContain('exposure,0,exposure,1,exposure,2,');
  const theirs = await render(real.configDir, targets);
  for (const [at, one] of (await render(ours, targets)).entries())
    expect(await decoder.difference(one, theirs[at]!)).toBeLessThan(0.5);
});

test('instances of the same name, and modules that darktable does not know, are pasted as darktable does it', async () => {
  const { real, library, changes } = await developedTwice(developed);
  const instances = [0, 1, 2].map((number) => `exposure,${number}`).join();
  const threeExposures = order.replace('exposure,0,exposure,1', instances);
  const asLast = (id: number, columns: string) => `
    INSERT INTO history (imgid, num, module, operation, op_params, enabled, blendop_params, blendop_version, multi_priority, multi_name)
    SELECT imgid, (SELECT history_end FROM images WHERE id = imgid), ${columns} FROM history WHERE imgid = ${id} AND multi_priority = 1 LIMIT 1;
    UPDATE images SET history_end = history_end + 1 WHERE id = ${id};`;
  const secondSky = 'module, operation, zeroblob(length(op_params)), 1, blendop_params, blendop_version, 2, multi_name';
  const other = (operation: string, version: number) =>
    `${version}, '${operation}', x'01020304', 1, blendop_params, blendop_version, 0, ''`;
  for (const file of [real.library, library]) {
    const database = new Database(file);
    // Masks are not what this is about.
    database.exec(`DELETE FROM masks_history; DELETE FROM module_order; DELETE FROM history_hash;
      UPDATE history SET blendop_params = (SELECT blendop_params FROM history WHERE operation = 'velvia' LIMIT 1) WHERE operation = 'exposure';
      ${asLast(1, secondSky)} ${asLast(3, secondSky)} ${asLast(8, secondSky)} ${asLast(6, other('futuremodule', 1))} ${asLast(6, other('bloom', 99))}`);
    // 5.x forgets names that nobody typed.
    if (schemaOf(file) > 37) database.exec("UPDATE history SET multi_name_hand_edited = 1 WHERE multi_name = 'sky'");
    for (let id = 1; id <= 8; id += 1)
      database
        .prepare('INSERT INTO module_order (imgid, version, iop_list) VALUES (?, 2, ?)')
        .run(
          ...[id, id === 8 ? threeExposures.replace('exposure,1,exposure,2', 'exposure,2,exposure,1') : threeExposures],
        );
    database.close();
  }
  /** From one with two skies onto one with one, the other way round in both orders, and from one with what nobody knows. */
  const pastes = [
    { from: 1, to: 4 },
    { from: 5, to: 3 },
    { from: 5, to: 8 },
    { from: 6, to: 7 },
  ];
  await withDarktable(
    { configDir: real.configDir, cacheDir: real.cacheDir, conf, ...testedDarktable },
    async (darktable) => {
      await darktable.movePointerAway();
      for (const { from, to } of pastes)
        await darktable.lua(select(from) + press('copy') + select(to) + press('paste'));
    },
  );
  type Step = { operation: string; op_params: Buffer; multi_priority: bigint; multi_name: string };
  const steps = (file: string, id: number) =>
    (stored(file, id).history as unknown as Step[])
      .filter(({ operation }) => ['exposure', 'velvia', 'futuremodule', 'bloom'].includes(operation))
      .map(({ operation, op_params: params, multi_priority: at, multi_name: name }) =>
        [operation, at, name, operation === 'exposure' ? params.readFloatLE(8) : ''].join(' '),
      );
  for (const { from, to } of pastes) {
    const paste = { do: 'paste', from, mode: 'append', modules: null } as const;
    expect(await changes.histories.change([to], paste, 'sofa')).toMatchObject({ changed: 1, failed: 0 });
    expect({ to, steps: steps(library, to) }).toEqual({ to, steps: steps(real.library, to) });
  }
  const named = { do: 'paste', from: 6, mode: 'append', modules: ['bloom', 'velvia'] } as const;
  await expect(changes.histories.change([8], named, 'sofa')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('newer darktable') as string,
  });
});

test('a mask that is copied to another instance limits it to the same place, and darktable takes the shapes over', async () => {
  const { ours, library, render, changes } = await developedTwice(developed);
  const database = new Database(library);
  for (const id of [1, 3, 4])
    database.prepare('INSERT INTO module_order (imgid, version, iop_list) VALUES (?, 2, ?)').run(id, order);
  database.close();
  const sky = { operation: 'exposure', instance: 1 };
  await changes.histories.change([1], { do: 'mask', ...sky, from: { operation: 'exposure', instance: 0 } }, 'sofa');
  await changes.histories.change([4], { do: 'remove', ...sky }, 'sofa');
  const lights = async (file: string) => {
    const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) =>
      data[Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))]!;
    return { inside: at(0.6, 0.55), outside: at(0.1, 0.9) };
  };
  const [one, three, four] = await render(ours, [1, 3, 4]);
  const [masked, everywhere, without] = [await lights(one), await lights(three), await lights(four)];
  expect(without.outside).toBeGreaterThan(everywhere.outside + 5);
  expect(Math.abs(masked.outside - without.outside)).toBeLessThanOrEqual(2);
  expect(Math.abs(masked.inside - everywhere.inside)).toBeLessThanOrEqual(2);
  expect(masked.inside).toBeLessThan(without.inside - 5);
  const { masks } = stored(library, 1) as unknown as { masks: { formid: bigint }[] };
  expect([...new Set(masks.map(({ formid }) => Number(formid)))]).toEqual([1000, 1001, 1002]);
});

test('a module moves in the pipe as in the darkroom, with a step of its own, and the picture is the same', async () => {
  const { real, ours, library, decoder, render, changes } = await developedTwice(developed);
  for (const file of [real.library, library]) {
    const database = new Database(file);
    database.exec("UPDATE history SET enabled = 1 WHERE operation = 'velvia'");
    const end = database.prepare('SELECT history_end FROM images WHERE id = 1').pluck().get();
    database
      .prepare(
        "INSERT INTO history (imgid, num, module, operation, op_params, enabled, blendop_params, blendop_version, multi_priority, multi_name) VALUES (1, ?, 2, 'colorcontrast', ?, 1, ?, 11, 0, '')",
      )
      .run(end, packParams('ffffi', 4, 0, 0.3, 0, 1), blend());
    database.exec('UPDATE images SET history_end = history_end + 1 WHERE id = 1');
    const version = schemaOf(file) === 37 ? 2 : 4;
    database.prepare('INSERT OR REPLACE INTO module_order (imgid, version, iop_list) VALUES (1, ?, NULL)').run(version);
    database.close();
  }
  const places = (file: string): string[] => {
    const [row] = stored(file, 1).order as { iop_list: string | null }[];
    return row?.iop_list?.match(/[a-z]\w*,\d+/g) ?? [];
  };
  const [first] = await render(ours, [1]);
  await withDarktable(
    { configDir: real.configDir, cacheDir: real.cacheDir, conf, ...testedDarktable },
    async (darktable) => {
      await darktable.movePointerAway();
      await darktable.lua(
        `${openInDarkroom(1)} darktable.gui.action("iop/velvia", 0, "instance", "move down", 1.0) ${leaveDarkroom}`,
      );
    },
  );
  const theirs = places(real.library);
  // The one that darktable has moved it past.
  const [operation = '', instance] = (theirs[theirs.indexOf('velvia,0') + 1] ?? '').split(',');
  const to = { side: 'before', of: { operation, instance: Number(instance) } } as const;
  const result = await changes.histories.change([1], { do: 'move', operation: 'velvia', to }, 'sofa');
  expect(result).toMatchObject({ changed: 1, failed: 0 });
  expect(places(library)).toEqual(theirs);
  expect(stored(library, 1).order).toEqual(stored(real.library, 1).order);
  expect(outline(library, 1)).toEqual(outline(real.library, 1));
  const [moved] = await render(ours, [1]);
  const [other] = await render(real.configDir, [1]);
  expect(await decoder.difference(moved, other)).toBeLessThan(0.5);
  expect(await decoder.difference(moved, first)).toBeGreaterThan(2);
});

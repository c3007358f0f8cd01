/** A module is added, while darktable is closed, to a raw that darktable has never developed. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { testedDarktable } from '../../testing/bridge-stage.ts';
import { conf } from '../../testing/developed-twice.ts';
import { dng } from '../../testing/pictures/dng.ts';
import { packParams } from '../../testing/pictures/params.ts';
import { colourQuarters } from '../../testing/pictures/pixels.ts';
import { luaString, makeRealLibrary, withDarktable } from '../../testing/real-darktable.ts';
import { startOperations } from '../../testing/start-operations.ts';
import { PictureDecoder } from '../../previews/picture-decoder.ts';

/** A DNG with colors that are brighter than its sensor can tell: it is full at less than half of what is stored. */
function overexposed(): Buffer {
  const file = dng(colourQuarters(300, 200));
  const whiteLevel = (value: number) => {
    const entry = Buffer.from('1dc604000100000000000000', 'hex');
    entry.writeUInt32LE(value, 8);
    return entry;
  };
  const at = file.indexOf(whiteLevel(16_383));
  whiteLevel(6_000).copy(file, at);
  return file;
}

const velvia = { version: 2, params: packParams('ff', 25, 1), enabled: true, blendVersion: 0, blendParams: null };

const highlightsSql = (id: number) =>
  `SELECT hex(op_params) AS params, enabled FROM history WHERE operation = 'highlights' AND imgid = ${id}`;

test('darktable develops it like one that it has shown before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'safelight-first-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const photos = join(folder, 'photos');
  await mkdir(photos);
  for (const name of ['a.dng', 'b.dng']) await writeFile(join(photos, name), overexposed());
  const real = await makeRealLibrary({ folder, pictures: [photos], conf, ...testedDarktable });
  const sql = (statement: string) => {
    const database = new Database(real.library);
    try {
      const prepared = database.prepare(statement);
      return prepared.reader ? (prepared.all() as Record<string, unknown>[]) : void prepared.run();
    } finally {
      database.close();
    }
  };
  const render = async (...ids: number[]) => {
    const cacheDir = join(folder, 'cache');
    await withDarktable({ configDir: real.configDir, cacheDir, conf, ...testedDarktable }, async (darktable) => {
      for (const id of ids)
        await darktable.lua(
          `local format = darktable.new_format("jpeg") format.quality = 100
           format:write_image(darktable.database.get_image(${id}), ${luaString(join(folder, `${id}.jpg`))}, false)`,
        );
    });
  };
  await render(2);
  // The lighttable has shown both.
  for (const table of ['history', 'module_order', 'history_hash']) sql(`DELETE FROM ${table} WHERE imgid = 1`);
  sql('UPDATE images SET history_end = 0, flags = flags & ~512, change_timestamp = NULL WHERE id = 1');
  const it = startOperations({ file: real.library, dataDir: join(folder, 'data') });
  const before = sql('SELECT history_end, flags & 512 AS first FROM images WHERE id = 1');
  const changes: (number | null)[] = [];
  for (const id of [1, 2])
    changes.push(
      (await it.changes.histories.change([id], { do: 'put', operation: 'velvia', values: velvia }, 'sofa')).change,
    );
  await render(1, 2);
  expect(sql(highlightsSql(1))).toEqual(sql(highlightsSql(2)));
  const decoder = new PictureDecoder();
  onTestFinished(() => decoder.close());
  expect(await decoder.difference(join(folder, '1.jpg'), join(folder, '2.jpg'))).toBeLessThan(0.1);
  // What the undo leaves is a picture that was never developed.
  await it.undo(changes[0]!);
  expect(sql('SELECT history_end, flags & 512 AS first FROM images WHERE id = 1')).toEqual(before);
  expect(sql('SELECT 1 FROM history_hash WHERE imgid = 1')).toEqual([]);
});

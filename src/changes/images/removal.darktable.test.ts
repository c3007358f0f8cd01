/** Edits that were written into sidecars before a removal, read by a real darktable. */
import Database from 'better-sqlite3';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLibrary } from '../../library/library.ts';
import { Events } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { changesOfTest } from '../../testing/changes-of-test.ts';
import { jpeg } from '../../testing/pictures/jpeg.ts';
import { colourQuarters } from '../../testing/pictures/pixels.ts';
import { luaString, makeRealLibrary, withDarktable } from '../../testing/real-darktable.ts';
import { removalOutlook, sidecarsNow } from './removal.ts';

/**
 * The edits of an image that somebody made, and its marks, whatever the number of the image.
 * darktable adds its default modules when it first loads an image, so that their presence depends on whether its
 * thumbnail was made in time: they are left out, and so are the places and blending that change with them.
 */
function editsAndMarks(file: string, id: number) {
  const database = new Database(file, { readonly: true });
  try {
    const all = (sql: string) => database.prepare(sql).all(id);
    return {
      history: all(
        `SELECT operation, module, enabled, hex(op_params) AS params, multi_priority, multi_name
         FROM history WHERE imgid = ? AND operation NOT IN ('colorin', 'colorout', 'gamma', 'flip') ORDER BY num`,
      ),
      edits_end: all(
        'SELECT history_end = (SELECT count(*) FROM history WHERE imgid = images.id) AS last FROM images WHERE id = ?',
      ),
      masks: all('SELECT count(*) AS count FROM masks_history WHERE imgid = ?'),
      image: all('SELECT flags & 7 AS stars FROM images WHERE id = ?'),
    };
  } finally {
    database.close();
  }
}

test('a picture whose sidecar was written first comes back with the edits that the library alone had', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'safelight-removal-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const photos = join(folder, 'photos');
  await mkdir(photos);
  const picture = join(photos, 'a.jpg');
  await writeFile(picture, await jpeg(colourQuarters(240, 160)));
  const conf = { write_sidecar_files: 'on import' };
  const rated = 'darktable.database[1].rating = 4';
  const real = await makeRealLibrary({ folder, pictures: [photos], conf, lua: rated });
  const sidecar = () => readFile(`${picture}.xmp`, 'utf8');
  const before = await sidecar();

  const library = openLibrary({ file: real.library, isSample: false, log: silentLog(), events: new Events() });
  onTestFinished(() => library.close());
  const { changes, close } = changesOfTest({ file: real.library, dataDir: folder, library });
  const values = { enabled: true, blendVersion: 0, blendParams: null };
  const velvia = Buffer.alloc(8);
  velvia.writeFloatLE(60, 0);
  velvia.writeFloatLE(1, 4);
  const put = (change: Parameters<typeof changes.histories.change>[1]) =>
    changes.histories.change([1], change, 'test', {});
  await put({ do: 'put', operation: 'velvia', values: { ...values, version: 2, params: velvia } });
  await close();
  expect(await sidecar()).toBe(before);
  expect(await removalOutlook([1], library)).toMatchObject({ edits_only_here: 1 });

  expect(await sidecarsNow([1], library)).toEqual({ written: 1, left: 0, failures: [] });
  expect(await removalOutlook([1], library)).toMatchObject({ edits_only_here: 0, marks_only_here: 0 });
  expect(await sidecarsNow([1], library)).toMatchObject({ written: 0 });
  const written = editsAndMarks(real.library, 1);
  expect(written).toMatchObject({
    history: [{ operation: 'velvia', enabled: 1, params: velvia.toString('hex').toUpperCase() }],
    image: [{ stars: 4 }],
  });

  const crawling = {
    configDir: real.configDir,
    cacheDir: real.cacheDir,
    conf: { ...conf, run_crawler_on_start: 'TRUE' },
  };
  const again = await withDarktable(crawling, (darktable) =>
    darktable.lua(
      `darktable.database.get_image(1):delete() return darktable.database.import(${luaString(picture)}).id`,
    ),
  );
  expect(editsAndMarks(real.library, Number(again))).toEqual(written);
});

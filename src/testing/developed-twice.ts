import Database from 'better-sqlite3';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openLibrary } from '../library/library.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { changesOfTest } from './changes-of-test.ts';
import type { Row } from '../changes/writing/row-changes.ts';
import { PictureDecoder } from '../previews/picture-decoder.ts';
import { testedDarktable } from './bridge-stage.ts';
import { blend, circle } from './develop-steps.ts';
import { jpeg } from './pictures/jpeg.ts';
import { exposureParams, packParams } from './pictures/params.ts';
import { colourQuarters } from './pictures/pixels.ts';
import { luaString, makeRealLibrary, withDarktable } from './real-darktable.ts';

const IMAGES = 8;

/** The rows of a development, without what darktable makes anew of it. */
export function stored(library: string, id: number) {
  const database = new Database(library);
  try {
    const all = (sql: string) => database.prepare(sql).safeIntegers().all({ id });
    return {
      history: all('SELECT * FROM history WHERE imgid = :id ORDER BY num').map((row) => ({
        ...(row as object),
        // NULL and empty are the same to darktable.
        multi_name: (row as { multi_name: string | null }).multi_name ?? '',
      })),
      masks: all('SELECT * FROM masks_history WHERE imgid = :id ORDER BY num, formid'),
      order: all('SELECT * FROM module_order WHERE imgid = :id'),
      image: all('SELECT history_end, flags & 512 AS presets FROM images WHERE id = :id'),
      hash: all('SELECT hex(current_hash) AS hash FROM history_hash WHERE imgid = :id'),
    };
  } finally {
    database.close();
  }
}

export function schemaOf(library: string): number {
  const database = new Database(library, { readonly: true });
  try {
    return Number(database.prepare("SELECT value FROM db_info WHERE key = 'version'").pluck().get());
  } finally {
    database.close();
  }
}

/** Gives images steps of their own behind those that darktable gave them: exposure thrice, velvia, a mask that moves. */
function develop(library: string): void {
  const database = new Database(library);
  try {
    for (let id = 1; id <= IMAGES; id += 1) {
      const first = database.prepare('SELECT count(*) FROM history WHERE imgid = ?').pluck().get(id) as number;
      const insert = database.prepare(
        `INSERT INTO history (imgid, num, module, operation, op_params, enabled, blendop_params, blendop_version, multi_priority, multi_name)
         VALUES (?, ?, ?, ?, ?, ?, ?, 11, ?, ?)`,
      );
      const steps = [
        [6, 'exposure', exposureParams(0.5), 1, blend(1001), 0, ''],
        [2, 'velvia', packParams('ff', 30, 1), 1, blend(), 0, ''],
        [6, 'exposure', exposureParams(-0.5), 1, blend(), 1, 'sky'],
        [6, 'exposure', exposureParams(1), 1, blend(1001), 0, ''],
        [2, 'velvia', packParams('ff', 40, 1), 0, blend(), 0, ''],
      ] as const;
      for (const [at, step] of steps.entries()) insert.run(id, first + at, ...step);
      const mask = database.prepare(
        `INSERT INTO masks_history (imgid, num, formid, form, name, version, points, points_count, source) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      );
      for (const [at, x] of [
        [0, 0.3],
        [3, 0.6],
      ] as const)
        for (const shape of circle(x, 0.5))
          mask.run(
            ...[
              id,
              first + at,
              shape.id,
              shape.type,
              shape.name,
              shape.version,
              shape.points,
              shape.count,
              shape.source,
            ],
          );
      const end = first + steps.length - (id === 2 ? 1 : 0);
      database.prepare('UPDATE images SET history_end = ?, flags = flags | 512 WHERE id = ?').run(end, id);
    }
  } finally {
    database.close();
  }
}

export const conf = {
  write_sidecar_files: 'never',
  ask_before_discard: 'FALSE',
  // With its own default, 5.0.1 hides images that have a module order.
  'plugins/lighttable/filtering/item0': '33',
  // Paste appends; 5.0.1 begins with the other mode.
  'plugins/lighttable/copy_history/pastemode': '0',
};

/** A library of developed pictures. `lua` runs in darktable. */
export async function makeDeveloped({ lua }: { lua?: (folder: string) => Promise<string> } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'safelight-developed-'));
  const photos = join(folder, 'photos');
  await mkdir(photos);
  const picture = await jpeg(colourQuarters(300, 200));
  for (let number = 1; number <= IMAGES; number += 1) await writeFile(join(photos, `p${number}.jpg`), picture);
  const afterImport = lua ? { lua: await lua(folder) } : {};
  const { configDir, library } = await makeRealLibrary({
    folder,
    pictures: [photos],
    conf,
    ...afterImport,
    ...testedDarktable,
  });
  develop(library);
  return { folder, configDir, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Two copies of such a library: one for darktable, one for us. */
export async function developedTwice({ configDir: made }: { configDir: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'safelight-histories-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [theirs, ours] = [join(folder, 'theirs'), join(folder, 'ours')];
  for (const copy of [theirs, ours]) await cp(made, copy, { recursive: true });
  const real = { configDir: theirs, cacheDir: join(folder, 'cache'), library: join(theirs, 'library.db') };
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const log = silentLog();
  const library = join(ours, 'library.db');
  const opened = openLibrary({ file: library, isSample: false, log, events: new Events() });
  const renewed: number[] = [];
  const { changes, close } = changesOfTest({
    file: library,
    dataDir,
    library: opened,
    onHistoriesChanged: (ids) => Promise.resolve(void renewed.push(...ids)),
  });
  const decoder = new PictureDecoder();
  onTestFinished(async () => {
    decoder.close();
    await close();
    opened.close();
  });
  /** What darktable makes of these images, in their order. */
  const render = async <Ids extends number[]>(config: string, ids: readonly [...Ids]) => {
    const out = await mkdtemp(join(folder, 'rendered-'));
    const files = ids.map((id) => join(out, `${id}.jpg`));
    const write = (file: string, at: number) =>
      `format:write_image(darktable.database.get_image(${ids[at]}), ${luaString(file)}, false)`;
    await withDarktable(
      { configDir: config, cacheDir: join(out, 'cache'), conf, ...testedDarktable },
      async (darktable) => {
        const format = 'local format = darktable.new_format("jpeg") format.quality = 100';
        await darktable.lua([format, ...files.map(write)].join('\n'));
      },
    );
    return files as { [At in keyof Ids]: string };
  };
  return { real, ours, library, opened, changes, renewed, decoder, render };
}

/** The development without the steps that darktable puts first when it opens a picture; it leaves the numbers of masks as they were. */
export function added(library: string, id: number) {
  const { history, masks, order } = stored(library, id) as unknown as Record<'history' | 'masks' | 'order', Row[]>;
  const isFirst = ({ operation }: Row) => ['colorin', 'colorout', 'gamma', 'flip'].includes(String(operation));
  const first = history.filter(isFirst).length;
  const shifted = (row: Row) => ({ ...row, num: Number(row.num) - first });
  return { history: history.filter((row) => !isFirst(row)).map(shifted), masks, order };
}

/** The same without the bytes. */
export function outline(library: string, id: number) {
  const { history, masks } = added(library, id);
  return {
    steps: history.map(({ num, operation, multi_priority: at, enabled }: Row) => [num, operation, at, enabled]),
    shapes: masks.map(({ num, formid }) => [num, formid]),
  };
}

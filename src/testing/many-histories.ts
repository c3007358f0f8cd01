/** A library with many images, of which the first has edits to copy, and what became of it. */
import Database from 'better-sqlite3';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeLibrary } from './library-fixture.ts';
import { exposureParams, packParams } from './pictures/params.ts';
import { startOperations } from './start-operations.ts';
import { addStyle } from './style-fixture.ts';

const velvia = { operation: 'velvia', module: 2, params: packParams('ff', 10, 1) };
const exposure = { operation: 'exposure', module: 6, params: exposureParams(1) };

/** Image 1 has edits that can be copied; every third of the others has one of its own. The first part takes fifty. */
export function somewhere(images: number) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-many-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const library = makeLibrary({
    folder: join(folder, 'config'),
    images: Array.from({ length: images }, (_, at) => ({
      id: at + 1,
      ...(at === 0 ? { history: [exposure, velvia] } : at % 3 === 0 ? { history: [velvia] } : {}),
    })),
  });
  addStyle(library, { id: 1, name: 'look', items: [velvia, exposure] });
  const ids = Array.from({ length: images - 1 }, (_, at) => at + 2);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  return { ...library, folder, dataDir, ids };
}

export type Place = ReturnType<typeof somewhere>;

export function look({ file, data }: Pick<Place, 'file' | 'data'>) {
  const database = new Database(file);
  try {
    database.prepare('ATTACH ? AS data').run(data);
    const all = (sql: string) => database.prepare(sql).safeIntegers().raw().all();
    return {
      sound: ['main', 'data'].map((name) => database.pragma(`${name}.integrity_check`, { simple: true })),
      broken: database.pragma('foreign_key_check'),
      history: all('SELECT * FROM history ORDER BY imgid, num'),
      ends: all('SELECT id, history_end FROM images ORDER BY id'),
      tagged: all('SELECT imgid, tagid FROM tagged_images ORDER BY 1, 2'),
    };
  } finally {
    database.close();
  }
}

/** The images that have the tag of developed ones. */
export function developed({ file, data }: Pick<Place, 'file' | 'data'>): number[] {
  const database = new Database(file, { readonly: true });
  database.prepare('ATTACH ? AS data').run(data);
  const sql = `SELECT imgid FROM tagged_images JOIN data.tags ON tags.id = tagid WHERE name = 'darktable|changed' ORDER BY 1`;
  const ids = database.prepare(sql).pluck().all() as number[];
  database.close();
  return ids;
}

export function journaled({ dataDir }: Place) {
  const database = new Database(join(dataDir, 'journal.db'), { readonly: true });
  const count = (table: string) => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
  const found = {
    states: database.prepare('SELECT state FROM change ORDER BY id').pluck().all(),
    fields: count('change_field'),
    inWork: count('part_in_work') + count('field_in_work'),
  };
  database.close();
  return found;
}

export const start = (
  { file, dataDir }: Place,
  options: Omit<Parameters<typeof startOperations>[0], 'file' | 'dataDir'> = {},
) => startOperations({ file, dataDir, ...options });

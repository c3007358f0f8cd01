import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

/** Columns that an edit may change besides the entry itself: the time of change, the shape that its preview has, and which of darktable's thumbnails are current. */
const CHANGED_BY_EDITS = new Set([
  'images.change_timestamp',
  'images.aspect_ratio',
  'images.thumb_timestamp',
  'images.thumb_maxmip',
]);
/** An edit may add, change and remove rows of these tables. */
const MADE_BY_EDITS = new Set(['history_hash']);
/** Columns that organizing may change: the low four bits of the flags are stars and reject. */
const CHANGED_BY_ORGANISING = new Set(['images.latitude', 'images.longitude', 'images.altitude']);
const MADE_BY_ORGANISING = new Set(['color_labels', 'meta_data', 'tagged_images']);
const DECISION_BITS = 15n;
const ENTRY = new Set(['history.op_params', 'history.enabled']);

export interface LibraryState {
  /** By table and row: everything that no edit may change. */
  fixed: Map<string, string>;
  /** By `image/operation/instance/num`, the entries that edits may change. */
  entries: Map<string, { enabled: boolean; params: string }>;
  /** By path: the hash of each picture and of the files beside it. */
  files: Map<string, string>;
}

/**
 * The content of a library that nobody writes to. `isOrganised`: images were rated, labeled, tagged or described meanwhile, so
 * those columns are left out. Throws when SQLite's integrity check fails.
 */
export function libraryState(library: string, { isOrganised = false } = {}): LibraryState {
  const state: LibraryState = { fixed: new Map(), entries: new Map(), files: new Map() };
  const db = new DatabaseSync(library, { readOnly: true });
  try {
    const [check] = db.prepare('PRAGMA integrity_check').all();
    if (check?.integrity_check !== 'ok') throw new Error(`the library is damaged: ${JSON.stringify(check)}`);
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    for (const table of tables.map(({ name }) => String(name))) {
      if (MADE_BY_EDITS.has(table) || (isOrganised && MADE_BY_ORGANISING.has(table))) continue;
      const rows = db.prepare(`SELECT * FROM "${table}" ORDER BY rowid`);
      rows.setReadBigInts(true);
      rows.all().forEach((row, place) => {
        if (isOrganised && table === 'images') row.flags = (row.flags as bigint) & ~DECISION_BITS;
        const isFree = (column: string) =>
          CHANGED_BY_EDITS.has(column) || ENTRY.has(column) || (isOrganised && CHANGED_BY_ORGANISING.has(column));
        const kept = Object.entries(row).filter(([column]) => !isFree(`${table}.${column}`));
        state.fixed.set(`${table} ${place}`, JSON.stringify(kept.map(([, value]) => plain(value))));
        if (table !== 'history') return;
        const { imgid, operation, multi_priority, num, enabled, op_params } = row;
        state.entries.set([imgid, operation, multi_priority, num].join('/'), {
          enabled: Number(enabled) === 1,
          params: Buffer.from((op_params as Uint8Array | null) ?? []).toString('base64'),
        });
      });
    }
  } finally {
    db.close();
  }
  const photos = join(dirname(library), 'photos');
  for (const name of readdirSync(photos, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const file = join(name.parentPath, name.name);
    state.files.set(file, createHash('sha1').update(readFileSync(file)).digest('hex'));
  }
  return state;
}

const plain = (value: SQLOutputValue) =>
  typeof value === 'bigint'
    ? String(value)
    : value instanceof Uint8Array
      ? Buffer.from(value).toString('base64')
      : value;

/** The differences that no edit may cause, one line each. */
export function lostBetween(before: LibraryState, after: LibraryState): string[] {
  const compare = (what: string, one: Map<string, string>, other: Map<string, string>) =>
    [...new Set([...one.keys(), ...other.keys()])]
      .filter((key) => one.get(key) !== other.get(key))
      .map((key) => `${what} ${key}: ${one.get(key) ?? 'not there'} → ${other.get(key) ?? 'gone'}`);
  return [...compare('row', before.fixed, after.fixed), ...compare('file', before.files, after.files)];
}

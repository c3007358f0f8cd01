import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { COLOR_LABELS } from '../contract/color-labels.ts';
import type { FixtureHistory, FixtureImage } from './fixture-image.ts';
import { generatedImages } from './library-generator.ts';

export type { FixtureHistory, FixtureImage } from './fixture-image.ts';

export type FixtureOptions = {
  /** The folder of library.db and data.db; created if missing. */
  folder: string;
  /** 37: as darktable 4.2.1 makes it. 56: as 5.0.1 does. 57: as 5.4.1 does. */
  schema?: 37 | 56 | 57;
  /** A number makes that many varied images, the same each time. Default: none. */
  images?: Iterable<FixtureImage> | number;
  /** Another number in db_info; the tables stay the same. */
  version?: number;
  /** Default library.db. */
  name?: string;
};

export type FixtureLibrary = {
  file: string;
  data: string;
  /** Runs one statement as another program would: opens, changes, closes. data.db is attached as `data`. */
  change(sql: string, ...values: SQLInputValue[]): void;
  /** Adds images. */
  add(images: Iterable<FixtureImage>): void;
};

/** Makes a library with darktable's own tables, page size and journal mode. Replaces existing files of these names. */
export function makeLibrary({
  folder,
  schema = 37,
  images = [],
  version,
  name = 'library.db',
}: FixtureOptions): FixtureLibrary {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  const data = join(folder, 'data.db');
  rmSync(file, { force: true });
  rmSync(data, { force: true });
  const inData = ddl(`schema-${schema}-data.sql`);
  build(data, inData.tables + inData.rest);
  const { tables, rest } = ddl(`schema-${schema}.sql`);
  build(file, tables);

  const opened = <T>(use: (db: DatabaseSync) => T): T => {
    // Another program may be writing.
    const db = new DatabaseSync(file, { timeout: 5_000 });
    try {
      db.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA foreign_keys = OFF');
      db.prepare('ATTACH ? AS data').run(data);
      return use(db);
    } finally {
      db.close();
    }
  };
  const add = (list: Iterable<FixtureImage>) => opened((db) => insertImages(db, list));
  if (version !== undefined)
    opened((db) => db.prepare(`UPDATE db_info SET value = ? WHERE key = 'version'`).run(String(version)));
  add(typeof images === 'number' ? generatedImages(images) : images);
  // Indexes after the rows: several times faster for large libraries.
  opened((db) => db.exec(`BEGIN; ${rest}; COMMIT`));
  return { file, data, add, change: (sql, ...values) => opened((db) => void db.prepare(sql).run(...values)) };
}

/** A new database, in one transaction, without waiting for the disk. */
function build(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  const pageSize = /PRAGMA page_size = \d+;/.exec(sql)![0];
  db.exec(`${pageSize} PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; BEGIN; ${sql}; COMMIT`);
  db.close();
}

/** The statements of a dump: those that create and fill tables, and those that may follow the rows. */
function ddl(name: string): { tables: string; rest: string } {
  const lines = readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => !line.includes('journal_mode'));
  const later = (line: string) => /^CREATE (UNIQUE )?(INDEX|TRIGGER|VIEW)/.test(line);
  return { tables: lines.filter((line) => !later(line)).join('\n'), rest: lines.filter(later).join('\n') };
}

const YEAR_1_MS = 62135596800000n;

/** darktable's times: microseconds since 0001-01-01. */
export const darktableTime = (ms: number): bigint => (BigInt(ms) + YEAR_1_MS) * 1000n;

function insertImages(db: DatabaseSync, images: Iterable<FixtureImage>): void {
  const columnsOf = (table: string) =>
    db
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map((row) => String(row.name));
  const inserters = new Map<string, (row: Record<string, SQLInputValue>) => void>();
  /** Inserts the fields for which the table has columns. All rows of a table have the same keys. */
  const insert = (table: string, row: Record<string, SQLInputValue>) => {
    let inserter = inserters.get(table);
    if (!inserter) {
      const known = new Set(columnsOf(table.replace('data.', '')));
      const columns = Object.keys(row).filter((column) => known.has(column));
      const statement = db.prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
      inserter = (values) => void statement.run(...columns.map((column) => values[column]!));
      inserters.set(table, inserter);
    }
    inserter(row);
  };
  const named = (table: string, column: string) => {
    const rows = db.prepare(`SELECT id, ${column} AS name FROM ${table}`).all();
    const ids = new Map(rows.map((row) => [String(row.name), Number(row.id)]));
    let next = Math.max(0, ...ids.values()) + 1;
    return (name: string | null): number | null => {
      if (name === null) return null;
      let id = ids.get(name);
      if (id === undefined) {
        id = next++;
        ids.set(name, id);
        insert(table, { id, [column]: name });
      }
      return id;
    };
  };
  const film = named('film_rolls', 'folder');
  const tag = named('data.tags', 'name');
  const hasTables = columnsOf('images').includes('maker_id');
  const none = () => null;
  const [maker, model, lens] = hasTables
    ? [named('makers', 'name'), named('models', 'name'), named('lens', 'name')]
    : [none, none, none];

  let nextId = Number(db.prepare('SELECT max(id) AS id FROM images').get()?.id ?? 0) + 1;
  let places = Number(db.prepare('SELECT max(position >> 32) AS place FROM tagged_images').get()?.place ?? 0);
  db.exec('BEGIN');
  for (const image of images) {
    const id = image.id ?? nextId;
    nextId = Math.max(nextId, id + 1);
    insertImage(id, image);
  }
  db.exec('COMMIT');

  function insertImage(id: number, image: FixtureImage) {
    const filename = image.filename ?? `IMG_${String(id).padStart(4, '0')}.${image.raw ? 'nef' : 'jpg'}`;
    const text = {
      maker: image.maker === undefined ? 'Canon' : image.maker,
      model: image.model === undefined ? 'Canon EOS R6' : image.model,
      lens: image.lens === undefined ? 'RF24-105mm F4 L IS USM' : image.lens,
    };
    const width = image.width === undefined ? 6000 : image.width;
    const height = image.height === undefined ? 4000 : image.height;
    const history = image.history ?? [];
    const historyEnd = image.historyEnd ?? history.length;
    insert('images', {
      id,
      group_id: image.groupId ?? id,
      film_id: film(image.film ?? '/photos/roll'),
      width,
      height,
      filename,
      ...text,
      maker_id: maker(text.maker),
      model_id: model(text.model),
      lens_id: lens(text.lens),
      exposure: image.exposure === undefined ? Math.fround(0.008) : image.exposure,
      aperture: image.aperture === undefined ? Math.fround(5.6) : image.aperture,
      iso: image.iso === undefined ? 200 : image.iso,
      focal_length: image.focalLength === undefined ? 50 : image.focalLength,
      focus_distance: image.focusDistance === undefined ? 0 : image.focusDistance,
      exposure_bias: image.exposureBias === undefined ? 0 : image.exposureBias,
      datetime_taken: taken(image.taken, id),
      flags:
        (image.stars ?? 0) |
        (image.rejected ? 8 : 0) |
        (image.raw ? 64 : 32) |
        (image.hdr ? 128 : 0) |
        (image.isComplete ? 512 : 0),
      output_width: width,
      output_height: height,
      crop: 1,
      color_matrix: image.colorMatrix ?? null,
      orientation: image.orientation ?? 0,
      longitude: image.lon ?? null,
      latitude: image.lat ?? null,
      altitude: image.altitude ?? null,
      colorspace: 0,
      version: image.version ?? 0,
      max_version: image.version ?? 0,
      write_timestamp: 1714564800,
      history_end: historyEnd,
      position: BigInt(id) << 32n,
      aspect_ratio: image.aspectRatio === undefined ? (width && height ? width / height : null) : image.aspectRatio,
      import_timestamp: unixMs(image.imported === undefined ? 1714564800000 + id * 1000 : image.imported),
      change_timestamp: unixMs(image.changed ?? null),
    });
    for (const label of image.labels ?? []) insert('color_labels', { imgid: id, color: COLOR_LABELS.indexOf(label) });
    const extension = extname(filename).slice(1).toLowerCase();
    const tagIds = [...new Set([...(image.tags ?? []), `darktable|format|${extension}`])].map(tag);
    for (const tagid of tagIds) insert('tagged_images', { imgid: id, tagid, position: BigInt(++places) << 32n });
    METADATA.forEach((name, key) => {
      if (image[name] !== undefined) insert('meta_data', { id, key, value: image[name] });
    });
    history.forEach((step, place) =>
      insert('history', {
        imgid: id,
        num: step.num ?? place,
        module: step.module ?? 1,
        operation: step.operation,
        op_params: step.params ?? new Uint8Array(4),
        enabled: step.enabled === false ? 0 : 1,
        blendop_params: step.blend ?? new Uint8Array(420),
        blendop_version: step.blendVersion ?? 11,
        multi_priority: step.priority ?? 0,
        multi_name: step.name ?? '',
        multi_name_hand_edited: 0,
      }),
    );
    if (history.length > 0) insert('module_order', { imgid: id, version: 2, iop_list: image.order ?? null });
    const hash = image.hash ?? hashOf(history);
    if (hash) {
      insert('history_hash', {
        imgid: id,
        basic_hash: hash.basic ?? null,
        auto_hash: hash.auto ?? null,
        current_hash: hash.current ?? null,
        mipmap_hash: hash.mipmap ?? null,
      });
    }
  }
}

/** In the order of darktable's numbers. */
const METADATA = ['creator', 'publisher', 'title', 'description', 'rights', 'notes'] as const;

function taken(text: string | null | undefined, id: number): bigint | null {
  if (text === null) return null;
  return darktableTime(text === undefined ? Date.UTC(2024, 4, 1, 12) + id * 1000 : Date.parse(`${text}Z`));
}

const unixMs = (ms: number | null) => (ms === null ? -1 : darktableTime(ms));

/** Like darktable: MD5 over the last enabled step of each module instance, then the version of the module order. */
function hashOf(history: readonly FixtureHistory[]): FixtureImage['hash'] {
  if (history.length === 0) return undefined;
  const last = new Map(history.map((step) => [`${step.operation} ${step.priority ?? 0}`, step]));
  const md5 = createHash('md5');
  for (const step of history) {
    if (last.get(`${step.operation} ${step.priority ?? 0}`) !== step || step.enabled === false) continue;
    md5
      .update(step.operation)
      .update(step.params ?? new Uint8Array(4))
      .update(step.blend ?? new Uint8Array(420));
  }
  const current = md5.update(Uint8Array.of(2, 0, 0, 0)).digest();
  return { current, mipmap: current };
}

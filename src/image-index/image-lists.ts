import Database from 'better-sqlite3';
import type { FilmQuery, ImageQuery, NameQuery, TagBranchQuery } from '../contract/image-query.ts';
import type { OutlineQuery } from '../contract/image-overview.ts';
import type { Film, Tag, TagBranch } from '../contract/image-record.ts';
import type { Filters } from '../contract/image-query.ts';
import type { AlbumOrder, AlbumOrders } from './album-orders.ts';
import { albumNamed, hasAnyTagged, inAlbumOrder } from './album-slots.ts';
import { refuseOtherThanFile } from '../platform/ordinary-file.ts';
import { Columns, type FilmName, type TagName } from './columns.ts';
import { type EntryRow, entryRowSql } from './entry-columns.ts';
import { FoundLists } from './found-lists.ts';
import { Histories, type HistoryRow, type KnownHistory } from './histories.ts';
import { filterKey, type Found, ImageFilter } from './image-filter.ts';
import { type StateRow, stateSql } from './index-schema.ts';
import { NameLists, type NamePage } from './name-lists.ts';
import { Shapes } from './shapes.ts';
import type { SortOrder } from './sort-order.ts';

/** As stored in the index: `json` is the record without `preview_version` and without its closing brace. */
export type ListedRecord = { id: number; json: string; historyKey: string };

/** The fields that tell whether a picture shows an image's present history. */
export type ImageHistory = { id: number; filename: string; historyKey: string; changedMs: number | null };

/** `revision` is another number whenever the record has changed in this incarnation of the index. */
export type ListedImage = { id: number; revision: number; historyKey: string };

export type ImageListing = {
  /** A line for each image, as UTF-8: `json` as in `ListedRecord`. */
  lines: Buffer;
  images: ListedImage[];
  total: number;
  incarnation: string;
  generation: number;
};
/** What an image's `gear_id` stands for. */
export type GearNames = { maker: string | null; model: string | null; lens: string | null };

/** One state of the index, for a question about many images. What it returns is valid until the answer is complete. */
export type IndexView = {
  columns: Columns;
  generation: number;
  /** The slots of a whole list. */
  find: (query: OutlineQuery) => SortOrder;
  /** How many images a list has. */
  count: (query: Filters) => number;
  /** By slot: see `Shapes`. */
  shapes: () => Uint16Array;
  gearOf: (slot: number) => GearNames;
  /** By slot: the slot of the image that leads its group. */
  leaders: () => Int32Array;
  /** By the id of the tag: what people gave albums. */
  albumOrders: () => ReadonlyMap<number, AlbumOrder>;
};
/** For example `facets`. */
export type Question<T> = (view: IndexView) => T;

export type Listing<Item> = { items: Item[]; total: number; generation: number };

/** Above this share of changed images, everything is read anew: that is no slower and leaves no garbage behind. */
const MUCH = 0.25;
/** How many rows are loaded at once. */
const PIECE = 1000;

const entriesSql = `${entryRowSql} WHERE id > ? ORDER BY id LIMIT ?`;
/** Told which index: SQLite would rather go through the whole table, which is in the wanted order. */
const newerEntriesSql = `${entryRowSql} INDEXED BY entry_generation WHERE generation > ? ORDER BY id`;
const countSql = 'SELECT count(*) FROM entry';
const newerTagSetsSql = 'SELECT id, tag_ids FROM tag_set WHERE id >= ?';
const newerGearSql = 'SELECT id, texts FROM gear WHERE id >= ?';
const newerCountSql = 'SELECT count(*) FROM entry WHERE generation > ?';
const goneSql = 'SELECT id FROM gone WHERE generation > ?';
const idsByNameSql = 'SELECT id FROM entry ORDER BY filename, version, id';
const historiesSql = 'SELECT id, history_key, history_ms FROM record WHERE id > ? ORDER BY id LIMIT ?';
const newerHistoriesSql =
  'SELECT record.id, history_key, history_ms FROM entry JOIN record ON record.id = entry.id WHERE entry.generation > ?';
/**
 * Valid JSON holds no raw line breaks. One long text costs much less than fifty short ones, and bytes need no decoding.
 * Ordered as asked, because SQLite joins the tables of a CROSS JOIN in the order written.
 */
const recordsSql = `SELECT *, CAST((SELECT group_concat(record.json, char(10))
  FROM json_each(?) AS wanted CROSS JOIN record ON record.id = wanted.value) AS BLOB) AS lines FROM (${stateSql})`;
const recordSql = 'SELECT id, json, history_key AS historyKey FROM record WHERE id = ?';
const filmsSql = `SELECT id, coalesce(CAST(folder AS TEXT), '') AS folder FROM film_rolls`;
const tagsSql = `SELECT id, CAST(name AS TEXT) AS name FROM tags WHERE name IS NOT NULL AND name NOT GLOB 'darktable|*'`;

/**
 * Answers lists from index.db.
 *
 * [Note: One state] Columns are updated inside the read transaction that fetches the records, so an answer shows one
 * generation of the index, whatever the indexer commits meanwhile. All of it is synchronous.
 */
export class ImageLists {
  readonly #db: Database.Database;
  readonly #library: string;
  readonly #albums: AlbumOrders | null;
  readonly #begin;
  readonly #commit;
  readonly #state;
  readonly #record;
  readonly #records;
  #incarnation = '';
  #generation = -1;
  #namesGeneration = -1;
  #columns: Columns;
  #histories = new Histories(0);
  #filter = new ImageFilter();
  readonly #shapes = new Shapes();
  /** The last one by an album. */
  #albumSlots: { key: string; slots: SortOrder } | null = null;
  /** By filter and order, for the current generation. */
  #found = new FoundLists(0);
  #names: NameLists;

  /** Throws better-sqlite3's error when the file is missing or damaged. */
  constructor(file: string, library: string, albums: AlbumOrders | null) {
    refuseOtherThanFile(file);
    this.#db = new Database(file, { readonly: true, fileMustExist: true, timeout: 200 });
    this.#library = library;
    this.#albums = albums;
    try {
      this.#db.pragma('cache_size = -3000');
      this.#begin = this.#db.prepare('BEGIN');
      this.#commit = this.#db.prepare('COMMIT');
      this.#state = this.#db.prepare<[], StateRow>(stateSql);
      this.#record = this.#db.prepare<[number], ListedRecord>(recordSql);
      this.#records = this.#db.prepare<[string], StateRow & { lines: Buffer | null }>(recordsSql);
    } catch (error) {
      this.#db.close();
      throw error;
    }
    this.#columns = this.#emptyColumns();
    this.#names = new NameLists(this.#columns);
  }

  /** null: there is no complete index of this library. */
  images(query: ImageQuery): ImageListing | null {
    // Usually nothing has changed since the last list. The records then come with the state that the columns show, in a single
    // statement, which needs no transaction.
    return this.#imagePage(query, this.#isShown) ?? this.#inOneState(() => this.#imagePage(query, () => true));
  }

  /** null: the state that the records were read in does not fit. */
  #imagePage(query: ImageQuery, fits: (state: StateRow) => boolean): ImageListing | null {
    try {
      const { slots, total } = this.#glance(query, query.offset + query.limit);
      const page = slots.subarray(query.offset, query.offset + query.limit);
      const images = Array.from(page, (slot) => this.#listed(slot));
      const read = this.#records.get(`[${images.map(({ id }) => id).join()}]`);
      if (!read || !fits(read)) return null;
      const lines = read.lines ?? Buffer.alloc(0);
      return { lines, images, total, incarnation: this.#incarnation, generation: this.#generation };
    } finally {
      this.#found.release();
    }
  }

  #listed(slot: number): ListedImage {
    const { id, generation } = this.#columns.arrays;
    return { id: id[slot]!, revision: generation[slot]!, historyKey: this.#histories.keyOf(slot) };
  }

  /** null: as above. */
  ask<T>(question: Question<T>): T | null {
    return this.#inOneState(() =>
      question({
        columns: this.#columns,
        generation: this.#generation,
        find: (query) => this.#find(query),
        count: (filters) => {
          const { known, ask } = this.#question({ ...filters, sort_by: 'id' });
          return known?.length ?? ask(0).total;
        },
        shapes: () => this.#shapes.of(this.#columns, this.#generation, this.#db),
        gearOf: (slot) => JSON.parse(`${this.#record.get(this.#columns.arrays.id[slot]!)!.json}}`) as GearNames,
        leaders: () => this.#filter.leaders(this.#columns),
        albumOrders: () => this.#albumOrders(),
      }),
    );
  }

  films(query: FilmQuery): Listing<Film> | null {
    return this.#inOneState(() => this.#ofState(this.#names.films(query)));
  }

  tags(query: NameQuery): Listing<Tag> | null {
    return this.#inOneState(() => this.#ofState(this.#names.tags(query)));
  }

  tagBranches(query: TagBranchQuery): Listing<TagBranch> | null {
    return this.#inOneState(() => this.#ofState(this.#names.tagBranches(query)));
  }

  #ofState<Item>(part: NamePage<Item>): Listing<Item> {
    return { ...part, generation: this.#generation };
  }

  /** null: as above. */
  state(): { generation: number; images: number; stamp: string | null } | null {
    return this.#inOneState(({ stamp }) => ({ generation: this.#generation, images: this.#columns.images, stamp }));
  }

  /** As of the last call to `state` or the last list; null: no such image. */
  history(id: number): KnownHistory | null {
    const slot = this.#columns.slotOf(id);
    return slot >= 0 && this.#columns.isAlive(slot) ? this.#histories.of(slot) : null;
  }

  /** As above. */
  imageHistory(id: number): ImageHistory | null {
    const slot = this.#columns.slotOf(id);
    if (slot < 0 || !this.#columns.isAlive(slot)) return null;
    const changedMs = this.#columns.arrays.change_ms[slot]!;
    return {
      id,
      filename: this.#columns.names.filename(slot),
      historyKey: this.#histories.keyOf(slot),
      changedMs: Number.isNaN(changedMs) ? null : changedMs,
    };
  }

  /** As last written by the indexer; null: no such image. */
  record(id: number): ListedRecord | null {
    return this.#record.get(id) ?? null;
  }

  /** The incarnation of the loaded index; '' for none. */
  get incarnation(): string {
    return this.#incarnation;
  }

  close(): void {
    this.#db.close();
  }

  #isUsable({ complete, library }: StateRow): boolean {
    return complete === 1 && library === this.#library;
  }

  /** Whether the columns show this state. */
  readonly #isShown = (state: StateRow): boolean =>
    this.#isUsable(state) && state.incarnation === this.#incarnation && state.generation === this.#generation;

  #inOneState<T>(read: (state: StateRow) => T): T | null {
    this.#begin.run();
    try {
      const state = this.#state.get();
      if (!state || !this.#isUsable(state)) return null;
      this.#catchUp(state);
      return read(state);
    } finally {
      this.#found.release();
      this.#commit.run();
    }
  }

  #catchUp(state: StateRow): void {
    if (state.incarnation === this.#incarnation && state.generation === this.#generation) return;
    const isOther = state.incarnation !== this.#incarnation;
    if (isOther || this.#generation < state.gone_since || !this.#update(state)) this.#load();
    this.#incarnation = state.incarnation;
    this.#generation = state.generation;
    this.#namesGeneration = state.names_generation;
    this.#found.clear();
    this.#filter.forget();
    this.#albumSlots = null;
    this.#names = new NameLists(this.#columns);
  }

  #update(state: StateRow): boolean {
    const columns = this.#columns;
    const much = columns.images * MUCH + 100;
    if (columns.isStale || this.#db.prepare<[number], number>(newerCountSql).pluck().get(this.#generation)! > much)
      return false;
    if (state.names_generation > this.#namesGeneration) this.#setNames(columns);
    this.#addShared(columns);
    const rows = this.#db.prepare<[number], EntryRow>(newerEntriesSql).raw().all(this.#generation);
    const gone = this.#db.prepare<[number], number>(goneSql).pluck().all(this.#generation);
    if (!columns.update(rows, gone)) return false;
    this.#histories.put(this.#db.prepare<[number], HistoryRow>(newerHistoriesSql).raw().all(this.#generation), columns);
    return true;
  }

  #load(): void {
    this.#filter = new ImageFilter();
    this.#columns = this.#emptyColumns(this.#db.prepare<[], number>(countSql).pluck().get());
    this.#setNames(this.#columns);
    this.#addShared(this.#columns);
    this.#found = new FoundLists(this.#columns.room);
    this.#columns.load(this.#pieces<EntryRow>(entriesSql), this.#db.prepare<[], number>(idsByNameSql).pluck().all());
    this.#histories = new Histories(this.#columns.room);
    for (const rows of this.#pieces<HistoryRow>(historiesSql)) this.#histories.put(rows, this.#columns);
  }

  /** All rows by id. Rows that come one by one take a half longer; all of them at once would need much memory. */
  *#pieces<Row extends [id: number, ...rest: unknown[]]>(sql: string): Generator<Row[]> {
    const piece = this.#db.prepare<[number, number], Row>(sql).raw();
    for (let rows = piece.all(-Infinity, PIECE); rows.length > 0; rows = piece.all(rows.at(-1)![0], PIECE)) yield rows;
  }

  #addShared(columns: Columns): void {
    columns.addTagSets(
      this.#db.prepare<[number], { id: number; tag_ids: string }>(newerTagSetsSql).all(columns.tagSets.length),
    );
    columns.addGear(this.#db.prepare<[number], { id: number; texts: string }>(newerGearSql).all(columns.gear.length));
  }

  #emptyColumns(room = 0): Columns {
    return new Columns(room);
  }

  #setNames(columns: Columns): void {
    columns.setNames(this.#db.prepare<[], FilmName>(filmsSql).all(), this.#db.prepare<[], TagName>(tagsSql).all());
  }

  /** Valid until the answer is complete. */
  #find(query: OutlineQuery): SortOrder {
    const { key, ask, known } = this.#question(query);
    return known ?? this.#found.keep(key, ask().slots);
  }

  /** The first slots of a list. Valid until the next call: the list of a new query is not kept. */
  #glance(query: OutlineQuery, wanted: number): Found {
    const { key, ask, known } = this.#question(query);
    if (!known && this.#found.isNew(key)) return ask(wanted);
    const slots = known ?? this.#found.keep(key, ask().slots);
    return { slots, total: slots.length };
  }

  /** The query as text, how to run it, and its result if already known. */
  #question(query: OutlineQuery): { key: string; ask: (wanted?: number) => Found; known: SortOrder | undefined } {
    const { sort_by: by, sort_dir: direction = by === 'datetime_taken' ? 'desc' : 'asc' } = query;
    const { slots, version } =
      by === 'album'
        ? this.#byAlbum(query.album, direction)
        : { slots: this.#columns.orders.of(by, direction), version: '' };
    const filter = filterKey(query);
    const key = `${by}${version} ${direction} ${filter}`;
    return {
      key,
      ask: (wanted) => this.#filter.find({ slots, by, direction }, query, this.#columns, wanted),
      // Without a filter, the result is all images.
      known: filter === '' ? slots : this.#found.get(key),
    };
  }

  #albumOrders(): ReadonlyMap<number, AlbumOrder> {
    return this.#albums?.of(this.#columns.tags, hasAnyTagged(this.#columns)) ?? new Map<number, AlbumOrder>();
  }

  /** Without an album, by capture time. */
  #byAlbum(idOrName: string | undefined, direction: 'asc' | 'desc'): { slots: SortOrder; version: string } {
    const album = idOrName === undefined ? undefined : albumNamed(idOrName, this.#columns.tags);
    const order = album && this.#albumOrders().get(album.id);
    const version = ` ${order?.version ?? 'unordered'}`;
    const key = `${version} ${direction}`;
    if (this.#albumSlots?.key !== key)
      this.#albumSlots = { key, slots: inAlbumOrder(this.#columns, order?.ids ?? [], direction) };
    return { slots: this.#albumSlots.slots, version };
  }
}

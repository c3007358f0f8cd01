import type Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { NewPublication, type PublicationRun, type Yes } from '../../contract/publications.ts';
import { AppError, reasonOf } from '../../platform/errors.ts';
import { migrate, openPrivateDatabase } from '../../settings/private-database.ts';
import type { FailureKind, Placed } from '../destinations/destination.ts';

export interface StoredPublication extends NewPublication {
  id: number;
  /** Path of the library.db that its images are of. */
  library: string;
  /** Whom the destination was at the first run. */
  identity: string | null;
  albumId: string | null;
  /** A run that was asked for and has not ended, also over a restart. */
  wanted: WantedRun | null;
}

export interface WantedRun {
  yes: Yes[];
  /** The marks of the items whose removal somebody said yes to. */
  removals: string[];
}

/** Asked for by nobody: it does what needs no yes. */
export const UNASKED: WantedRun = { yes: [], removals: [] };

/** What tells a picture from others when the library was imported anew, and its ids are others. */
export interface PictureKey {
  folder: string;
  filename: string;
  version: number;
  taken: string | null;
}

/** What was made of a picture: the state of the library that its pixels and its metadata show, and by what. */
export interface Shown {
  development: string;
  metadata: string;
  madeBy: string;
}

/** A file on its way: until its answer came, nobody knows whether it is there. */
export interface Sending extends Shown {
  bytes: number;
  sha256: string;
  sha1: string;
  md5: string;
  /** Where it was to be, as far as that was known. */
  chosen: string | null;
  /** The upload in parts that it was sent by, as far as one was begun. */
  begun?: string | null;
}

/** A picture of a publication and what is at the destination of it. */
export interface LedgerItem {
  /** Who it is there. */
  mark: string;
  imageId: number;
  key: PictureKey;
  /** As first given. */
  name: string;
  placed: Placed | null;
  /** Somebody else put it there: it is never replaced nor removed. */
  isOurs: boolean;
  shown: Shown | null;
  sending: Sending | null;
  /** Of the file that was sent last; null: none, or nobody noted it. */
  bytes: number | null;
  /** When it got there as it is there; null: never, or nobody noted it. */
  sentAt: string | null;
  failure: { kind: FailureKind; reason: string; of: Shown } | null;
}

const TABLES = `
CREATE TABLE publication (
  id INTEGER PRIMARY KEY AUTOINCREMENT, library TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL,
  identity TEXT, album_id TEXT, wanted TEXT
);
CREATE TABLE item (
  mark TEXT PRIMARY KEY, publication INTEGER NOT NULL REFERENCES publication ON DELETE CASCADE, image_id INTEGER NOT NULL,
  name TEXT NOT NULL, facts TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX item_publication ON item (publication);
CREATE TABLE run (
  id INTEGER PRIMARY KEY AUTOINCREMENT, publication INTEGER NOT NULL REFERENCES publication ON DELETE CASCADE, facts TEXT NOT NULL
);
CREATE INDEX run_publication ON run (publication);
`;
/** Finds the items of single pictures. */
const ITEMS_OF_IMAGES = `
CREATE INDEX item_image ON item (publication, image_id);
DROP INDEX item_publication;
`;
/** Beside the facts, so that they are counted by an index alone; null: the facts are damaged. */
const noteState = `UPDATE item SET
  is_placed = iif(json_valid(facts), json_extract(facts, '$.placed') IS NOT NULL, NULL),
  is_failed = iif(json_valid(facts), json_extract(facts, '$.failure') IS NOT NULL, NULL)`;
const STATES_OF_ITEMS = `
ALTER TABLE item ADD COLUMN is_placed INTEGER;
ALTER TABLE item ADD COLUMN is_failed INTEGER;
${noteState};
CREATE INDEX item_state ON item (publication, is_placed, is_failed);
CREATE TRIGGER item_added AFTER INSERT ON item BEGIN ${noteState} WHERE mark = new.mark; END;
CREATE TRIGGER item_changed AFTER UPDATE OF facts ON item BEGIN ${noteState} WHERE mark = new.mark; END;
`;
const MIGRATIONS = [TABLES, ITEMS_OF_IMAGES, STATES_OF_ITEMS].map(
  (tables) => (database: Database.Database) => database.exec(tables),
);
const MOST_RUNS = 20;

type PublicationRow = {
  id: number;
  library: string;
  definition: string;
  identity: string | null;
  album_id: string | null;
  wanted: string | null;
};
type ItemRow = { mark: string; image_id: number; name: string; facts: string };
/** Older ones do not say when they were sent, nor how large they were. */
type ItemFacts = Omit<LedgerItem, 'mark' | 'imageId' | 'name' | 'sentAt' | 'bytes'> &
  Partial<Pick<LedgerItem, 'sentAt' | 'bytes'>>;

/**
 * `<data-dir>/publications.db`: the publications, and what each has put where. It is opened at its first use, so that a damaged file does not
 * prevent the start. What a method stores is on disk when it returns, as an upload that nobody remembers would be repeated.
 */
export class Ledger {
  readonly #file: string;
  #opened: Database.Database | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  list(): StoredPublication[] {
    // Nobody publishes: nothing is made for it.
    if (!this.#opened && !existsSync(this.#file)) return [];
    return this.#use((database) =>
      database
        .prepare<[], PublicationRow>('SELECT * FROM publication ORDER BY name COLLATE NOCASE')
        .all()
        .map(publicationOf),
    );
  }

  find(id: number): StoredPublication | null {
    return this.list().find((each) => each.id === id) ?? null;
  }

  add(library: string, definition: NewPublication): StoredPublication {
    const { lastInsertRowid } = this.#use((database) =>
      database
        .prepare('INSERT INTO publication (library, name, definition) VALUES (?, ?, ?)')
        .run(library, definition.name, JSON.stringify(definition)),
    );
    return this.find(Number(lastInsertRowid))!;
  }

  /** Another destination or album begins with nothing there. */
  change(id: number, definition: NewPublication, { isElsewhere }: { isElsewhere: boolean }): void {
    this.#use((database) => {
      database
        .prepare('UPDATE publication SET name = ?, definition = ? WHERE id = ?')
        .run(definition.name, JSON.stringify(definition), id);
      if (!isElsewhere) return;
      database.prepare('UPDATE publication SET identity = NULL, album_id = NULL WHERE id = ?').run(id);
      database.prepare('DELETE FROM item WHERE publication = ?').run(id);
    });
  }

  remove(id: number): void {
    this.#use((database) => database.prepare('DELETE FROM publication WHERE id = ?').run(id));
  }

  pin(id: number, identity: string): void {
    this.#use((database) => database.prepare('UPDATE publication SET identity = ? WHERE id = ?').run(identity, id));
  }

  want(id: number, wanted: WantedRun | null): void {
    const text = wanted && JSON.stringify(wanted);
    this.#use((database) => database.prepare('UPDATE publication SET wanted = ? WHERE id = ?').run(text, id));
  }

  keepAlbum(id: number, album: string): void {
    this.#use((database) => database.prepare('UPDATE publication SET album_id = ? WHERE id = ?').run(album, id));
  }

  items(publication: number): LedgerItem[] {
    return this.#use((database) =>
      database
        .prepare<[number], ItemRow>(
          'SELECT mark, image_id, name, facts FROM item WHERE publication = ? ORDER BY image_id, mark',
        )
        .all(publication)
        .map(itemOf),
    );
  }

  /** How many are at the destination, and how many failed. Throws `storage_error` if any is damaged. */
  counts(publication: number): { placed: number; failed: number } {
    return this.#use((database) => {
      const { damaged, ...counts } = database
        .prepare<[number], { placed: number; failed: number; damaged: number }>(
          `SELECT count(*) FILTER (WHERE is_placed) AS placed, count(*) FILTER (WHERE is_failed) AS failed,
             count(*) - count(is_placed) AS damaged FROM item WHERE publication = ?`,
        )
        .get(publication)!;
      if (damaged > 0) throw new Error(`${damaged} of its rows are damaged`);
      return counts;
    });
  }

  itemsOfImages(publication: number, imageIds: readonly number[]): LedgerItem[] {
    return this.#use((database) =>
      database
        .prepare<[number, string], ItemRow>(
          `SELECT mark, image_id, name, facts FROM item
           WHERE publication = ? AND image_id IN (SELECT value FROM json_each(?)) ORDER BY image_id, mark`,
        )
        .all(publication, JSON.stringify(imageIds))
        .map(itemOf),
    );
  }

  newItem(imageId: number, key: PictureKey, name: string): LedgerItem {
    return {
      mark: randomUUID(),
      imageId,
      key,
      name,
      placed: null,
      isOurs: true,
      shown: null,
      sending: null,
      bytes: null,
      sentAt: null,
      failure: null,
    };
  }

  /**
   * `isFoundAgain`: what is stored already leads to it, so it need not be on disk at once. Only a power cut loses it; the next `put` without
   * takes it along.
   */
  put(
    publication: number,
    { mark, imageId, name, ...facts }: LedgerItem,
    { isFoundAgain = false }: { isFoundAgain?: boolean } = {},
  ): void {
    this.#use((database) => {
      database
        .prepare(
          `INSERT INTO item (mark, publication, image_id, name, facts) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (mark) DO UPDATE SET image_id = excluded.image_id, name = excluded.name, facts = excluded.facts`,
        )
        .run(mark, publication, imageId, name, JSON.stringify(facts));
    }, isFoundAgain);
  }

  forget({ mark }: Pick<LedgerItem, 'mark'>): void {
    this.#use((database) => database.prepare('DELETE FROM item WHERE mark = ?').run(mark));
  }

  /** Newest first. */
  runs(publication: number): PublicationRun[] {
    return this.#use((database) =>
      database
        .prepare<[number], { facts: string }>('SELECT facts FROM run WHERE publication = ? ORDER BY id DESC')
        .all(publication)
        .map(({ facts }) => JSON.parse(facts) as PublicationRun),
    );
  }

  addRun(publication: number, run: PublicationRun): void {
    this.#use((database) => {
      database.prepare('INSERT INTO run (publication, facts) VALUES (?, ?)').run(publication, JSON.stringify(run));
      database
        .prepare(
          'DELETE FROM run WHERE publication = ? AND id NOT IN (SELECT id FROM run WHERE publication = ? ORDER BY id DESC LIMIT ?)',
        )
        .run(publication, publication, MOST_RUNS);
    });
  }

  close(): void {
    this.#opened?.close();
    this.#opened = null;
  }

  #use<T>(work: (database: Database.Database) => T, isFoundAgain = false): T {
    try {
      const database = (this.#opened ??= openLedger(this.#file));
      if (isFoundAgain) database.pragma('synchronous = NORMAL');
      try {
        return database.transaction(() => work(database))();
      } finally {
        if (isFoundAgain) database.pragma('synchronous = FULL');
      }
    } catch (error) {
      throw new AppError('storage_error', `${this.#file} cannot be used: ${reasonOf(error)}`, { cause: error });
    }
  }
}

const openLedger = (file: string): Database.Database =>
  openPrivateDatabase(file, (database) => {
    database.pragma('synchronous = FULL');
    migrate(database, MIGRATIONS);
  });

const itemOf = ({ mark, image_id, name, facts }: ItemRow): LedgerItem => ({
  mark,
  imageId: image_id,
  name,
  sentAt: null,
  bytes: null,
  ...(JSON.parse(facts) as ItemFacts),
});

const publicationOf = ({ id, library, definition, identity, album_id, wanted }: PublicationRow): StoredPublication => ({
  // What is newer than the row has its default.
  ...NewPublication.parse(JSON.parse(definition)),
  id,
  library,
  identity,
  albumId: album_id,
  wanted: wanted === null ? null : (JSON.parse(wanted) as WantedRun),
});

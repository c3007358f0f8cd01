import { largeCache } from '../platform/large-cache.ts';
import type { Log } from '../platform/log.ts';
import { DisposableDatabase } from './disposable-database.ts';
import { etagOf, type FileFacts } from './picture-file.ts';

/** The key of no history that an image can have. */
const UNKNOWN = '';

type Shown = { picture: string; historyKey: string };

const SCHEMA = `
CREATE TABLE IF NOT EXISTS shown (
  image_id INTEGER NOT NULL,
  level INTEGER NOT NULL,
  picture TEXT NOT NULL,              -- the ETag
  history_key TEXT NOT NULL,
  PRIMARY KEY (image_id, level)
) WITHOUT ROWID;
PRAGMA user_version = 1;`;

/**
 * Which history each rendered preview shows, in `<data-dir>/shown-histories.db`: noted by our own renderer, and for the plugin's pictures once
 * their time has shown it. Then no clock matters any more: two systems of one computer may disagree by hours.
 */
export class ShownHistories {
  readonly #file;
  /** What was looked up or noted lately; `picture` is empty where nothing is noted. */
  readonly #known = largeCache<string, Shown>(20_000);

  constructor(file: string, log: Pick<Log, 'warn'>) {
    this.#file = new DisposableDatabase(file, {
      schema: SCHEMA,
      log,
      prepare: (database) => ({
        get: database.prepare<[id: number, level: number], Shown>(
          'SELECT picture, history_key AS historyKey FROM shown WHERE image_id = ? AND level = ?',
        ),
        put: database.prepare<[id: number, level: number, picture: string, historyKey: string]>(
          'INSERT OR REPLACE INTO shown VALUES (?, ?, ?, ?)',
        ),
      }),
    });
  }

  /** null: not noted for this picture. */
  of(id: number, level: number, picture: FileFacts): string | null {
    const key = `${id}/${level}`;
    let known = this.#known.get(key);
    if (!known) {
      known = this.#file.use(({ get }) => get.get(id, level)) ?? { picture: '', historyKey: '' };
      this.#known.set(key, known);
    }
    return known.picture === etagOf(picture) ? known.historyKey : null;
  }

  note(id: number, level: number, picture: FileFacts, historyKey: string): void {
    const shown = { picture: etagOf(picture), historyKey };
    this.#known.set(`${id}/${level}`, shown);
    this.#file.use(({ put }) => put.run(id, level, shown.picture, shown.historyKey));
  }

  /** A picture of which nothing is noted does not show the present history, whatever its time says. */
  noteUnknown(id: number, level: number, picture: FileFacts): void {
    if (this.of(id, level, picture) === null) this.note(id, level, picture, UNKNOWN);
  }

  close(): void {
    this.#file.close();
  }
}

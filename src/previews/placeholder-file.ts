import type { Log } from '../platform/log.ts';
import { DisposableDatabase } from './disposable-database.ts';

export interface StoredPlaceholder {
  /** The ETag of the picture that it was made from. */
  picture: string;
  webp: Buffer;
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS placeholder (image_id INTEGER PRIMARY KEY, picture TEXT NOT NULL, webp BLOB NOT NULL);
PRAGMA user_version = 1;`;

/** `<data-dir>/placeholders.db`, about 110 bytes per image. Without it the gallery has no placeholders. */
export const openPlaceholderFile = (file: string, log: Log) =>
  new DisposableDatabase(file, {
    schema: SCHEMA,
    log,
    prepare: (database) => ({
      get: database.prepare<[imageId: number], StoredPlaceholder>(
        'SELECT picture, webp FROM placeholder WHERE image_id = ?',
      ),
      put: database.prepare<[imageId: number, picture: string, webp: Buffer]>(
        'INSERT OR REPLACE INTO placeholder VALUES (?, ?, ?)',
      ),
    }),
  });
export type PlaceholderFile = ReturnType<typeof openPlaceholderFile>;

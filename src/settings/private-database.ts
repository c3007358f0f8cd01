import Database from 'better-sqlite3';
import { chmodSync } from 'node:fs';
import { refuseOtherThanFile } from '../platform/ordinary-file.ts';
import { makePrivateFile } from './private-file.ts';

/** What is written since stays in a file of its own, which is cut to this when it was taken over. */
const WAL_BYTES = 1_000_000;

/** A database of ours in a file that nobody else may read, prepared for its first use. It is closed when that fails. Throws SQLite's errors. */
export function openPrivateDatabase(file: string, prepare: (database: Database.Database) => void): Database.Database {
  refuseOtherThanFile(file);
  makePrivateFile(file);
  const database = new Database(file, { timeout: 2_000 });
  try {
    chmodSync(file, 0o600);
    database.pragma('journal_mode = WAL');
    database.pragma(`journal_size_limit = ${WAL_BYTES}`);
    database.pragma('synchronous = NORMAL');
    database.pragma('foreign_keys = ON');
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

type Migration = (database: Database.Database) => void;

/** Throws an error for a file of a newer Safelight. */
export function versionOf(database: Database.Database, migrations: readonly Migration[]): number {
  const version = database.pragma('user_version', { simple: true }) as number;
  if (version >= 0 && version <= migrations.length) return version;
  throw new Error(`it was written by a newer Safelight (version ${version})`);
}

/** Brings the tables from a version to the newest. `migrations`: what makes each version from that of the one before. */
export function migrate(
  database: Database.Database,
  migrations: readonly Migration[],
  from = versionOf(database, migrations),
): void {
  for (const step of migrations.slice(from)) step(database);
  database.pragma(`user_version = ${migrations.length}`);
}

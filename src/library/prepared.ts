import type Database from 'better-sqlite3';

const kept = new WeakMap<Database.Database, Map<string, Database.Statement>>();

/** A statement of a connection, prepared once and kept: to prepare one takes as long as to run it for a few rows. */
export function prepared(database: Database.Database, sql: string): Database.Statement {
  const statements = kept.get(database) ?? new Map<string, Database.Statement>();
  kept.set(database, statements);
  let statement = statements.get(sql);
  if (!statement) statements.set(sql, (statement = database.prepare(sql)));
  return statement;
}

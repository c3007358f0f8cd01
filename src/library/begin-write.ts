import type Database from 'better-sqlite3';
import { readOnly } from '../platform/errors.ts';
import { whyNotWritten } from './library-state.ts';
import { readSchema } from './schema.ts';

/** Begins a transaction that writes. Throws `read_only` when a newer darktable has raised the library: what it wants there is not known. */
export function beginWrite(library: Pick<Database.Database, 'exec' | 'prepare'>): void {
  library.exec('BEGIN IMMEDIATE');
  const why = whyNotWritten(readSchema(library)?.version ?? 0);
  if (why !== null) throw readOnly(why);
}

import type Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { AppError, reasonOf } from '../../platform/errors.ts';
import { migrate, openPrivateDatabase } from '../../settings/private-database.ts';
import type { Rendition } from '../renditions.ts';
import type { Geometry } from './picture-geometry.ts';

/** A rendition, and what it was made of. */
export interface StoredRendition extends Rendition {
  development: string;
  metadata: string;
  /** By which rules of the proof. */
  rules: string;
  pixels: string;
  geometry: Geometry;
}

const TABLES = `
CREATE TABLE rendition (proof INTEGER NOT NULL, picture TEXT NOT NULL, facts TEXT NOT NULL, PRIMARY KEY (proof, picture)) WITHOUT ROWID;
CREATE TABLE former (
  proof INTEGER NOT NULL, picture TEXT NOT NULL, version TEXT NOT NULL, geometry TEXT NOT NULL, PRIMARY KEY (proof, picture, version)
) WITHOUT ROWID;
`;

/** `<data-dir>/proof-renditions.db`: what guests see of each picture, and what points on former versions mean. Made with the first. */
export class RenditionStore {
  readonly #file: string;
  #opened: Database.Database | null = null;
  readonly #known = new Map<number, Map<string, StoredRendition>>();

  constructor(file: string) {
    this.#file = file;
  }

  of(proof: number): ReadonlyMap<string, StoredRendition> {
    return this.#of(proof);
  }

  put(proof: number, picture: string, rendition: StoredRendition): void {
    const before = this.#of(proof).get(picture);
    this.#use((database) => {
      if (before && before.version !== rendition.version)
        database
          .prepare('INSERT OR REPLACE INTO former (proof, picture, version, geometry) VALUES (?, ?, ?, ?)')
          .run(proof, picture, before.version, JSON.stringify(before.geometry));
      database
        .prepare('INSERT OR REPLACE INTO rendition (proof, picture, facts) VALUES (?, ?, ?)')
        .run(proof, picture, JSON.stringify(rendition));
    });
    this.#of(proof).set(picture, rendition);
  }

  /** null: nobody knows this version. */
  geometryOf(proof: number, picture: string, version: string): Geometry | null {
    const now = this.#of(proof).get(picture);
    if (now?.version === version) return now.geometry;
    if (!this.#isThere()) return null;
    const row = this.#use((database) =>
      database
        .prepare<[number, string, string], { geometry: string }>(
          'SELECT geometry FROM former WHERE proof = ? AND picture = ? AND version = ?',
        )
        .get(proof, picture, version),
    );
    return row ? (JSON.parse(row.geometry) as Geometry) : null;
  }

  remove(proof: number, picture: string): void {
    this.#use((database) =>
      database.prepare('DELETE FROM rendition WHERE proof = ? AND picture = ?').run(proof, picture),
    );
    this.#of(proof).delete(picture);
  }

  forget(proof: number): void {
    this.#known.delete(proof);
    if (!this.#isThere()) return;
    this.#use((database) => {
      database.prepare('DELETE FROM rendition WHERE proof = ?').run(proof);
      database.prepare('DELETE FROM former WHERE proof = ?').run(proof);
    });
  }

  close(): void {
    this.#opened?.close();
    this.#opened = null;
  }

  #of(proof: number): Map<string, StoredRendition> {
    let known = this.#known.get(proof);
    if (!known) {
      const rows = this.#isThere()
        ? this.#use((database) =>
            database
              .prepare<[number], { picture: string; facts: string }>(
                'SELECT picture, facts FROM rendition WHERE proof = ?',
              )
              .all(proof),
          )
        : [];
      known = new Map(rows.map(({ picture, facts }) => [picture, JSON.parse(facts) as StoredRendition]));
      this.#known.set(proof, known);
    }
    return known;
  }

  #isThere(): boolean {
    return this.#opened !== null || existsSync(this.#file);
  }

  #use<T>(work: (database: Database.Database) => T): T {
    try {
      const database = (this.#opened ??= this.#open());
      return database.transaction(() => work(database))();
    } catch (error) {
      throw new AppError('storage_error', `${this.#file} cannot be used: ${reasonOf(error)}`, { cause: error });
    }
  }

  #open(): Database.Database {
    return openPrivateDatabase(this.#file, (database) => migrate(database, [(fresh) => void fresh.exec(TABLES)]));
  }
}

/**
 * Writes to a library as darktable does: journal_mode=MEMORY, synchronous=OFF, and no busy timeout, so that a commit that meets
 * a lock fails and is lost. A separate program, started by `startWriter` or by hand:
 *
 *   node src/testing/darktable-writer.ts LIBRARY COMMITS_PER_SECOND SECONDS [IMAGES]
 *
 * Takes the first IMAGES images in turn (default 100). Each commit gives one image new stars (0-4) and the one color label of
 * that number, and its partner the same: the first image and the last of the library, the second and the last but one. A label that
 * does not match the stars, or two partners that differ, show that a reader mixed two states. A library with less than twice as many
 * images has no partners. A first commit brings all images into that form; then it prints `{"ready":true}`, and at the end, or on
 * SIGTERM, a `WriterResult`.
 */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

export type WriterResult = {
  commits: number;
  /** Commits that were refused and thus lost. */
  failed: number;
  /** What was stored, in order, of the first of two partners; `atMs` is the Unix time right after the commit. */
  changes: { id: number; stars: number; atMs: number }[];
};

const setStars = `UPDATE images SET flags = (flags & ~15) | :stars,
  change_timestamp = (:atMs + 62135596800000) * 1000 WHERE id = :id`;
const removeLabels = 'DELETE FROM color_labels WHERE imgid = :id';
const addLabel = 'INSERT INTO color_labels (imgid, color) VALUES (:id, :stars)';

if (import.meta.main) await main(process.argv.slice(2));

async function main([file, rate, seconds, images = '100']: string[]): Promise<void> {
  if (file === undefined || !(Number(rate) > 0) || !(Number(seconds) >= 0) || !(Number(images) > 0)) {
    console.error('usage: node darktable-writer.ts LIBRARY COMMITS_PER_SECOND SECONDS [IMAGES]');
    process.exit(2);
  }
  const stop = new AbortController();
  process.on('SIGTERM', () => stop.abort());
  const db = new DatabaseSync(file, { timeout: 0 });
  db.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA foreign_keys = ON');
  const statements = { stars: db.prepare(setStars), remove: db.prepare(removeLabels), label: db.prepare(addLabel) };
  const numbers = db
    .prepare('SELECT id FROM images ORDER BY id')
    .all()
    .map((row) => Number(row.id));
  const ids = numbers.slice(0, Number(images));
  const last = numbers.toReversed().slice(0, Number(images));
  const partners = new Map(numbers.length < 2 * ids.length ? [] : ids.map((id, place) => [id, last[place]!]));
  const starsOf = new Map(ids.map((id) => [id, id % 5]));
  const write = (first: number, stars: number) => {
    for (const id of [first, partners.get(first) ?? first]) {
      statements.stars.run({ id, stars, atMs: Date.now() });
      statements.remove.run({ id });
      statements.label.run({ id, stars });
    }
  };

  while (!commit(db, () => starsOf.forEach((stars, id) => write(id, stars)))) await sleep(1);
  console.log('{"ready":true}');

  const result: WriterResult = { commits: 0, failed: 0, changes: [] };
  const start = performance.now();
  const total = Math.round(Number(rate) * Number(seconds));
  for (let number = 0; number < total && !stop.signal.aborted; number++) {
    const id = ids[number % ids.length]!;
    const stars = (starsOf.get(id)! + 1) % 5;
    if (commit(db, () => write(id, stars))) {
      starsOf.set(id, stars);
      result.commits++;
      result.changes.push({ id, stars, atMs: Date.now() });
    } else {
      result.failed++;
    }
    const wait = start + ((number + 1) * 1000) / Number(rate) - performance.now();
    if (wait > 0) await sleep(wait);
  }
  db.close();
  console.log(JSON.stringify(result));
}

/** false: somebody held a lock. darktable would have carried on silently. */
function commit(db: DatabaseSync, change: () => void): boolean {
  try {
    db.exec('BEGIN');
    change();
    db.exec('COMMIT');
    return true;
  } catch {
    if (db.isTransaction) db.exec('ROLLBACK');
    return false;
  }
}

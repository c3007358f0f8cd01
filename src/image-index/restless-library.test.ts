/** [Note: Whole states], where the pauses between two commits are too short to copy the library: it is read in pieces. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { COLOR_LABELS } from '../contract/color-labels.ts';
import type { ImageRecord } from '../contract/image-record.ts';
import { LibraryFiles } from '../library/lock-free.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { Indexer, type IndexerNews } from './indexer.ts';

const IMAGES = 10_000;
const WRITTEN = 100;
/** How often the indexer may look at the files before the next commit: enough for a few ranges, too few for a copy. */
const LOOKS = 8;

/** Another program commits at every eighth look, however long the machine takes from one to the next. */
class RestlessLibrary extends LibraryFiles {
  commit: (() => void) | null = null;
  #looks = 0;

  override stamp(): string | null {
    if (++this.#looks % LOOKS === 0) this.commit?.();
    return super.stamp();
  }
}

/** Rates images in turn, and keeps one label for each number of stars, both in one commit. */
function writerOf(file: string) {
  const database = new DatabaseSync(file);
  const rate = database.prepare('UPDATE images SET flags = (flags & ~15) | :stars WHERE id = :id');
  const removeLabels = database.prepare('DELETE FROM color_labels WHERE imgid = ?');
  const addLabel = database.prepare('INSERT INTO color_labels (imgid, color) VALUES (?, ?)');
  const written = new Map<number, { stars: number; commit: number }>();
  let commits = 0;
  const commit = () => {
    // Neighbors of the last one and the far end of the library, so that the newest range is never all of it.
    const turn = Math.floor(commits / 2) % WRITTEN;
    const id = commits % 2 === 0 ? turn + 1 : IMAGES - turn;
    const stars = Math.floor(commits / 3) % COLOR_LABELS.length;
    database.exec('BEGIN IMMEDIATE');
    rate.run({ id, stars });
    removeLabels.run(id);
    addLabel.run(id, stars);
    database.exec('COMMIT');
    written.set(id, { stars, commit: ++commits });
  };
  return { commit, written, close: () => database.close() };
}

test('beside commits that leave no pause for a copy, images are whole, none is lost, and changes keep arriving', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-restless-'));
  const fixture = makeLibrary({ folder, images: IMAGES });
  const library = new RestlessLibrary(fixture.file, fixture.data);
  const synced: Extract<IndexerNews, { kind: 'synced' }>[] = [];
  const file = join(folder, 'index.db');
  const indexer = new Indexer({ file, library, tell: (news) => news.kind === 'synced' && synced.push(news) });
  const writer = writerOf(fixture.file);
  onTestFinished(() => {
    indexer.close();
    library.close();
    writer.close();
    rmSync(folder, { recursive: true });
  });
  await indexer.sync();
  library.commit = writer.commit;
  const index = new DatabaseSync(file, { readOnly: true });
  onTestFinished(() => index.close());
  const recordOf = index.prepare('SELECT json FROM record WHERE id = ?');

  for (let inPieces = 0; inPieces < 3;) {
    const isSetUp = writer.written.size === 2 * WRITTEN;
    const begun = Math.max(0, ...[...writer.written.values()].map(({ commit }) => commit));
    await indexer.sync();
    for (const [id, { stars, commit }] of writer.written) {
      const { rating, color_labels: labels } = JSON.parse(`${String(recordOf.get(id)!.json)}}`) as ImageRecord;
      // A change that came during the pass may be there or not.
      if (commit <= begun) expect([id, rating, labels]).toEqual([id, stars, [COLOR_LABELS[stars]]]);
      else if (isSetUp) expect([id, labels]).toEqual([id, [COLOR_LABELS[rating]]]);
    }
    if (synced.at(-1)!.stamp === null) inPieces++;
  }
  library.commit = null;
  await indexer.sync();
  expect(synced.at(-1)!.stamp).not.toBeNull();
});

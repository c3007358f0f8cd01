/** Unfinished work of a Safelight of before is finished: see src/testing/fixtures/former-journal/README.md. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { layoutOf } from '../darktable/layouts.ts';
import { decodeParams } from '../darktable/params-decode.ts';
import { readOrganised } from '../library/organised.ts';
import { FOLDER, replaceInDatabase } from '../testing/former-data-folder.ts';
import { developed, look } from '../testing/many-histories.ts';
import { startOperations } from '../testing/start-operations.ts';

const fixture = join(import.meta.dirname, '../testing/fixtures/former-journal');

function unpacked() {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-former-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const put = (name: string, into: string) => {
    mkdirSync(join(folder, into), { recursive: true });
    const file = join(folder, into, name);
    writeFileSync(file, gunzipSync(readFileSync(join(fixture, `${name}.gz`))));
    replaceInDatabase(file, FOLDER, folder);
    return file;
  };
  put('journal.db', 'data');
  return { folder, dataDir, file: put('library.db', 'config'), data: put('data.db', 'config') };
}

test('what a Safelight of before began, postponed and let wait is settled, listed, and can be taken back', async () => {
  const at = unpacked();
  const { library, changes, undo } = startOperations({ ...at, lookMs: 20 });
  await changes.settled();
  const image = (id: number) => library.read((reader) => readOrganised(reader, [id]).get(id)!);

  // Written and not noted: it is stored. Journaled and not written: it never was.
  const { items } = changes.modules.list(1, { limit: 10, offset: 0 });
  const exposures = items.map(({ after }) => decodeParams(layoutOf('exposure', 6)!, after.params).exposure);
  expect(exposures).toEqual([2, 1.5]);
  expect(await image(1)).toMatchObject({ stars: 5, labels: 1 });
  // The rest of what was postponed belongs to the same change.
  await expect.poll(() => changes.postponed.list()[0]!.state).toBe('ended');
  expect(changes.postponed.list()[0]).toMatchObject({ change: 2, done: 89, result: { changed: 89 } });
  expect(developed(at)).toHaveLength(89);
  // darktable is closed, so the reject has what it waited for.
  await expect.poll(() => image(5)).toMatchObject({ isRejected: true });
  await changes.settled();
  expect(changes.marks.waitingRejects()).toBeNull();

  const listed = changes.list({ limit: 10, offset: 0 }).items.map(({ id, kind, images }) => ({ id, kind, images }));
  expect(listed.toSorted((one, other) => one.id - other.id)).toMatchObject([
    { id: 1, kind: 'decision', images: 2 },
    { id: 2, kind: 'history', images: 89 },
    { id: 4, kind: 'decision', images: 1 },
    { kind: 'module', images: 1 },
    { kind: 'module', images: 1 },
  ]);
  expect((await undo(2)).result).toMatchObject({ changed: 89, failed: 0 });
  expect((await undo(4)).result).toMatchObject({ changed: 1 });
  await changes.modules.undo({ imageId: 1, operation: 'exposure', client: 'test' });
  expect((await undo(1)).result).toMatchObject({ changed: 2 });
  expect(await image(5)).toMatchObject({ isRejected: false });
  expect(await image(1)).toMatchObject({ stars: 0, labels: 0 });
  expect(look(at)).toMatchObject({ sound: ['ok', 'ok'], broken: [] });
});

import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rate } from '../../testing/index-of-test.ts';
import { best, IMAGES, publicationStage, published } from '../../testing/publication-stage.ts';

const told = async (...[{ publications }, ids]: [Awaited<ReturnType<typeof publicationStage>>, readonly number[]]) =>
  (await publications.published(ids)).map(({ image_id, publication, kind }) => [image_id, publication, kind]);

test('each publication tells which of the images it has, and which have changed since', async () => {
  const { stage, id } = await published();
  const other = stage.publications.add(best({ name: 'Evenings', source: { ids: [2, 3] } }));
  await stage.publish(other.id);
  rate(stage.it, 2, 4);
  stage.it.fixture.change("INSERT INTO history_hash (imgid, current_hash) VALUES (1, x'01')");
  expect(await told(stage, [3, 2, 1, 99])).toEqual([
    [1, 'Best', 'pixels'],
    [2, 'Best', 'metadata'],
    [2, 'Evenings', 'metadata'],
    [3, 'Evenings', 'unchanged'],
  ]);
  await stage.publish(id);
  expect(await told(stage, [1])).toEqual([[1, 'Best', 'unchanged']]);
  stage.use({ version: '5.4.1' });
  expect(await told(stage, [1])).toEqual([[1, 'Best', 'recipe']]);
});

test('it tells when the picture there was sent; of older items nobody knows', async () => {
  const before = new Date().toISOString();
  const { stage } = await published();
  const [first] = await stage.publications.published([1]);
  expect([before, first?.sent_at, new Date().toISOString()].toSorted()[1]).toBe(first?.sent_at);
  const ledger = new Database(join(stage.it.folder, 'data', 'publications.db'));
  ledger.exec("UPDATE item SET facts = json_remove(facts, '$.sentAt')");
  ledger.close();
  expect(await stage.publications.published([1])).toMatchObject([{ image_id: 1, sent_at: null, kind: 'unchanged' }]);
});

test('an id that recurs is another picture, which is not published', async () => {
  const { stage } = await published();
  stage.it.fixture.change("UPDATE images SET filename = 'new.nef', datetime_taken = NULL WHERE id = 1");
  expect(await told(stage, [1, 2])).toEqual([[2, 'Best', 'unchanged']]);
});

test('nothing is read from the library while nothing of it is published', async () => {
  const stage = await publicationStage(IMAGES);
  stage.publications.add(best());
  stage.it.library.close();
  expect(await told(stage, [1, 2, 3])).toEqual([]);
});

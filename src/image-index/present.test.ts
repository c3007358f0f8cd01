import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { indexOfTest, rate } from '../testing/index-of-test.ts';
import type { TestIndex } from '../testing/start-index.ts';

const hash = (byte: number) => new Uint8Array(16).fill(byte);
const edited = (id: number) => ({ id, changed: 1e12, hash: { basic: hash(1), current: hash(2) } });

/** For each image the index says what the library says, or nothing. */
async function expectTruth({ index, library }: TestIndex, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const image = await library.image(id);
    const history = index.presentHistory(id);
    const record = index.presentRecord(id);
    const { filename, historyKey, changedMs } = image!;
    if (history) expect(history).toEqual({ id, filename, historyKey, changedMs });
    if (record) expect(record).toEqual({ id, json: image!.recordJson, historyKey: image!.historyKey });
  }
}

test('an image in step with the library is told without asking it', async () => {
  const it = await indexOfTest({ images: [edited(1), { id: 2 }, { id: 3, title: 'A title' }] });
  await expectTruth(it, [1, 2, 3]);
  for (const id of [1, 2, 3]) expect([it.index.presentHistory(id), it.index.presentRecord(id)]).not.toContain(null);
  expect(it.index.presentHistory(1)).toMatchObject({
    historyKey: Buffer.from(hash(2)).toString('hex'),
    changedMs: 1e12,
  });
  expect([it.index.presentHistory(4), it.index.presentRecord(4)]).toEqual([null, null]);
});

test('from the moment of a change on the library must be asked, until the index has it', async () => {
  const it = await indexOfTest({ images: [edited(1), { id: 2 }] });
  for (let stars = 1; stars <= 5; stars++) {
    rate(it, 1, stars);
    it.fixture.change('UPDATE history_hash SET current_hash = ? WHERE imgid = 1', hash(10 + stars));
    expect([it.index.presentHistory(1), it.index.presentRecord(2)]).toEqual([null, null]);
    await expectTruth(it, [1, 2]);
    await it.index.settled();
    expect(it.index.presentHistory(1)).not.toBeNull();
    await expectTruth(it, [1, 2]);
  }
  it.fixture.change('DELETE FROM images WHERE id = 2');
  await it.index.settled();
  expect([it.index.presentHistory(2), it.index.presentRecord(2)]).toEqual([null, null]);
});

test('an image that comes and goes never has the history of another', async () => {
  const it = await indexOfTest({ images: 300 });
  it.fixture.change('DELETE FROM images WHERE id = 150');
  await it.index.settled();
  it.fixture.add([edited(150), edited(301)]);
  await it.index.settled();
  await expectTruth(it, [149, 150, 151, 300, 301]);
  expect(it.index.presentHistory(301)).toMatchObject({ changedMs: 1e12 });
});

test('an index that an earlier Safelight left without the list of histories gets one', async () => {
  const it = await indexOfTest({ images: [edited(1)] });
  await it.stop();
  const indexes = (sql?: string) => {
    const db = new DatabaseSync(it.file);
    if (sql) db.exec(sql);
    const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'index'").all();
    db.close();
    return names.map(({ name }) => name);
  };
  expect(indexes('DROP INDEX record_history')).not.toContain('record_history');
  const again = await indexOfTest({ folder: it.folder });
  await expectTruth(again, [1]);
  expect(again.index.presentHistory(1)).not.toBeNull();
  await again.stop();
  expect(indexes()).toContain('record_history');
});

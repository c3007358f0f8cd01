import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { indexOfTest, rate, until } from '../testing/index-of-test.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import type { TestIndex } from '../testing/start-index.ts';

/** `expect.stringMatching` with a type. */
const matching = (pattern: RegExp) => expect.stringMatching(pattern) as unknown;

describe('the library', () => {
  test('missing at the start: no list, a message; there at last: lists', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'safelight-index-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const elsewhere = makeLibrary({ folder: join(folder, 'elsewhere'), images: 7 });
    mkdirSync(join(folder, 'darktable'));
    const it = await indexOfTest({ folder, libraryFile: join(folder, 'darktable', 'library.db') });
    expect(it.index.status()).toMatchObject({ state: 'unavailable', message: matching(/no library/) });
    await expect(it.list()).rejects.toMatchObject({ code: 'library_unavailable' });
    copyFileSync(elsewhere.data, join(folder, 'darktable', 'data.db'));
    copyFileSync(elsewhere.file, join(folder, 'darktable', 'library.db'));
    await until(
      () => it.index.status().state,
      (state) => state === 'ready',
    );
    expect((await it.list()).total).toBe(7);
  });

  test.each([
    ['deleted', (it: TestIndex) => rmSync(it.fixture.file)],
    [
      'overwritten with something else',
      (it: TestIndex) => writeFileSync(it.fixture.file, 'something else '.repeat(5000)),
    ],
    [
      'upgraded by a newer darktable, which does not have all that is read,',
      (it: TestIndex) => {
        it.fixture.change('ALTER TABLE images RENAME COLUMN flags TO bits');
        it.fixture.change("UPDATE db_info SET value = '99' WHERE key = 'version'");
      },
    ],
    ['without its data.db', (it: TestIndex) => rmSync(it.fixture.data)],
  ])(
    '%s while running: lists keep the last state, the status says what is wrong, and it is mended when the library is',
    async (_, spoil) => {
      const it = await indexOfTest({ images: 12 });
      const { generation } = await it.list();
      for (const file of [it.fixture.file, it.fixture.data]) copyFileSync(file, `${file}.good`);
      spoil(it);
      await until(
        () => it.index.status().state,
        (state) => state === 'unavailable',
      );
      expect(it.index.status().message).not.toBe('');
      expect(await it.list()).toMatchObject({ total: 12, generation });
      for (const file of [it.fixture.file, it.fixture.data]) renameSync(`${file}.good`, file);
      rate(it, 3, 5);
      await until(
        () => it.index.status().state,
        (state) => state === 'ready',
      );
      await it.index.settled();
      expect(await it.ids({ rating: '5' })).toContain(3);
      expect((await it.list()).total).toBe(12);
    },
  );

  test('replaced by another one while running: never a list of both', async () => {
    const it = await indexOfTest({
      images: Array.from({ length: 300 }, (_, number) => ({ id: number + 1, title: 'ours' })),
    });
    const { generation } = await it.list();
    const other = makeLibrary({
      folder: join(it.folder, 'other'),
      images: Array.from({ length: 310 }, (_, number) => ({
        id: number + 1,
        title: 'theirs',
        imported: 1_800_000_000_000 + number,
      })),
    });
    let isOther = false;
    const lists = (async () => {
      while (!isOther) {
        try {
          const { items } = await it.list({ limit: '500' });
          expect(new Set(items.map(({ title }) => title)).size).toBe(1);
          isOther = items[0]!.title === 'theirs';
        } catch (error) {
          expect(error).toMatchObject({ code: matching(/index_building|library_unavailable/) });
        }
        await turn();
      }
    })();
    renameSync(other.data, it.fixture.data);
    renameSync(other.file, it.fixture.file);
    await lists;
    expect(await it.list()).toMatchObject({ total: 310 });
    expect((await it.list()).generation).toBeGreaterThan(generation);
    expect(it.logged.join()).toMatch(/different library/);
  });

  test('another one at the next start: nothing of the former shows', async () => {
    const it = await indexOfTest({ images: [{ id: 1, title: 'ours' }] });
    await it.stop();
    const other = makeLibrary({
      folder: join(it.folder, 'other'),
      images: [
        { id: 1, title: 'theirs' },
        { id: 2, title: 'theirs' },
      ],
    });
    const again = await indexOfTest({ folder: it.folder, libraryFile: other.file, settle: false });
    const answer = await until(
      () => again.list(),
      (list) => 'items' in list,
    );
    expect(answer.items.map(({ title }) => title)).toEqual(['theirs', 'theirs']);
  });

  test('upgraded in place to the schema of a newer darktable: the index follows', async () => {
    const it = await indexOfTest({ images: [{ id: 1, maker: 'Leica' }], schema: 37 });
    const newer = makeLibrary({
      folder: join(it.folder, 'newer'),
      images: [{ id: 1, maker: 'Leica', stars: 4 }],
      schema: 57,
    });
    renameSync(newer.data, it.fixture.data);
    renameSync(newer.file, it.fixture.file);
    await until(
      () => it.ids({ rating: '4', search: 'leica' }),
      (ids) => Array.isArray(ids) && ids.length === 1,
    );
  });
});

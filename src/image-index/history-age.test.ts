import { describe, expect, test } from 'vitest';
import { indexOfTest } from '../testing/index-of-test.ts';
import type { FixtureImage } from '../testing/library-fixture.ts';
import type { TestIndex } from '../testing/start-index.ts';

const HOUR = 3_600_000;
const hash = (byte: number) => new Uint8Array(16).fill(byte);
const key = (byte: number) => Buffer.from(hash(byte)).toString('hex').toUpperCase();
const darktableTime = (ms: number | null) => (ms === null ? null : BigInt(ms) * 1000n + 62_135_596_800_000_000n);

/** Edited an hour ago. */
const edited = (changed = Date.now() - HOUR): FixtureImage => ({
  id: 1,
  changed,
  hash: { basic: hash(1), current: hash(2) },
});

const setHash = ({ fixture }: TestIndex, byte: number) =>
  fixture.change('UPDATE history_hash SET current_hash = ? WHERE imgid = 1', hash(byte));
const setChanged = ({ fixture }: TestIndex, ms: number | null) =>
  fixture.change('UPDATE images SET change_timestamp = ? WHERE id = 1', darktableTime(ms));

describe.each([37, 57] as const)('how old a history is, schema %i', (schema) => {
  test('of the first build: as old as the last change, and nobody knows of an untouched image', async () => {
    const hourAgo = Date.now() - HOUR;
    const it = await indexOfTest({
      images: [edited(hourAgo), { id: 2, changed: hourAgo }, { ...edited(), id: 3, changed: null }],
      schema,
    });
    expect([1, 2, 3, 4].map((id) => it.index.history(id))).toEqual([
      { historyKey: key(2), sinceMs: hourAgo },
      { historyKey: '0', sinceMs: null },
      { historyKey: key(2), sinceMs: null },
      null,
    ]);
  });

  test('of the first build, changed by a clock that was ahead: as old as that build', async () => {
    const it = await indexOfTest({ images: [edited(Date.now() + 2 * HOUR)], schema });
    const { sinceMs } = it.index.history(1)!;
    expect(sinceMs).toBeLessThanOrEqual(Date.now());
    expect(sinceMs).toBeGreaterThan(Date.now() - HOUR);
  });

  test('an edit is as old as darktable says', async () => {
    const it = await indexOfTest({ images: [edited()], schema });
    const now = Date.now();
    setHash(it, 3);
    setChanged(it, now);
    await it.index.settled();
    expect(it.index.history(1)).toEqual({ historyKey: key(3), sinceMs: now });
  });

  test('an edit may be written before its time is', async () => {
    const it = await indexOfTest({ images: [edited()], schema });
    const now = Date.now();
    setHash(it, 3);
    await it.index.settled();
    expect(it.index.history(1)!.sinceMs).toBeGreaterThanOrEqual(now);
    setChanged(it, now);
    await it.index.settled();
    expect(it.index.history(1)).toEqual({ historyKey: key(3), sinceMs: now });
  });

  test('what changes nothing of the history does not make it younger', async () => {
    const hourAgo = Date.now() - HOUR;
    const it = await indexOfTest({ images: [edited(hourAgo)], schema });
    it.fixture.change('UPDATE images SET flags = flags | 5 WHERE id = 1');
    setChanged(it, Date.now());
    await it.index.settled();
    expect((await it.list()).items[0]!.rating).toBe(5);
    expect(it.index.history(1)).toEqual({ historyKey: key(2), sinceMs: hourAgo });
  });

  test.each([
    ['discarded', 1, null],
    ['taken from a sidecar of another computer', 3, Date.now() - HOUR / 2],
    ['written long after the darkroom was entered', 3, Date.now() - HOUR / 4],
    ['of tomorrow', 3, Date.now() + 24 * HOUR],
  ])('a history that is %s is as old as our first look at it', async (_name, byte, changed) => {
    const it = await indexOfTest({ images: [edited()], schema });
    const before = Date.now();
    setHash(it, byte);
    setChanged(it, changed);
    await it.index.settled();
    const known = it.index.history(1)!;
    expect(known.historyKey).toBe(byte === 1 ? '0' : key(byte));
    expect(known.sinceMs).toBeGreaterThanOrEqual(before);
    expect(known.sinceMs).toBeLessThanOrEqual(Date.now());
  });

  test('what happened while nobody looked is as old as the next look', async () => {
    const it = await indexOfTest({ images: [edited()], schema });
    await it.stop();
    setHash(it, 3);
    setChanged(it, Date.now() - HOUR / 2);
    const before = Date.now();
    const again = await indexOfTest({ folder: it.folder, schema });
    expect(again.index.history(1)!.sinceMs).toBeGreaterThanOrEqual(before);
    const known = again.index.history(1);
    await again.stop();
    const last = await indexOfTest({ folder: it.folder, schema });
    expect(last.index.history(1)).toEqual(known);
  });
});

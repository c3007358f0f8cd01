import { expect, test, vi } from 'vitest';
import type { TileName } from '../../api/tiles.ts';
import { TileLine, type TileSource, TileStore } from './tile-store.ts';

const tile = (column: number, version = 'a'): TileName => ({
  id: 1,
  source: 'edited',
  version,
  factor: 1,
  column,
  row: 0,
});

/** A store whose tiles come when the test says so. */
function stage(line = new TileLine()) {
  const asked: { column: number; isAborted: () => boolean; answer: () => void; fail: () => void }[] = [];
  const source: TileSource = {
    decode: () => Promise.resolve(),
    load: ({ column }, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        const answer = () => resolve(new Blob(['tile']));
        asked.push({ column, isAborted: () => signal.aborted, answer, fail: () => reject(new Error('no')) });
      }),
  };
  const store = new TileStore(source, { line });
  const next = async () => {
    await vi.waitFor(() => expect(asked).not.toEqual([]));
    return asked.shift()!;
  };
  const loaded = () => store.snapshot().loaded.map(({ column, version }) => `${version}${column}`);
  return { store, asked, next, loaded };
}

test('tiles come in the order in which they are wanted, two at a time', async () => {
  const { store, asked, next, loaded } = stage();
  store.want([tile(3), tile(1), tile(2)]);
  const [first, second] = [await next(), await next()];
  expect([first.column, second.column]).toEqual([3, 1]);
  expect(asked).toEqual([]);
  first.answer();
  expect((await next()).column).toBe(2);
  expect(loaded()).toEqual(['a3']);
});

test('a tile that leaves the screen is given up, and one that is there is not asked for again', async () => {
  const { store, next, loaded } = stage();
  store.want([tile(1), tile(2)]);
  const [one, two] = [await next(), await next()];
  one.answer();
  await vi.waitFor(() => expect(loaded()).toEqual(['a1']));
  store.want([tile(1), tile(3)]);
  expect(two.isAborted()).toBe(true);
  expect((await next()).column).toBe(3);
});

test('old tiles stay until the new ones are there', async () => {
  const { store, next, loaded } = stage();
  store.want([tile(1)]);
  (await next()).answer();
  await vi.waitFor(() => expect(loaded()).toEqual(['a1']));
  store.want([tile(1, 'b')]);
  (await next()).answer();
  await vi.waitFor(() => expect(loaded()).toEqual(['a1', 'b1']));
  store.keepOnly('b');
  expect(loaded()).toEqual(['b1']);
});

test('one that fails does not hold up the others, and is tried again when the picture is moved', async () => {
  const { store, asked, next } = stage();
  store.want([tile(1), tile(2), tile(3)]);
  (await next()).fail();
  (await next()).answer();
  const third = await next();
  expect(third.column).toBe(3);
  third.answer();
  await vi.waitFor(() => expect(store.snapshot().loaded).toHaveLength(2));
  expect(asked).toEqual([]);
  expect(store.snapshot().hasFailed).toBe(true);
  store.want([tile(1), tile(2), tile(3)]);
  expect(store.snapshot().hasFailed).toBe(false);
  expect((await next()).column).toBe(1);
});

test('of pictures side by side, all tiles of one come before those of the next', async () => {
  const line = new TileLine();
  const [left, right] = [stage(line), stage(line)];
  left.store.want([tile(1), tile(2), tile(3)]);
  right.store.want([tile(4)]);
  for (let tiles = 0; tiles < 3; tiles++) {
    expect(right.asked).toEqual([]);
    (await left.next()).answer();
  }
  (await right.next()).answer();
  await vi.waitFor(() => expect(right.loaded()).toEqual(['a4']));
  // Whoever is no longer wanted does not hold up the others.
  left.store.want([tile(5)]);
  await left.next();
  right.store.want([tile(6)]);
  left.store.end();
  expect((await right.next()).column).toBe(6);
});

test('memory is bounded: those out of sight go, the oldest first', async () => {
  const { store, next, loaded } = stage();
  for (let column = 0; column < 160; column++) {
    store.want([tile(column)]);
    (await next()).answer();
    while (!loaded().includes(`a${column}`)) await Promise.resolve();
  }
  expect(loaded()).toHaveLength(150);
  expect(loaded().at(-1)).toBe('a159');
  store.end();
  expect(loaded()).toEqual([]);
});

import { expect, test, vi } from 'vitest';
import type { TileName } from '../api/tiles.ts';
import { inOrder, MOST_TILES, TilePool } from './tile-pool.ts';
import { FITTED_BYTES } from './use-ahead.ts';

const tile = (id: number, column: number): TileName => ({
  id,
  source: 'camera',
  version: 'a',
  factor: 1,
  column,
  row: 0,
});
const names = (tiles: readonly TileName[]) => tiles.map(({ id, column }) => `${id}.${column}`);

test('the middle of each pane comes first, then what is around it, then what comes next', () => {
  const order = inOrder([
    { rank: 10, tiles: [tile(3, 0)] },
    { rank: 0, tiles: [tile(1, 0), tile(1, 1)] },
    { rank: 0, tiles: [tile(2, 0), tile(2, 1)] },
  ]);
  expect(names(order)).toEqual(['1.0', '2.0', '1.1', '2.1', '3.0']);
});

test('a tile that two need is loaded once', () => {
  expect(
    names(
      inOrder([
        { rank: 0, tiles: [tile(1, 0)] },
        { rank: 10, tiles: [tile(1, 0)] },
      ]),
    ),
  ).toEqual(['1.0']);
});

test('on a phone fewer than 60 megapixels are decoded, with four pictures side by side', async () => {
  const asked: string[] = [];
  const load = (name: TileName) => {
    asked.push(...names([name]));
    return Promise.resolve(new Blob(['tile']));
  };
  const pool = new TilePool(MOST_TILES.phone, { load, decode: () => Promise.resolve() });
  const { loaded } = pool.store.snapshot();
  expect(loaded).toEqual([]);
  // Each moves over a hundred tiles, and shows twelve at a time.
  for (let step = 0; step < 9; step++) {
    for (let pane = 0; pane < 4; pane++)
      pool.wish(`pane ${pane}`, { rank: 0, tiles: Array.from({ length: 12 }, (_, at) => tile(pane, step * 12 + at)) });
    await vi.waitFor(() => expect(asked).toHaveLength((step + 1) * 48));
    await vi.waitFor(() =>
      expect(pool.store.snapshot().loaded.length).toBeGreaterThanOrEqual(Math.min(120, (step + 1) * 48)),
    );
  }
  const tiles = (pool.store.snapshot().loaded.length * 512 * 512) / 1e6;
  const fitted = FITTED_BYTES.phone / 4 / 1e6;
  expect(tiles + fitted).toBeLessThan(60);
  pool.store.end();
});

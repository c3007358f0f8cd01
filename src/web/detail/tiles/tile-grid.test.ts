import { expect, test } from 'vitest';
import type { TileGrid } from '../../api/tiles.ts';
import { factorFor, overlap, placeOfTile, tilesIn } from './tile-grid.ts';

const grid: TileGrid = {
  id: 1,
  source: 'edited',
  version: 'a',
  width: 2000,
  height: 1300,
  tile_size: 512,
  scale_factors: [1, 2, 4],
};
const names = (tiles: readonly { column: number; row: number }[]) => tiles.map(({ column, row }) => [column, row]);

test.each([
  [2, 1],
  [1, 1],
  [0.6, 1],
  [0.5, 2],
  [0.3, 2],
  [0.25, 4],
  [0.01, 4],
])('where a pixel takes %f of the screen’s, it is shrunk by %i', (density, factor) => {
  expect(factorFor(grid, density)).toBe(factor);
});

test('only tiles that are visible are wanted, those in the middle first', () => {
  const visible = { left: 0.3, top: 0.5, width: 0.4, height: 0.5 };
  expect(names(tilesIn(grid, 1, visible)).toSorted()).toEqual([
    ...[1, 2].flatMap((column) => [1, 2].map((row) => [column, row])),
  ]);
  expect(names(tilesIn(grid, 1, { left: 0, top: 0, width: 1, height: 1 }))[0]).toEqual([1, 1]);
  expect(tilesIn(grid, 1, { left: 0, top: 0, width: 1, height: 1 })).toHaveLength(12);
  expect(tilesIn(grid, 4, { left: 0, top: 0, width: 1, height: 1 })).toHaveLength(1);
});

test('the tiles of each factor cover the picture once', () => {
  for (const factor of grid.scale_factors) {
    const places = tilesIn(grid, factor, { left: 0, top: 0, width: 1, height: 1 }).map((name) =>
      placeOfTile(grid, name),
    );
    const area = places.reduce((sum, { width, height }) => sum + width * height, 0);
    expect(area).toBeCloseTo(1, 9);
    expect(Math.max(...places.map(({ left, width }) => left + width))).toBeCloseTo(1, 9);
  }
});

test('parts that only touch have nothing in common', () => {
  const left = { left: 0, top: 0, width: 0.5, height: 1 };
  expect(overlap(left, { ...left, left: 0.5 })).toBe(false);
  expect(overlap(left, { ...left, left: 0.4 })).toBe(true);
});

import { useEffect, useEffectEvent, useMemo } from 'react';
import { keyOf } from '../detail/tiles/tile-store.ts';
import { type Grid, type Part, placedTiles, type Tiles, tilesFor } from '../detail/tiles/use-tiles.ts';
import { useStore } from '../stores/store.ts';
import type { TilePool } from './tile-pool.ts';

interface Wanted extends Part {
  who: string;
  rank: number;
}

/** The tiles of what is visible in a pane. */
export function usePaneTiles(pool: TilePool, { grid, ...known }: Grid, wanted: Wanted): Tiles {
  const { visible, across, who, rank } = wanted;
  const { loaded, hasFailed } = useStore(pool.store);
  const tiles = useMemo(() => tilesFor(grid, { visible, across }), [grid, visible, across]);
  const keys = tiles.map(keyOf).join();
  const wish = useEffectEvent(() => pool.wish(who, { rank, tiles }));
  useEffect(() => wish(), [pool, who, rank, keys]);
  useEffect(() => () => pool.wish(who, { rank: 0, tiles: [] }), [pool, who]);

  const have = useMemo(() => new Set(loaded.map(keyOf)), [loaded]);
  const isComplete = known.isCurrent && tiles.length > 0 && tiles.every((tile) => have.has(keyOf(tile)));
  const shown = useMemo(() => {
    const placed = placedTiles(loaded, grid, visible);
    // Old ones stay until the new ones are there.
    return isComplete ? placed.filter(({ tile }) => tile.version === grid?.version) : placed;
  }, [loaded, grid, visible, isComplete]);
  return { shown, isComplete, isUnavailable: known.isUnavailable || (hasFailed && !isComplete) };
}

import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ImageRecord } from '../../../contract/image-record.ts';
import { loadTile, type TileGrid, tileGridQuery } from '../../api/tiles.ts';
import { useWhyNot } from '../../api/rights.ts';
import { decoded } from '../live/use-live-picture.ts';
import type { Box } from '../zoom.ts';
import { factorFor, overlap, placeOfTile, tilesIn } from './tile-grid.ts';
import { keyOf, type LoadedTile, TileLine, TileStore } from './tile-store.ts';
import { useStore } from '../../stores/store.ts';

export interface Grid {
  /** The whole picture at 100 %, cut into tiles; after an edit the former one until the new one is known; null until then. */
  grid: TileGrid | null;
  /** It is that of the stored history. */
  isCurrent: boolean;
  /** There will be none. */
  isUnavailable: boolean;
}

export interface Tiles {
  /** What to draw, in this order, and where, in shares of the picture's sides. */
  shown: readonly { tile: LoadedTile; place: Box }[];
  /** The visible part is covered by tiles of the stored history. */
  isComplete: boolean;
  /** There will be none. */
  isUnavailable: boolean;
}

interface Wanted {
  /** In shares of the sides; null: what lies below is sharp enough. */
  visible: Box | null;
  /** Pixels of the screen across the whole picture, at the present zoom. */
  across: number;
  /** Something more urgent is being rendered. */
  isPaused: boolean;
}

/** One darktable makes them for all pictures on the page. */
const line = new TileLine();

/** How the picture with its stored edits is cut into tiles. */
export function useTileGrid(image: ImageRecord, isWanted: boolean): Grid {
  const may = useWhyNot('previews:read') === null;
  const query = useQuery({ ...tileGridQuery(image), enabled: isWanted && may });
  const { id } = image;
  const [last, setLast] = useState<{ id: number; grid: TileGrid } | null>(null);
  if (query.data && (last?.id !== id || last.grid !== query.data)) setLast({ id, grid: query.data });
  const grid = query.data ?? (last?.id === id ? last.grid : null);
  return { grid, isCurrent: query.data !== undefined, isUnavailable: isWanted && query.isError };
}

/** The sharp parts of a zoomed picture: loaded as they come into sight, kept while it moves. */
export function useTiles({ id }: ImageRecord, { grid, ...known }: Grid, { visible, across, isPaused }: Wanted): Tiles {
  const store = useMemo(
    () => new TileStore({ load: (tile, signal) => loadTile(id, tile, signal), decode: decoded }, line),
    [id],
  );
  useEffect(() => () => store.end(), [store]);
  const { loaded, hasFailed } = useStore(store);

  const tiles = useMemo(
    () => (visible && grid ? tilesIn(grid, factorFor(grid, across / grid.width), visible) : []),
    [grid, visible, across],
  );
  const keys = tiles.map(keyOf).join();
  const want = useEffectEvent(() => store.want(isPaused ? [] : tiles));
  useEffect(() => want(), [store, keys, isPaused]);

  const have = useMemo(() => new Set(loaded.map(keyOf)), [loaded]);
  const isComplete = known.isCurrent && tiles.length > 0 && tiles.every((tile) => have.has(keyOf(tile)));
  useEffect(() => {
    if (isComplete && grid) store.keepOnly(grid.version);
  }, [store, isComplete, grid]);

  const shown = useMemo(
    () =>
      visible && grid
        ? loaded
            .map((tile) => ({ tile, place: placeOfTile(grid, tile) }))
            .filter(({ place }) => overlap(place, visible))
            // Finer ones lie over coarser ones, newer ones over older ones.
            .toSorted((one, other) => other.tile.factor - one.tile.factor)
        : [],
    [loaded, visible, grid],
  );
  return { shown, isComplete, isUnavailable: known.isUnavailable || hasFailed };
}

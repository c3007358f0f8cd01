import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ImageRecord } from '../../../contract/image-record.ts';
import { loadTile, type TileGrid, tileGridQuery } from '../../api/tiles.ts';
import { useWhyNot } from '../../api/rights.ts';
import { decoded } from '../live/use-live-picture.ts';
import type { Box, Size } from '../zoom.ts';
import { factorFor, overlap, placeOfTile, tilesIn } from './tile-grid.ts';
import { keyOf, type LoadedTile, TileStore } from './tile-store.ts';

export interface Tiles {
  /** The whole picture at 100 %; null until it is known. */
  size: Size | null;
  /** What to draw, in this order, and where, in shares of the picture's sides. */
  shown: readonly { tile: LoadedTile; place: Box }[];
  /** The visible part is covered by tiles of the stored history. */
  isComplete: boolean;
  /** There will be none. */
  isUnavailable: boolean;
}

interface Wanted {
  /** In shares of the sides; null: the fitted picture is sharp enough. */
  visible: Box | null;
  /** Pixels of the screen across the whole picture, at the present zoom. */
  across: number;
  /** Something more urgent is being rendered. */
  isPaused: boolean;
}

/** The sharp parts of a zoomed picture: loaded as they come into sight, kept while it moves. */
export function useTiles(image: ImageRecord, { visible, across, isPaused }: Wanted): Tiles {
  const may = useWhyNot('previews:read') === null;
  const isWanted = visible !== null && may;
  const query = useQuery({ ...tileGridQuery(image), enabled: isWanted });
  const { id } = image;
  const store = useMemo(
    () => new TileStore({ load: (tile, signal) => loadTile(id, tile, signal), decode: decoded }),
    [id],
  );
  useEffect(() => () => store.end(), [store]);
  const loaded = useSyncExternalStore(store.subscribe, store.snapshot);

  // After an edit, the former tiles stay until the new ones are there.
  const last = useRef<{ id: number; grid: TileGrid } | null>(null);
  if (query.data) last.current = { id, grid: query.data };
  const grid = last.current?.id === id ? last.current.grid : null;
  const tiles = useMemo(
    () => (visible && grid ? tilesIn(grid, factorFor(grid, across / grid.width), visible) : []),
    [grid, visible, across],
  );
  const keys = tiles.map(keyOf).join();
  useEffect(() => store.want(isPaused ? [] : tiles), [store, keys, isPaused]);

  const have = useMemo(() => new Set(loaded.map(keyOf)), [loaded]);
  const isComplete = query.data !== undefined && tiles.length > 0 && tiles.every((tile) => have.has(keyOf(tile)));
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
  return { size: grid, shown, isComplete, isUnavailable: isWanted && query.isError };
}

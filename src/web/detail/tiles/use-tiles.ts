import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ImageRecord } from '../../../contract/image-record.ts';
import type { TileSource } from '../../../contract/tiles.ts';
import { loadTile, type TileGrid, type TileName, tileGridQuery } from '../../api/tiles.ts';
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

export interface Part {
  /** In shares of the sides; null: what lies below is sharp enough. */
  visible: Box | null;
  /** Pixels of the screen across the whole picture, at the present zoom. */
  across: number;
}

interface Wanted extends Part {
  /** Something more urgent is being rendered. */
  isPaused: boolean;
}

/** Those that make the visible part sharp, the middle first. */
export const tilesFor = (grid: TileGrid | null, { visible, across }: Part): TileName[] =>
  visible && grid ? tilesIn(grid, factorFor(grid, across / grid.width), visible) : [];

/** The loaded tiles of the visible part of a picture, in the order in which they are drawn: finer ones over coarser ones, newer over older. */
export const placedTiles = (
  loaded: readonly LoadedTile[],
  grid: TileGrid | null,
  visible: Box | null,
): Tiles['shown'] =>
  visible && grid
    ? loaded
        .filter(({ id, source }) => id === grid.id && source === grid.source)
        .map((tile) => ({ tile, place: placeOfTile(grid, tile) }))
        .filter(({ place }) => overlap(place, visible))
        .toSorted((one, other) => other.tile.factor - one.tile.factor)
    : [];

/** One darktable makes them for all pictures on the page. */
const line = new TileLine();

/** How a picture is cut into tiles. */
export function useTileGrid(image: ImageRecord, isWanted: boolean, source: TileSource = 'edited'): Grid {
  const may = useWhyNot('previews:read') === null;
  const query = useQuery({ ...tileGridQuery(image, source), enabled: isWanted && may });
  const { id } = image;
  const [last, setLast] = useState<{ id: number; grid: TileGrid } | null>(null);
  if (query.data && (last?.id !== id || last.grid !== query.data)) setLast({ id, grid: query.data });
  const grid = query.data ?? (last?.id === id ? last.grid : null);
  return { grid, isCurrent: query.data !== undefined, isUnavailable: isWanted && query.isError };
}

/** The sharp parts of a zoomed picture: loaded as they come into sight, kept while it moves. */
export function useTiles({ grid, ...known }: Grid, { visible, across, isPaused }: Wanted): Tiles {
  const [store] = useState(() => new TileStore({ load: loadTile, decode: decoded }, { line }));
  useEffect(() => () => store.end(), [store]);
  const { loaded, hasFailed } = useStore(store);

  const tiles = useMemo(() => tilesFor(grid, { visible, across }), [grid, visible, across]);
  const keys = tiles.map(keyOf).join();
  const want = useEffectEvent(() => store.want(isPaused ? [] : tiles));
  useEffect(() => want(), [store, keys, isPaused]);

  const have = useMemo(() => new Set(loaded.map(keyOf)), [loaded]);
  const isComplete = known.isCurrent && tiles.length > 0 && tiles.every((tile) => have.has(keyOf(tile)));
  useEffect(() => {
    if (isComplete && grid) store.keepOnly(grid.version);
  }, [store, isComplete, grid]);

  const shown = useMemo(() => placedTiles(loaded, grid, visible), [loaded, visible, grid]);
  return { shown, isComplete, isUnavailable: known.isUnavailable || hasFailed };
}

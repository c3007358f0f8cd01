import { useEffect, useEffectEvent, useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { ImageRecord } from '../../contract/image-record.ts';
import { type TileGrid, tileGridQuery } from '../api/tiles.ts';
import { useWhyNot } from '../api/rights.ts';
import { tilesFor } from '../detail/tiles/use-tiles.ts';
import { isWhole, type Size, visiblePart } from '../detail/zoom.ts';
import { hasTwoKinds, type Kind } from './picture-kind.ts';
import { type Look, place } from './picture-place.ts';
import type { TilePool } from './tile-pool.ts';

/** Behind what is on the page. */
const RANK = 10;
/** While a picture is being moved, nobody knows yet where it will be looked at. */
const STILL_MS = 150;

interface Coming {
  /** The likeliest first. */
  images: readonly ImageRecord[];
  /** How those are shown that look different with their edits. */
  kind: Kind;
  room: Size | null;
  /** How each will be looked at. */
  lookAt: (id: number) => Look;
  /** What that depends on. */
  look: Look;
}

/** Loads the tiles of pictures that come next, at the place where they will be looked at. */
export function useTilesAhead(pool: TilePool, { images, kind, room, lookAt, look }: Coming): void {
  const may = useWhyNot('previews:read') === null;
  const grids = useQueries({
    queries: images.map((image) => ({
      ...tileGridQuery(image, hasTwoKinds(image) ? kind : 'camera'),
      enabled: may,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  const still = useStill(look);
  const keys = grids.map((grid) => grid?.version).join();
  const wish = useEffectEvent(() => {
    for (const [at, image] of images.entries()) {
      const grid = grids[at];
      const isAll = grid && (grid.source === 'edited' || isWhole(image, grid));
      const tiles = isAll && room ? tilesAt(grid, image, room, lookAt(image.id)) : [];
      pool.wish(`ahead ${at}`, { rank: RANK + at, tiles });
    }
  });
  const count = images.length;
  useEffect(() => {
    wish();
    return () => {
      for (let at = 0; at < count; at++) pool.wish(`ahead ${at}`, { rank: RANK, tiles: [] });
    };
  }, [pool, keys, still, room, count]);
}

function tilesAt(grid: TileGrid, image: ImageRecord, room: Size, look: Look) {
  const { frame } = place(image, room, look, devicePixelRatio, { shown: grid, full: grid });
  return tilesFor(grid, { visible: visiblePart(frame, room), across: frame.width * devicePixelRatio });
}

/** The value once it has not changed for a moment. */
function useStill<Value>(value: Value): Value {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), STILL_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return still;
}

import { useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { type Grid, type Tiles, useTileGrid } from '../detail/tiles/use-tiles.ts';
import { fileSize, isSameShape, isWhole, type Size, visiblePart } from '../detail/zoom.ts';
import type { Decoded, DecodedPictures } from './decoded-pictures.ts';
import { fittedSize, LARGEST } from './fitted-size.ts';
import { hasTwoKinds, type Kind, kindOf, shareOfPixels } from './picture-kind.ts';
import type { Pictured, Placed } from './picture-place.ts';
import type { TilePool } from './tile-pool.ts';
import { useDecoded } from './use-decoded.ts';
import { usePaneTiles } from './use-pane-tiles.ts';

/** `real`: no pixel of the photograph takes several of the screen's before its time; `coming`: an enlarged preview stands in; `none`: it will stay. */
export type Pixels = 'real' | 'coming' | 'none';

const ENOUGH = 0.95;

const sizeOf = ({ element }: Decoded): Size => ({ width: element.naturalWidth, height: element.naturalHeight });

/** The one with more pixels; one that shows the edits goes first. */
export function betterOf(one: Decoded | null, other: Decoded | null): Decoded | null {
  if (one === null || other === null) return one ?? other;
  if (one.isStale !== other.isStale) return one.isStale ? other : one;
  return sizeOf(one).width >= sizeOf(other).width ? one : other;
}

interface Front {
  room: Size | null;
  fitted: DecodedPictures;
  /** null: not settled yet. */
  kind: Kind | null;
  isZoomed: boolean;
}

/** The decoded picture in front: of the kind that is settled, and until there is one of it, what was there before. */
export function useFront(image: ImageRecord, { room, fitted, kind, isZoomed }: Front): Decoded | null {
  const size = room && fittedSize(image, room);
  const original = hasTwoKinds(image) && kind === 'camera';
  const any = useDecoded(fitted, size && { image, size });
  const unedited = useDecoded(fitted, size && original ? { image, size, original } : null);
  const large = useDecoded(fitted, isZoomed ? { image, size: LARGEST, original } : null);
  const isOfKind = (one: Decoded | null) => one && (!hasTwoKinds(image) || kind === null || kindOf(one) === kind);
  const found = [any, unedited, large].filter(isOfKind).reduce(betterOf, null);
  const [last, setLast] = useState<{ id: number; kind: Kind | null; picture: Decoded } | null>(null);
  if (found && (last?.picture !== found || last.id !== image.id || last.kind !== kind))
    setLast({ id: image.id, kind, picture: found });
  return found ?? (last?.id === image.id && last.kind === kind ? last.picture : any);
}

/** What is known of a picture in front, and, once it is wanted, how its own pixels are cut into tiles. */
export function usePictured(
  image: ImageRecord,
  { isZoomed, front, kind }: Pick<Front, 'isZoomed' | 'kind'> & { front: Decoded | null },
): Pictured & { grid: Grid } {
  const isTwofold = hasTwoKinds(image);
  const mayBeCamera = isTwofold ? kind === 'camera' : true;
  const camera = useTileGrid(image, isZoomed && mayBeCamera, 'camera');
  const isCamera =
    mayBeCamera && !camera.isUnavailable && (isTwofold || camera.grid === null || isWhole(image, camera.grid));
  // darktable is not started before it is known that nothing else has the pixels.
  const isEdited = isZoomed && !isCamera && (kind !== null || !isTwofold);
  const edited = useTileGrid(image, isEdited);
  const grid = isCamera ? camera : edited;
  const shown = front && sizeOf(front);
  const all = grid.grid && isCamera && !isWhole(image, grid.grid) ? null : grid.grid;
  return { grid, shown, full: all && shown && !isSameShape(all, shown) ? null : all };
}

interface InPane extends Pick<Front, 'isZoomed' | 'room'> {
  front: Decoded | null;
  pictured: Pictured & { grid: Grid };
  placed: Placed | null;
  pool: TilePool;
  /** Among the panes. */
  at: number;
}

/** The tiles of an enlarged picture where what is loaded of it has too few pixels; whether these are its own, and how many there are. */
export function useRealPixels(
  image: ImageRecord,
  { isZoomed, room, front, pictured, placed, pool, at }: InPane,
): { tiles: Tiles; pixels: Pixels; share: number | null } {
  const { grid, shown, full } = pictured;
  const across = (placed?.frame.width ?? 0) * devicePixelRatio;
  const isCamera = grid.grid?.source === 'camera';
  const hasEnough = (size: Size | null) =>
    size !== null && size.width >= Math.min(full?.width ?? Infinity, ENOUGH * across);
  const isEnough = front !== null && (isCamera || !front.isStale) && hasEnough(shown);
  const visible = isZoomed && !isEnough && placed && room ? visiblePart(placed.frame, room) : null;
  // darktable makes the tiles of one picture after those of another.
  const tiles = usePaneTiles(pool, grid, { visible, across, who: `pane ${at}`, rank: isCamera ? 0 : at });
  const isReal = !isZoomed || isEnough || (tiles.isComplete && hasEnough(grid.grid));
  return {
    tiles,
    pixels: isReal ? 'real' : tiles.isUnavailable || tiles.isComplete ? 'none' : 'coming',
    share: shareOfPixels(tiles.isComplete ? grid.grid : shown, full ?? fileSize(image)),
  };
}

import type { ImageRecord } from '../../contract/image-record.ts';
import { type Grid, type Tiles, useTileGrid, useTiles } from '../detail/tiles/use-tiles.ts';
import { fileSize, isSameShape, type Size, visiblePart } from '../detail/zoom.ts';
import type { Decoded } from './decoded-pictures.ts';
import type { Pictured, Placed } from './picture-place.ts';

/** `real`: no pixel of the photograph takes several of the screen's before its time; `coming`: an enlarged preview stands in; `none`: it will stay. */
export type Pixels = 'real' | 'coming' | 'none';

/** Cameras leave the outermost pixels of the sensor out of their own JPEGs. */
const NEARLY_ALL = 0.95;

const sizeOf = ({ element }: Decoded): Size => ({ width: element.naturalWidth, height: element.naturalHeight });

/** The one with more pixels; one that shows the edits goes first. */
export function betterOf(one: Decoded | null, other: Decoded | null): Decoded | null {
  if (one === null || other === null) return one ?? other;
  if (one.isStale !== other.isStale) return one.isStale ? other : one;
  return sizeOf(one).width >= sizeOf(other).width ? one : other;
}

/** The file itself, or the camera's picture in it, has all pixels; neither shows edits. */
function hasAll(image: ImageRecord, whole: Decoded): boolean {
  const file = fileSize(image);
  return !image.is_altered && !whole.isStale && file !== null && sizeOf(whole).width >= NEARLY_ALL * file.width;
}

/** What is known of a picture that is shown, and, once it is enlarged, its tiles. `whole`: the largest there is beside them. */
export function usePictured(
  image: ImageRecord,
  { isZoomed, whole, best }: { isZoomed: boolean; whole: Decoded | null; best: Decoded | null },
): Pictured & { grid: Grid } {
  const isAll = whole !== null && hasAll(image, whole);
  // A file without edits may do: darktable is not started before that is known.
  const grid = useTileGrid(image, isZoomed && !isAll && (image.is_altered || image.is_raw || whole !== null));
  const shown = best && sizeOf(best);
  const known = isAll ? sizeOf(whole) : grid.grid;
  return { grid, shown, full: known && shown && !isSameShape(known, shown) ? null : known };
}

/** Whether a picture may be shown so many pixels of the screen wide: it has as many, or all there are. */
const suffices = ({ shown, full }: Pictured, best: Decoded | null, across: number): boolean =>
  shown !== null && best?.isStale === false && shown.width >= Math.min(full?.width ?? Infinity, NEARLY_ALL * across);

/** The tiles of an enlarged picture where what is loaded of it has too few pixels, and whether these are its own. */
export function useRealPixels(
  image: ImageRecord,
  {
    pictured,
    best,
    placed,
    room,
  }: { pictured: Pictured & { grid: Grid }; best: Decoded | null; placed: Placed | null; room: Size | null },
  isZoomed: boolean,
): { tiles: Tiles; pixels: Pixels } {
  const across = (placed?.frame.width ?? 0) * devicePixelRatio;
  const isEnough = suffices(pictured, best, across);
  const visible = isZoomed && !isEnough && placed && room ? visiblePart(placed.frame, room) : null;
  const tiles = useTiles(image, pictured.grid, { visible, across, isPaused: false });
  const isReal = !isZoomed || isEnough || tiles.isComplete;
  return { tiles, pixels: isReal ? 'real' : tiles.isUnavailable ? 'none' : 'coming' };
}

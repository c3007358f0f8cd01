import { boxSide, LEAST_SCALE, MOST_PIXELS } from '../../../contract/render-bounds.ts';
import type { Render, RenderedPicture } from '../../api/render.ts';
import type { Box, Size } from '../zoom.ts';

/** What the stage shows of the picture, in pixels of the screen. */
export interface StageView {
  /** The whole picture when it fits on the stage. */
  fitted: Size;
  /** How many times larger than that it is shown. */
  zoom: number;
  /** The visible part in shares of the picture's sides; null: the whole picture, or so small a zoom that it is sharp enough. */
  part: Box | null;
  /** The stored picture at 100 %, where it is known. */
  full: Size | null;
}

export const WHOLE: Box = { left: 0, top: 0, width: 1, height: 1 };

export type Wanted = Pick<Render, 'width' | 'height' | 'region'>;

/** The whole picture, as large as the stage shows it when it fits, its longer side at most `mostPixels`. */
export function wholeOf({ fitted }: StageView, mostPixels = MOST_PIXELS): Wanted {
  const factor = Math.min(1, mostPixels / Math.max(fitted.width, fitted.height));
  return { width: boxSide(fitted.width * factor), height: boxSide(fitted.height * factor) };
}

/**
 * The visible part of a picture of `full` pixels, as sharp as the screen can show it, its longer side at most `mostPixels`; null when the whole
 * picture will do.
 */
export function partOf({ fitted, zoom, part }: StageView, full: Size, mostPixels = MOST_PIXELS): Wanted | null {
  if (part === null) return null;
  const shown = Math.min(1, (fitted.width * zoom) / full.width);
  const longest = Math.max(part.width * full.width, part.height * full.height) * shown;
  const scale = Math.max(LEAST_SCALE, shown * Math.min(1, mostPixels / longest));
  const [width, height] = [full.width * scale, full.height * scale];
  const [left, top] = [Math.floor(part.left * width), Math.floor(part.top * height)];
  return {
    region: {
      x: left,
      y: top,
      width: Math.min(MOST_PIXELS, Math.max(1, Math.ceil((part.left + part.width) * width) - left)),
      height: Math.min(MOST_PIXELS, Math.max(1, Math.ceil((part.top + part.height) * height) - top)),
      scale,
    },
  };
}

/** Where a rendered picture lies in the whole, in shares of its sides. */
export function placeIn(
  { region: asked }: Pick<Render, 'region'>,
  { whole, region }: Omit<RenderedPicture, 'blob'>,
): Box {
  if (!asked) return WHOLE;
  const scale = asked.scale ?? 1;
  const [width, height] = [whole.width * scale, whole.height * scale];
  return {
    left: region.x / width,
    top: region.y / height,
    width: region.width / width,
    height: region.height / height,
  };
}

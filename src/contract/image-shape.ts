import type { ImageRecord } from './image-record.ts';

/** Three by two, as most cameras take them: for pictures whose shape is not known. */
export const USUAL_SHAPE = 1.5;

const STEP = 0.1;

/**
 * Width by height as the picture is shown. darktable rounds the ratios that it stores to tenths (measured with 4.2.1:
 * 0.7 for 2:3), which is off by up to a tenth of a box; so where the file's own pixels, upright or turned,
 * agree with the rounded ratio, they tell the exact one. Where they do not, the picture was cropped.
 */
export function shapeOf({
  aspect_ratio,
  width,
  height,
}: Pick<ImageRecord, 'aspect_ratio' | 'width' | 'height'>): number {
  const file = width !== null && height !== null && width > 0 && height > 0 ? width / height : null;
  if (aspect_ratio === null || !(aspect_ratio > 0)) return file ?? USUAL_SHAPE;
  const isRounded = Math.abs(aspect_ratio / STEP - Math.round(aspect_ratio / STEP)) < 0.001;
  if (!isRounded || file === null) return aspect_ratio;
  const distance = (ratio: number) => Math.abs(ratio - aspect_ratio);
  const closer = distance(file) <= distance(1 / file) ? file : 1 / file;
  return distance(closer) <= STEP / 2 + 0.001 ? closer : aspect_ratio;
}

import type { ImageRecord } from '../../contract/image-record.ts';

export type PreviewSize = 'small' | 'medium' | 'large' | 'xlarge' | '5';

/** The boxes of contract/preview.ts, without the schemas that lie beside them there. */
const BOXES: readonly (readonly [PreviewSize, number, number])[] = [
  ['small', 360, 225],
  ['medium', 720, 450],
  ['large', 1440, 900],
  ['xlarge', 1920, 1200],
  ['5', 2560, 1600],
];

/** Blur below this share of the wanted pixels is seen; above it, it is not worth four times the bytes. */
const SHARP_ENOUGH = 0.8;

/** The smallest preview that looks sharp on so many device pixels. */
export function sizeFor(width: number, height: number): PreviewSize {
  const ratio = width / height;
  const found = BOXES.find(([, boxWidth, boxHeight]) => Math.min(boxWidth, boxHeight * ratio) >= width * SHARP_ENOUGH);
  return found?.[0] ?? '5';
}

/**
 * `preview_version` makes it another address whenever another picture is there. `whole` asks for the picture itself where nothing was
 * rendered: not scaled down to the size.
 */
export function previewUrl(
  image: Pick<ImageRecord, 'id' | 'preview_version'>,
  size: PreviewSize,
  { whole = false }: { whole?: boolean } = {},
): string {
  const query = new URLSearchParams({ size, ...(!whole && { fit: '1' }), v: image.preview_version });
  return `/api/v1/images/${image.id}/preview?${query}`;
}

import type { ImageRecord } from '../../contract/image-record.ts';

export type PreviewSize = 'small' | 'medium' | 'large' | 'xlarge' | '5';

/** The boxes of contract/preview.ts, without loading the schemas in that file. */
const BOXES: readonly (readonly [PreviewSize, number, number])[] = [
  ['small', 360, 225],
  ['medium', 720, 450],
  ['large', 1440, 900],
  ['xlarge', 1920, 1200],
  ['5', 2560, 1600],
];

/** Blur is visible below this share of the wanted pixels; above it, four times the bytes are not worth it. */
const SHARP_ENOUGH = 0.8;

/** The smallest preview that looks sharp on this many device pixels. */
export function sizeFor(width: number, height: number): PreviewSize {
  const ratio = width / height;
  const found = BOXES.find(([, boxWidth, boxHeight]) => Math.min(boxWidth, boxHeight * ratio) >= width * SHARP_ENOUGH);
  return found?.[0] ?? '5';
}

/** `preview_version` changes the address whenever the picture changes. `original`: without edits. */
export function previewUrl(
  image: Pick<ImageRecord, 'id' | 'preview_version'>,
  size: PreviewSize,
  { original = false }: { original?: boolean } = {},
): string {
  const query = new URLSearchParams({
    size,
    fit: '1',
    ...(original && { original: '1' }),
    v: image.preview_version,
  });
  return `/api/v1/images/${image.id}/preview?${query}`;
}

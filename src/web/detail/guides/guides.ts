import type { Size } from '../zoom.ts';

/** From one point to another, in the pixels of the frame. */
export type Line = readonly [x1: number, y1: number, x2: number, y2: number];

/** Those of darktable's guides that are straight lines. */
export const GUIDES = ['none', 'grid', 'thirds', 'diagonal', 'triangles', 'golden'] as const;
export type Guide = (typeof GUIDES)[number];

/** The larger part of a golden section. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
const GRID_FIELDS = 9;

/** What a guide draws into a frame. */
export function guideLines(guide: Guide, { width, height }: Size): Line[] {
  const across = (shares: readonly number[]) =>
    shares.flatMap((share): Line[] => [
      [share * width, 0, share * width, height],
      [0, share * height, width, share * height],
    ]);
  switch (guide) {
    case 'none':
      return [];
    case 'grid':
      return across(Array.from({ length: GRID_FIELDS - 1 }, (_, at) => (at + 1) / GRID_FIELDS));
    case 'thirds':
      return across([1 / 3, 2 / 3]);
    case 'golden':
      return across([1 - GOLDEN, GOLDEN]);
    case 'diagonal': {
      // Half of a right angle at each corner.
      const side = Math.min(width, height);
      return [
        [0, 0, side, side],
        [width, 0, width - side, side],
        [0, height, side, height - side],
        [width, height, width - side, height - side],
      ];
    }
    case 'triangles': {
      // A diagonal, and from the other two corners the lines that meet it at a right angle.
      const along = width ** 2 / (width ** 2 + height ** 2);
      return [
        [0, 0, width, height],
        [width, 0, along * width, along * height],
        [0, height, (1 - along) * width, (1 - along) * height],
      ];
    }
  }
}

/** Where a guide is chosen: in the view of the crop, or under an open module. */
const KEYS = { crop: 'crop-guides', module: 'module-guides' } as const;
const FIRST = { crop: 'thirds', module: 'none' } as const;
type Use = keyof typeof KEYS;

/** The reader's choice, kept in this browser. */
export function keptGuide(use: Use): Guide {
  const kept = localStorage.getItem(KEYS[use]);
  return GUIDES.find((guide) => guide === kept) ?? FIRST[use];
}
export const keepGuide = (guide: Guide, use: Use) => localStorage.setItem(KEYS[use], guide);

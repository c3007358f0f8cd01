import type { Size } from '../zoom.ts';
import { GOLDEN, goldenSpiral, spiralSections } from './golden-spiral.ts';
import type { Line } from './line.ts';
import { meteringLines } from './metering.ts';

/** darktable's guides, in its order. */
export const GUIDES = [
  ...(['none', 'grid', 'thirds', 'metering', 'perspective', 'diagonal', 'triangles'] as const),
  ...(['golden', 'spiral', 'spiralSections', 'goldenMean'] as const),
] as const;
export type Guide = (typeof GUIDES)[number];

/** The grid's fields, and what each is divided into: as darktable has them before anybody sets them. */
const [GRID_FIELDS, GRID_PARTS] = [4, 4];
/** Rays from the middle. */
const PERSPECTIVE_RAYS = 16;

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
      // The borders of the fields are drawn twice, and so are stronger.
      return across([...parts(GRID_FIELDS * GRID_PARTS), ...parts(GRID_FIELDS)]);
    case 'thirds':
      return across([1 / 3, 2 / 3]);
    case 'golden':
      return across([1 - GOLDEN, GOLDEN]);
    case 'spiral':
      return goldenSpiral({ width, height });
    case 'spiralSections':
      return spiralSections({ width, height });
    case 'goldenMean':
      return [
        ...across([1 - GOLDEN, GOLDEN]),
        ...spiralSections({ width, height }),
        ...goldenSpiral({ width, height }),
      ];
    case 'metering':
      return meteringLines({ width, height });
    case 'perspective':
      return Array.from({ length: PERSPECTIVE_RAYS }, (_, at): Line => {
        const angle = (2 * Math.PI * at) / PERSPECTIVE_RAYS;
        const [x, y] = [Math.cos(angle), Math.sin(angle)];
        const reach = Math.min(width / 2 / Math.abs(x), height / 2 / Math.abs(y));
        return [width / 2, height / 2, onFrame(width / 2 + reach * x, width), onFrame(height / 2 + reach * y, height)];
      });
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

const parts = (count: number) => Array.from({ length: count - 1 }, (_, at) => (at + 1) / count);
const onFrame = (place: number, side: number) => Math.min(Math.max(place, 0), side);

/** Where a guide is chosen: in the view of the crop, or under an open module. */
const KEYS = { crop: 'crop-guides', module: 'module-guides' } as const;
const FIRST = { crop: 'thirds', module: 'none' } as const;
export type GuideUse = keyof typeof KEYS;

/** The reader's choice, kept in this browser. */
export function keptGuide(use: GuideUse): Guide {
  const kept = localStorage.getItem(KEYS[use]);
  return GUIDES.find((guide) => guide === kept) ?? FIRST[use];
}
export const keepGuide = (guide: Guide, use: GuideUse) => localStorage.setItem(KEYS[use], guide);

import { z } from 'zod';
import { flag, ImageQuery } from './image-query.ts';
import { COLOR_LABELS } from './color-labels.ts';

/** Which images, and in which order: a list without its pages. */
export const OutlineQuery = ImageQuery.omit({ limit: true, offset: true });
export type OutlineQuery = z.infer<typeof OutlineQuery>;

export const GroupedOutlineQuery = OutlineQuery.extend({
  members: flag().optional().describe('With `group=leaders`: all images of the groups in the list follow'),
});
export type GroupedOutlineQuery = z.infer<typeof GroupedOutlineQuery>;

/** Which images, and whether the newest or the oldest month comes first. */
export const TimelineQuery = OutlineQuery.omit({ sort_by: true });
export type TimelineQuery = z.infer<typeof TimelineQuery>;

/** Which images. */
export const FacetQuery = TimelineQuery.omit({ sort_dir: true });
export type FacetQuery = z.infer<typeof FacetQuery>;

/** Bytes before the first image of an outline: the number of images. */
export const OUTLINE_HEAD = 4;
/** Bytes per image in an outline: its id and its aspect ratio. */
export const OUTLINE_BYTES = 6;
/** Bytes per image of a group: its id, the place of its group in the list, its aspect ratio, and whether the filters let it through. */
export const MEMBER_BYTES = 11;
/** Aspect ratios in an outline are multiplied by this and rounded. */
export const OUTLINE_SHAPE_PARTS = 1000;
export const OUTLINE_TYPE = 'application/octet-stream';

const count = z.int().min(0);

export const Timeline = z
  .object({
    items: z.array(
      z.object({
        month: z
          .string()
          .regex(/^-?\d{4,6}-\d{2}$/)
          .nullable()
          .describe('Year and month of datetime_taken; null for images without a date, always last'),
        count,
      }),
    ),
    total: count,
  })
  .meta({ id: 'Timeline' });
export type Timeline = z.infer<typeof Timeline>;

const labelCounts = Object.fromEntries(COLOR_LABELS.map((label) => [label, count])) as Record<
  (typeof COLOR_LABELS)[number],
  typeof count
>;

export const Facets = z
  .object({
    total: count,
    ratings: z
      .array(z.object({ rating: z.int().min(-1).max(5), count }))
      .describe('By rating, regardless of the filters on rating and of `undecided`'),
    decided: count.describe('Rejected, or with stars, regardless of the same filters'),
    color_labels: z.object(labelCounts).describe('By label, regardless of the filter on labels'),
    raw: count.describe('Raw files, regardless of `is_raw`'),
    not_raw: count,
    hdr: count,
    edited: count.describe('Images edited in darktable, regardless of `is_edited`'),
    not_edited: count,
    tagged: count.describe('Images with a tag, regardless of `has_tag`'),
    not_tagged: count,
    duplicate: count.describe('Duplicates, regardless of `is_duplicate`'),
    not_duplicate: count,
    grouped: count.describe('Images of a group of two or more, regardless of `in_group`'),
    not_grouped: count,
    leaders: count.describe('What `group=leaders` leaves'),
    placed: count.describe('Images with a place, regardless of `has_place`'),
    not_placed: count,
    cameras: z
      .array(z.object({ maker: z.string().nullable(), model: z.string().nullable(), count }))
      .describe('The cameras of all matching images, most used first'),
    lenses: z.array(z.object({ lens: z.string(), count })),
  })
  .meta({ id: 'Facets' });
export type Facets = z.infer<typeof Facets>;

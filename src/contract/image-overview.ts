import { z } from 'zod';
import { ImageQuery } from './image-query.ts';
import { COLOR_LABELS } from './image-record.ts';

/** Which images, and in which order: a list without its pages. */
export const OutlineQuery = ImageQuery.omit({ limit: true, offset: true });
export type OutlineQuery = z.infer<typeof OutlineQuery>;

/** Which images, from the last to the first or the other way round. */
export const TimelineQuery = OutlineQuery.omit({ sort_by: true });
export type TimelineQuery = z.infer<typeof TimelineQuery>;

/** Which images. */
export const FacetQuery = TimelineQuery.omit({ sort_dir: true });
export type FacetQuery = z.infer<typeof FacetQuery>;

/** Bytes before the first image of an outline: how many there are. */
export const OUTLINE_HEAD = 4;
/** Bytes of an image in an outline: its id and its shape. */
export const OUTLINE_BYTES = 6;
/** Shapes in an outline are whole numbers of this part of one. */
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
      .describe('What the other filters leave, by rating'),
    color_labels: z.object(labelCounts).describe('What the other filters leave, by label'),
    raw: count.describe('Raw files among what the other filters leave'),
    not_raw: count,
    hdr: count,
    edited: count.describe('Images edited in darktable among what the other filters leave'),
    not_edited: count,
    cameras: z
      .array(z.object({ maker: z.string().nullable(), model: z.string().nullable(), count }))
      .describe('The cameras of what all filters leave, the busiest first'),
    lenses: z.array(z.object({ lens: z.string(), count })),
  })
  .meta({ id: 'Facets' });
export type Facets = z.infer<typeof Facets>;

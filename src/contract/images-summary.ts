import { z } from 'zod';
import { COLOR_LABELS } from './color-labels.ts';

const shared = <Value extends z.ZodType>(value: Value) =>
  z.object({
    value: value.nullable().describe('What all of them have; null where they have nothing, or not the same'),
    is_shared: z.boolean().describe('Whether they all have the same, which may be nothing'),
  });
const text = shared(z.string());
const number = shared(z.number());

/** What many images have in common. */
export const ImagesSummary = z
  .object({
    images: z.int().min(0).describe('How many of the images are in the library'),
    tags: z
      .array(z.object({ name: z.string().describe('The full name'), count: z.int().min(1) }))
      .describe("Every tag that one of them has, with how many have it, by name; darktable's own are left out"),
    ratings: z
      .array(z.object({ rating: z.int().min(-1).max(5).describe('-1 is rejected'), count: z.int().min(1) }))
      .describe('Every rating that one of them has, with how many have it'),
    color_labels: z
      .array(z.object({ label: z.enum(COLOR_LABELS), count: z.int().min(1) }))
      .describe('Every color label that one of them has, with how many have it'),
    title: text,
    description: text,
    creator: text,
    publisher: text,
    rights: text,
    notes: text,
    latitude: number,
    longitude: number,
    altitude: number,
  })
  .meta({ id: 'ImagesSummary' });
export type ImagesSummary = z.infer<typeof ImagesSummary>;

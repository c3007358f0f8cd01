import { z } from 'zod';
import { OutlineQuery } from './image-overview.ts';
import { MOST_IDS, MOST_MISSING } from './most-ids.ts';

/** Filters and order of `GET /images`; numbers and true/false may be written as JSON has them, or as text. */
export const Matching = z.preprocess((sent) => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ]),
  );
}, OutlineQuery);

/** Which images are asked for: these, or all that a filter finds. */
export const ManyImages = z
  .union([
    z.strictObject({
      ids: z
        .array(z.int())
        .min(1)
        .max(MOST_IDS)
        .meta({ uniqueItems: true })
        .describe('Image ids, each once; they are rendered in this order'),
    }),
    z.strictObject({
      filter: Matching.describe(
        'What `GET /images` takes, without `limit` and `offset`: every image that it finds, in that order. Empty: all images',
      ),
    }),
  ])
  .meta({ id: 'ManyImages' });
export type ManyImages = z.infer<typeof ManyImages>;

/** Each image that was asked for counts once: `queued`, `waiting` or `missing`. */
export const ManyAccepted = z
  .object({
    status: z.literal('accepted'),
    queued: z.int().min(0).describe('Images that were put into the queue'),
    waiting: z.int().min(0).describe('Images that were in the queue already, or being worked on'),
    missing: z.int().min(0).describe('Ids that no image has'),
    missing_ids: z.array(z.int()).describe(`The first ${MOST_MISSING} of them`),
    message: z.string(),
  })
  .meta({ id: 'ManyAccepted' });
export type ManyAccepted = z.infer<typeof ManyAccepted>;

export const ManyExportsAccepted = ManyAccepted.extend({
  batch: z
    .uuid()
    .nullable()
    .describe(
      'What `GET /api/v1/exports/:batch` tells the progress of, and gives as one archive; null: no image was found',
    ),
}).meta({ id: 'ManyExportsAccepted' });
export type ManyExportsAccepted = z.infer<typeof ManyExportsAccepted>;

import { z } from 'zod';
import { OutlineQuery } from './image-overview.ts';
import { MOST_IDS, MOST_MISSING } from './most-ids.ts';

/** Filters and order of `GET /images`. Numbers and booleans may be JSON values or strings. */
export const Matching = z.preprocess((sent) => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ]),
  );
}, OutlineQuery);

export const IMAGES_ASKED = {
  ids: {
    ids: z
      .array(z.int())
      .min(1)
      .max(MOST_IDS)
      .meta({ uniqueItems: true })
      .describe('Image ids without repeats; rendered in this order'),
  },
  filter: {
    filter: Matching.describe(
      'The query parameters of `GET /images`, without `limit` and `offset`: all matching images, in that order. Empty: all images',
    ),
  },
};

/** The requested images: a list of ids, or all matches of a filter. */
export const ManyImages = z
  .union([z.strictObject(IMAGES_ASKED.ids), z.strictObject(IMAGES_ASKED.filter)])
  .meta({ id: 'ManyImages' });
export type ManyImages = z.infer<typeof ManyImages>;

/** Each requested image counts once: as `queued`, `waiting` or `missing`. */
export const ManyAccepted = z
  .object({
    status: z.literal('accepted'),
    queued: z.int().min(0).describe('Images that were queued'),
    waiting: z.int().min(0).describe('Images that were already queued or being rendered'),
    missing: z.int().min(0).describe('Ids of images that do not exist'),
    missing_ids: z.array(z.int()).describe(`The first ${MOST_MISSING} of them`),
    message: z.string(),
  })
  .meta({ id: 'ManyAccepted' });
export type ManyAccepted = z.infer<typeof ManyAccepted>;

export const ManyExportsAccepted = ManyAccepted.extend({
  batch: z
    .uuid()
    .nullable()
    .describe('The batch id for `GET /api/v1/exports/:batch` and its archive; null if no image was found'),
}).meta({ id: 'ManyExportsAccepted' });
export type ManyExportsAccepted = z.infer<typeof ManyExportsAccepted>;

import { z } from 'zod';
import { FacetQuery } from './image-overview.ts';
import { integer } from './image-query.ts';

/** Which images, and what counts as one. */
export const StatisticsQuery = FacetQuery.extend({
  count: z
    .enum(['photographs', 'images'], 'photographs or images')
    .optional()
    .default('photographs')
    .describe(
      'photographs: the versions of a file, and the files of a group whose names differ in their extension alone (RAW + JPEG), are counted once, as the one with the most stars; images: each by itself',
    ),
  import_stars: integer(0, 5)
    .optional()
    .default(1)
    .describe(
      'The stars that the import gave: an image that has exactly these is not decided yet. darktable gives one unless told otherwise',
    ),
});
export type StatisticsQuery = z.infer<typeof StatisticsQuery>;

const count = z.int().min(0);
const counts = (value: z.ZodType<number>, of: string) =>
  z
    .array(z.object({ value: value.nullable(), count }))
    .describe(`${of}, smallest first, as they are printed; null, always last: unknown`);

export const Statistics = z
  .object({
    total: count.describe('All that is counted here, rejects included'),
    images: count.describe('The images that the filters find'),
    years: counts(z.int(), 'By year of `datetime_taken`'),
    hours: counts(z.int().min(0).max(23), 'By hour of `datetime_taken`, by the clock of the camera'),
    cameras: z
      .array(z.object({ maker: z.string().nullable(), model: z.string().nullable(), count }))
      .describe('Most used first; both null, always last: no camera is known'),
    lenses: z
      .array(
        z.object({
          lens: z.string().nullable(),
          count,
          decided: count.describe('Rejected, or with other stars than the import gave'),
          kept: count.describe('Of these, those with more stars than the import gave'),
        }),
      )
      .describe('Most used first; null, always last: no lens is known'),
    focal_lengths: counts(z.number(), 'By focal length in millimeters'),
    apertures: counts(z.number(), 'By f-number'),
    exposures: counts(z.number(), 'By exposure time in seconds'),
    isos: counts(z.number(), 'By ISO'),
    megapixels: counts(z.number(), 'By megapixels of the file'),
    ratings: z
      .array(z.object({ value: z.int().min(0).max(5), count }))
      .describe('By stars. Rejects are in none of these'),
    rejected: count,
  })
  .meta({ id: 'Statistics' });
export type Statistics = z.infer<typeof Statistics>;

import { z } from 'zod';

/** The most failures of a batch that are listed. */
export const MOST_BATCH_FAILURES = 100;

/** The progress of a request for many exports. `done`, `waiting` and `failed` add up to `total`. */
export const ExportBatch = z
  .object({
    id: z.uuid(),
    requested_at: z.int().describe('When the exports were requested, in Unix milliseconds'),
    recipe: z.string().nullable().describe('The name of the recipe; null: full size JPEGs in the export folder'),
    pattern: z.string().describe('How the pictures are named if the archive is asked for without a `pattern`'),
    problem: z.string().nullable().describe('Why exports by a recipe do not go on; null: nothing is wrong'),
    total: z.int().min(1).describe('Requested images'),
    done: z.int().min(0).describe('Finished exports'),
    waiting: z.int().min(0).describe('Images that are waiting for their export or being rendered'),
    failed: z.int().min(0).describe('Images whose export failed'),
    image_ids: z.array(z.int()).describe('The first ten images'),
    failures: z
      .array(z.object({ image_id: z.int(), filename: z.string().nullable(), reason: z.string() }))
      .describe(`The first ${MOST_BATCH_FAILURES} failed images, with the reason`),
  })
  .meta({ id: 'ExportBatch' });
export type ExportBatch = z.infer<typeof ExportBatch>;

export const ExportBatchList = z.object({ items: z.array(ExportBatch) }).meta({ id: 'ExportBatchList' });
export type ExportBatchList = z.infer<typeof ExportBatchList>;

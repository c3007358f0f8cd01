import { z } from 'zod';

/** At most so many failures of a batch are listed. */
export const MOST_BATCH_FAILURES = 100;

/** What one request for many exports has come to by now. `done`, `waiting` and `failed` together are `total`. */
export const ExportBatch = z
  .object({
    id: z.uuid(),
    requested_at: z.int().describe('When it was asked for, in Unix milliseconds'),
    total: z.int().min(1).describe('Images that were asked for'),
    done: z.int().min(0).describe('Exports that are there'),
    waiting: z.int().min(0).describe('Images that wait for their export, or are being rendered'),
    failed: z.int().min(0).describe('Images that there will be no export of'),
    image_ids: z.array(z.int()).describe('The first ten images'),
    failures: z
      .array(z.object({ image_id: z.int(), filename: z.string().nullable(), reason: z.string() }))
      .describe(`The first ${MOST_BATCH_FAILURES} images that there will be no export of, with the reason`),
  })
  .meta({ id: 'ExportBatch' });
export type ExportBatch = z.infer<typeof ExportBatch>;

export const ExportBatchList = z.object({ items: z.array(ExportBatch) }).meta({ id: 'ExportBatchList' });
export type ExportBatchList = z.infer<typeof ExportBatchList>;

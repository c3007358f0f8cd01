import { z } from 'zod';

/** What a reject waits for while darktable is open: only darktable's own action keeps the stars, and that needs the picture. */
export const REJECT_WAITS_FOR = ['pointer', 'lighttable', 'collection', 'darktable'] as const;
export type RejectWaitsFor = (typeof REJECT_WAITS_FOR)[number];

/** Rejects that show as made, and that darktable gets later. */
export const WaitingRejects = z
  .object({
    images: z.int().min(1).describe('How many wait'),
    for: z
      .enum(REJECT_WAITS_FOR)
      .describe(
        'pointer: that the pointer leaves the pictures in darktable. lighttable: that darktable goes back to it. collection: that darktable shows the image. darktable: that its plugin answers. Each of them is made as soon as darktable is closed, too',
      ),
    message: z.string().describe('The same for people'),
  })
  .meta({ id: 'WaitingRejects' });
export type WaitingRejects = z.infer<typeof WaitingRejects>;

import { z } from 'zod';

/** By what an item there was recognized, the surest first. */
export const MATCHES = ['same-file', 'name-and-time', 'name', 'time'] as const;
export const ExistingMatch = z.enum(MATCHES);
export type ExistingMatch = z.infer<typeof ExistingMatch>;

/** Of those that are not certain, so many are listed. */
export const MOST_UNCERTAIN = 500;
/** At once: the rest afterwards. */
export const MOST_TAKEN = 5_000;

export const ExistingItem = z.object({
  item: z.string().describe('Its id there'),
  name: z.string().describe('Its name there'),
  image_id: z.int().nullable().describe('The image that it shows; null: none is found, or it is not certain which'),
  match: ExistingMatch.nullable().describe('By what it was recognized'),
  could_be: z
    .array(z.int())
    .describe('Images of which nothing says which one it is, or of which it is not the only one'),
});
export type ExistingItem = z.infer<typeof ExistingItem>;

export const ExistingList = z
  .object({
    matched: z.int().min(0),
    ambiguous: z.int().min(0),
    unmatched: z.int().min(0),
    untimed: z
      .int()
      .min(0)
      .describe('Files of which it is not known yet when they were taken: the next look goes on with them'),
    items: z
      .array(ExistingItem)
      .describe(
        `All that are matched, then the first ${MOST_UNCERTAIN} ambiguous and the first ${MOST_UNCERTAIN} others`,
      ),
  })
  .meta({ id: 'PublicationExistingItems' });
export type ExistingList = z.infer<typeof ExistingList>;

export const TakeOver = z
  .strictObject({
    items: z
      .array(z.strictObject({ item: z.string().min(1).max(1000), image_id: z.int().min(0) }))
      .min(1)
      .max(MOST_TAKEN)
      .refine((list) => new Set(list.map(({ item }) => item)).size === list.length, 'each item once'),
  })
  .meta({ id: 'TakeOverOfPublication' });
export type TakeOver = z.infer<typeof TakeOver>;

export const TakenOver = z
  .object({
    taken: z.int().min(0),
    failed: z.array(z.object({ item: z.string(), reason: z.string() })),
  })
  .meta({ id: 'TakenOverByPublication' });
export type TakenOver = z.infer<typeof TakenOver>;

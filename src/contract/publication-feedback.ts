import { z } from 'zod';

/**
 * How what people made of published pictures is taken over. `fill-empty`: stars where an image has none. `theirs-win`: their stars.
 * `tags-only`: stars as a tag. Favorites and comments become tags with each.
 */
export const FeedbackRule = z.enum(['fill-empty', 'theirs-win', 'tags-only']);
export type FeedbackRule = z.infer<typeof FeedbackRule>;

export const FeedbackQuery = z.strictObject({
  rule: FeedbackRule.default('fill-empty').describe('By which `would` is told'),
});

export const FeedbackItem = z.object({
  image_id: z.int(),
  name: z.string().describe('Its name there'),
  stars: z.number().min(0).max(5).nullable().describe('Theirs; the average where visitors rate; null: nobody gave any'),
  is_favorite: z.boolean().nullable().describe('null: there are none at this destination'),
  comments: z.array(z.object({ author: z.string(), text: z.string(), at: z.string() })).describe('The oldest first'),
  our_stars: z.int().min(-1).max(5),
  would: z
    .object({ rating: z.int().min(1).max(5).nullable(), tags: z.array(z.string()).describe('Added') })
    .nullable()
    .describe('What taking over would change about the image; null: nothing'),
});
export type FeedbackItem = z.infer<typeof FeedbackItem>;

export const PublicationFeedback = z.object({ items: z.array(FeedbackItem) }).meta({ id: 'PublicationFeedback' });
export type PublicationFeedback = z.infer<typeof PublicationFeedback>;

export const TakenFeedback = z.strictObject({ rule: FeedbackRule }).meta({ id: 'TakenPublicationFeedback' });

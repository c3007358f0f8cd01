import { z } from 'zod';
import { Refusal } from './refusal.ts';
import type { Call } from './tool.ts';

/** No model can say more ids than this; a selection can hold a whole library. */
export const MOST_NAMED_IMAGES = 500;

/** The pictures of a tool: a kept selection, or ids. */
export const imageFields = {
  selection: z
    .string()
    .max(20)
    .optional()
    .describe('Name of a selection, such as s12, from safelight_search_images or safelight_selection'),
  image_ids: z
    .array(z.number().int().min(1).max(2_147_483_647))
    .max(MOST_NAMED_IMAGES)
    .optional()
    .describe('Ids of images, in place of a selection'),
};

/** Throws Refusal when there are none: nothing chosen never means all. */
export function imagesOf(
  { selection, image_ids }: { selection?: string | undefined; image_ids?: number[] | undefined },
  { desk, client }: Pick<Call, 'desk' | 'client'>,
): readonly number[] {
  if (selection !== undefined && image_ids !== undefined)
    throw new Refusal('Nothing was done: give either `selection` or `image_ids`, not both.');
  if (image_ids) return [...new Set(image_ids)];
  if (selection === undefined)
    throw new Refusal('Nothing was done: no images were named. Give `selection` or `image_ids`.');
  const images = desk.selection(client, selection);
  if (!images) throw new Refusal('Nothing was done: there is no such selection. Search again.', { selection });
  if (images.length === 0) throw new Refusal('Nothing was done: the selection is empty.', { selection });
  return images;
}

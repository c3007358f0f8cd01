import { z } from 'zod';
import { TagName } from './image-change.ts';
import { Tag } from './image-record.ts';

export const NewTag = z.strictObject({ name: TagName }).meta({ id: 'NewTag' });

export const TagPatch = z
  .strictObject({
    name: TagName.describe('Its new full name. The tags below it move with it').optional(),
    merge_into: z
      .int('must be the id of a tag')
      .describe('Its images get this tag instead, and it goes. The tags below it go into the branch of the other')
      .optional(),
  })
  .refine(
    ({ name, merge_into: into }) => (name === undefined) !== (into === undefined),
    'give name or merge_into, and not both',
  )
  .meta({ id: 'TagPatch' });

/** The tag as it is afterwards. */
export const TagChanged = Tag.extend({
  change: z.int().nullable().describe('Id of the change, for its undo; null if nothing was changed'),
  images: z.int().min(0).describe('Images that the change was about'),
}).meta({ id: 'TagChanged' });
export type TagChanged = z.infer<typeof TagChanged>;

export const TagDeleted = z
  .object({
    change: z.int().describe('Id of the change, for its undo'),
    images: z.int().min(0).describe('Images that carried it'),
  })
  .meta({ id: 'TagDeleted' });
export type TagDeleted = z.infer<typeof TagDeleted>;

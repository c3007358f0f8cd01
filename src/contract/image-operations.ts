import { z } from 'zod';
import { ChangeResult } from './image-change.ts';
import { MOST_IDS } from './most-ids.ts';

const ids = z
  .array(z.int('must be an integer'))
  .min(1, 'must name at least one image')
  .max(MOST_IDS, `may have at most ${MOST_IDS} images`)
  .refine((all) => new Set(all).size === all.length, 'has an image twice')
  .meta({ uniqueItems: true })
  .describe('Image ids without repeats');

export const GROUPINGS = ['group', 'ungroup', 'leader'] as const;

export const GroupImages = z
  .strictObject({
    action: z
      .enum(GROUPINGS, `must be one of ${GROUPINGS.join(', ')}`)
      .describe(
        'group: all into one group. ungroup: each out of its group. leader: each becomes the image that is shown of its group',
      ),
    ids,
    leader: z
      .int('must be the id of an image')
      .optional()
      .describe('For group: the image that leads it. Left out: the one that leads the group of the first'),
  })
  .refine(({ action, leader }) => action === 'group' || leader === undefined, {
    message: 'goes with the action group only',
    path: ['leader'],
  })
  .meta({ id: 'GroupImages' });

export const DuplicateImages = z.strictObject({ ids }).meta({ id: 'DuplicateImages' });

export const DuplicatedImages = ChangeResult.extend({
  made: z.array(z.int()).describe('The ids of the new versions, in the order of their originals'),
}).meta({ id: 'DuplicatedImages' });
export type DuplicatedImages = z.infer<typeof DuplicatedImages>;

export const RemoveImages = z.strictObject({ ids }).meta({ id: 'RemoveImages' });

const count = z.int().min(0);
export const RemovalOutlook = z
  .object({
    images: count.describe('How many of them are in the library'),
    versions: count.describe('How many of them are one of several versions of their file'),
    versions_left: count.describe('How many other versions of their files stay'),
    members_left: count.describe('How many other images of their groups stay'),
    marks_only_here: count.describe(
      'How many have stars, labels, tags, texts or a place that their sidecars do not have',
    ),
    edits_only_here: count.describe('How many are edited otherwise than their sidecars say'),
    undo: z.enum(['now', 'darktable_closed']).describe('When an undo could bring them back, as darktable is now'),
  })
  .meta({ id: 'RemovalOutlook' });
export type RemovalOutlook = z.infer<typeof RemovalOutlook>;

export const WriteSidecars = z.strictObject({ ids }).meta({ id: 'WriteSidecars' });
export const SidecarsWritten = z
  .object({
    written: count.describe('How many were changed'),
    left: count.describe('How many could not be written'),
    failures: ChangeResult.shape.failures,
  })
  .meta({ id: 'SidecarsWritten' });
export type SidecarsWritten = z.infer<typeof SidecarsWritten>;

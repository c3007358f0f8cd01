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

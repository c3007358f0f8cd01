import { z } from 'zod';
import { areaField } from '../area.ts';
import { findPicture, leaving, takePixels, type Wanted } from '../pictures.ts';
import { Refusal } from '../refusal.ts';
import { tool } from '../tool.ts';
import { trialFields, trialOf } from '../trial.ts';

const MOST = 4;

export const compare = tool({
  name: 'safelight_compare',
  title: 'Compare images',
  description:
    'Two to four images side by side: the same region of each, or all at 1:1, to choose the sharpest or the best. Or one image before and after: with `edits`, `style` or `history_end` after is what is tried, and nothing is stored; without them before is the photograph without edits.',
  input: z.strictObject({
    image_ids: z.array(z.number().int().min(1).max(2_147_483_647)).min(1).max(MOST).describe('One: before and after'),
    size: z.number().int().min(64).max(1_024).optional().describe('Pixels of the longer side of each; default 768'),
    region: areaField('A part of each'),
    actual_pixels: z.boolean().optional().describe('true: at 1:1, the middle, or around the middle of `region`'),
    ...trialFields,
  }),
  output: null,
  scopes: ['images:read', 'previews:read'],
  kind: 'reads',
  async run({ image_ids, size: side = 768, region: area, actual_pixels: isActualPixels, ...tried }, call) {
    const ids = [...new Set(image_ids)];
    const trial = trialOf(tried);
    if (ids.length > 1 && trial) throw new Refusal('No picture was made: a trial takes one image, before and after.');
    const view = { side, area, isActualPixels };
    const [id] = ids as [number];
    const wanted: (Wanted & { shows: string })[] =
      ids.length > 1
        ? ids.map((image_id) => ({ image_id, ...view, shows: 'as it is' }))
        : [
            { image_id: id, ...view, shows: 'before', ...(!trial && { trial: { modules: {}, history_end: 0 } }) },
            { image_id: id, ...view, shows: 'after', trial },
          ];
    takePixels(call, wanted.length);
    const pictures = await Promise.all(
      wanted.map(async (each) => leaving(call, await findPicture(call, each), { side, area, of: wanted.length })),
    );
    return {
      summary: `${wanted.length} pictures; nothing was stored.`,
      data: { pictures: wanted.map(({ image_id, shows }, at) => ({ image_id, shows, ...pictures[at]!.facts })) },
      pictures: pictures.map(({ jpeg }, at) => ({
        bytes: jpeg,
        caption: `Image ${wanted[at]!.image_id}, ${wanted[at]!.shows}`,
      })),
    };
  },
});

import { z } from 'zod';
import { areaField } from '../area.ts';
import { findPicture, LONGEST_SIDE } from '../pictures.ts';
import { tool } from '../tool.ts';
import { trialFields, trialOf } from '../trial.ts';

const percents = () => z.array(z.number());
const channels = () => z.object({ red: z.number(), green: z.number(), blue: z.number() });
/** Of the longer side: enough for shares and means. */
const SIDE = 1_024;

export const imageStats = tool({
  name: 'safelight_image_stats',
  title: 'Measure a picture',
  description:
    'Numbers of the picture as darktable develops it, or of a region: histogram, clipping, mean color, contrast of each channel, sharpness. All in sRGB from 0 to 255. Sharpness compares pictures of the same subject, region and size only. With `edits`, `style` or `history_end` it measures what is tried; nothing is stored.',
  input: z.strictObject({
    image_id: z.number().int().min(1).max(2_147_483_647),
    region: areaField('The part that is measured'),
    actual_pixels: z.boolean().optional().describe('true: at 1:1, for sharpness and noise; needs a darktable'),
    ...trialFields,
  }),
  output: z.object({
    summary: z.string(),
    image_id: z.number().int().optional(),
    note: z.string().optional(),
    width: z.number().int().optional().describe('Pixels that were measured'),
    height: z.number().int().optional(),
    histogram: z
      .object({ red: percents(), green: percents(), blue: percents() })
      .optional()
      .describe('Percent of the pixels in each of 16 steps, from dark to light'),
    clipped: z
      .object({
        shadows: z.number().describe('Black in all channels'),
        highlights: z.number().describe('White in all channels'),
        red: z.number(),
        green: z.number(),
        blue: z.number(),
      })
      .optional()
      .describe('Percent of the pixels; of a channel: at 255'),
    mean: channels().optional(),
    deviation: channels().optional(),
    sharpness: z.number().optional(),
  }),
  scopes: ['images:read', 'previews:read'],
  kind: 'reads',
  async run({ image_id, region: area, actual_pixels: isActualPixels, ...tried }, call) {
    const trial = trialOf(tried);
    const side = isActualPixels ? LONGEST_SIDE : SIDE;
    const { bytes, note, isCut } = await findPicture(call, { image_id, side, area, isActualPixels, trial });
    const measured = await call.pictures.statistics(bytes, { side, area: isCut ? undefined : area });
    return { summary: 'Measured; nothing was stored.', data: { image_id, note, ...measured } };
  },
});

import { z } from 'zod';
import { FEATHERING_GUIDES, MASK_COMBINATIONS } from './blend-mask-fields.ts';

const share = 'a number from 0 to 1';
const range = 'four numbers from 0 to 1, none below the one before';
const Share = z.number(share).min(0, share).max(1, share);

/** One channel of a parametric mask. */
export const MaskChannel = z.strictObject({
  channel: z
    .string('the name of a channel')
    .max(2, 'the name of a channel')
    .describe('As on its tab: g, R, G, B, Jz, Cz, hz, L, a, b, C, h, H, S'),
  side: z.enum(['input', 'output'], 'input or output').describe('Of what the module works on, or of what it makes'),
  range: z
    .tuple([Share, Share, Share, Share], range)
    .refine((four) => four.every((value, at) => at === 0 || value >= four[at - 1]!), range)
    .describe(
      'The four handles: none below the first, all between the middle two, none above the last. 0, 0, 1, 1: it restricts nothing',
    ),
  inverted: z.boolean().describe('It works outside of the range'),
  boost: z
    .number('a number from -18 to 18')
    .min(-18, 'a number from -18 to 18')
    .max(18, 'a number from -18 to 18')
    .describe(
      'EV: the range reaches as far beyond white; of Jz and Cz, -6.64 is as far as a screen. Both sides share it',
    ),
});
export type MaskChannel = z.infer<typeof MaskChannel>;

const number = (least: number, most: number) => {
  const words = `a number from ${least} to ${most}`;
  return z.number(words).min(least, words).max(most, words);
};
const SHAPE = {
  details: number(-1, 1).describe('Only where there are many details, or below 0 few'),
  feathering_guide: z.enum(FEATHERING_GUIDES, `one of ${FEATHERING_GUIDES.join(', ')}`),
  feathering_radius: number(0, 250).describe('Pixels'),
  blur_radius: number(0, 100).describe('Pixels'),
  mask_opacity: number(-1, 1),
  mask_contrast: number(-1, 1),
  combine: z.enum(MASK_COMBINATIONS, `one of ${MASK_COMBINATIONS.join(', ')}`),
  channels: z.array(MaskChannel, 'a list of channels').max(16, 'at most 16 channels'),
};

/** How a mask is refined, and what a parametric one looks at. */
export const BlendMaskShape = z.object(SHAPE).partial();
export type BlendMaskShape = z.infer<typeof BlendMaskShape>;
/** In a patch the channels that are named change. */
export const blendMaskPatch = {
  ...BlendMaskShape.shape,
  channels: SHAPE.channels
    .refine(
      (all) => new Set(all.map(({ channel, side }) => `${channel} ${side}`)).size === all.length,
      'a list with each side of a channel once',
    )
    .refine(
      (all) =>
        new Set(all.map(({ channel, boost }) => `${channel} ${boost}`)).size ===
        new Set(all.map(({ channel }) => channel)).size,
      'a list with one boost for both sides of a channel',
    )
    .optional(),
};

import { z } from 'zod';
import { BlendMaskShape, blendMaskPatch } from './blend-mask.ts';

/** Where a module's effect shows: everywhere, or where a mask lets it. `none`: blending is off. */
export const BLEND_MASKS = ['none', 'uniform', 'drawn', 'parametric', 'drawn_and_parametric', 'raster'] as const;
export type BlendMask = (typeof BLEND_MASKS)[number];

/** The colors that a module blends in. */
export const BLEND_SPACES = ['raw', 'lab', 'rgb_display', 'rgb_scene'] as const;
export type BlendSpace = (typeof BLEND_SPACES)[number];

/** The blending of a module as darktable's panel shows it. */
export const Blending = z.object({
  mask: z.enum(BLEND_MASKS).describe('The kind of mask; none: blending is off, and the rest has no effect'),
  opacity: z.number().nullable().describe('Percent'),
  mode: z.string().describe("The blend mode, by darktable's English name"),
  reversed: z.boolean().describe('The module is blended in reverse order'),
  fulcrum: z.number().nullable().describe('EV; only some modes of rgb_scene use it'),
  inverted: z.boolean().describe('The mask is inverted: the module works where the mask is not'),
  space: z.enum(BLEND_SPACES).nullable().describe('null: not known'),
});
export type Blending = z.infer<typeof Blending>;

/** The blending of a module entry. */
export const EntryBlending = Blending.partial()
  .extend(BlendMaskShape.shape)
  .extend({
    version: z.int(),
    params_b64: z.string().describe('Blending and masks as darktable stores them, read-only'),
    masks: z.array(z.enum(BLEND_MASKS)).optional().describe('Only with `describe=1`: the kinds of mask to choose from'),
    modes: z.array(z.string()).optional().describe('Only with `describe=1`: the blend modes to choose from'),
  });
export type EntryBlending = z.infer<typeof EntryBlending>;

const percent = 'a number from 0 to 100';
const ev = 'a number from -18 to 18';

export const BlendingPatch = z
  .strictObject(
    {
      mask: z.enum(BLEND_MASKS, `one of ${BLEND_MASKS.join(', ')}`).optional(),
      opacity: z.number(percent).min(0, percent).max(100, percent).optional().describe('Percent'),
      mode: z
        .string('the name of a blend mode')
        .max(100, 'the name of a blend mode')
        .optional()
        .describe("By darktable's English name, such as `multiply`"),
      reversed: z.boolean().optional(),
      fulcrum: z.number(ev).min(-18, ev).max(18, ev).optional().describe('EV; only in rgb_scene'),
      inverted: z.boolean().optional().describe('Inverts the mask; not without one'),
      ...blendMaskPatch,
    },
    'an object',
  )
  .meta({ id: 'BlendingPatch' });
export type BlendingPatch = z.infer<typeof BlendingPatch>;

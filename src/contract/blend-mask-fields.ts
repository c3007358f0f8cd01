/** Without the schemas of blend-mask.ts: the page has no use for the library that they need. */

/** What a patch of blending names of a mask. */
export const MASK_SHAPE_FIELDS = [
  ...(['details', 'feathering_guide', 'feathering_radius', 'blur_radius'] as const),
  ...(['mask_opacity', 'mask_contrast', 'combine', 'channels'] as const),
] as const;

/** What guides a mask to the edges of the picture. */
export const FEATHERING_GUIDES = [
  'output_before_blur',
  'input_before_blur',
  'output_after_blur',
  'input_after_blur',
] as const;

/** How drawn and parametric masks, and the channels of the latter, come together. */
export const MASK_COMBINATIONS = ['exclusive', 'inclusive'] as const;

/** darktable's channels of parametric masks, by the colors that a module blends in. */
export const BLEND_CHANNELS = {
  lab: ['L', 'a', 'b', 'C', 'h'],
  rgb_display: ['g', 'R', 'G', 'B', 'H', 'S', 'L'],
  rgb_scene: ['g', 'R', 'G', 'B', 'Jz', 'Cz', 'hz'],
  raw: [],
} as const;

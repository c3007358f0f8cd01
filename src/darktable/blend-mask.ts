import { BLEND_CHANNELS, FEATHERING_GUIDES } from '../contract/blend-mask-fields.ts';
import type { BlendMaskShape, MaskChannel } from '../contract/blend-mask.ts';
import type { BlendSpace } from '../contract/blending.ts';
import type { Complaint } from '../platform/complaints.ts';
import type { Layout } from './layout.ts';
import { decodeParams } from './params-decode.ts';

/** The fields of dt_develop_blend_params_t (blend.h) that make the mask. */
export interface StoredMask {
  mask_combine: number;
  blendif: number;
  feathering_radius: number;
  feathering_guide: number;
  blur_radius: number;
  contrast: number;
  brightness: number;
  details: number;
  blendif_parameters: number[];
  blendif_boost_factors: number[];
}

/** DEVELOP_MASK_GUIDE_…, in the order of the list. */
const GUIDES: Record<(typeof FEATHERING_GUIDES)[number], number> = {
  output_before_blur: 2,
  input_before_blur: 1,
  output_after_blur: 6,
  input_after_blur: 5,
};
/** DEVELOP_COMBINE_INCL. */
const INCLUSIVE = 2;
/** DEVELOP_BLENDIF_…: the first four channels of the input are 0 to 3, of the output 4 to 7, the others 8 to 11 and 12 to 15. */
const numberOf = (place: number, side: MaskChannel['side']): number =>
  (place < 4 ? place : place + 4) + (side === 'output' ? 4 : 0);
/** Of Lab, the first three come first and chroma and hue are 8 and 9. */
const placeOf = (space: BlendSpace, index: number): number => (space === 'lab' && index > 2 ? index + 1 : index);
/** Where the bits begin that invert a channel. */
const POLARITY = 16;
const SIDES = ['input', 'output'] as const;

const numbersOf = (space: BlendSpace | null): number[] =>
  space === null
    ? []
    : BLEND_CHANNELS[space].flatMap((_channel, index) => SIDES.map((side) => numberOf(placeOf(space, index), side)));

export function storedMask(layout: Layout, blendParams: Uint8Array): StoredMask {
  const read = decodeParams(layout, blendParams) as unknown as StoredMask;
  return {
    mask_combine: read.mask_combine,
    blendif: read.blendif,
    feathering_radius: read.feathering_radius,
    feathering_guide: read.feathering_guide,
    blur_radius: read.blur_radius,
    contrast: read.contrast,
    brightness: read.brightness,
    details: read.details,
    blendif_parameters: read.blendif_parameters,
    blendif_boost_factors: read.blendif_boost_factors,
  };
}

/** What the panel shows of a mask. Unknown numbers are left out. */
export function maskShapeOf(stored: StoredMask, space: BlendSpace | null): BlendMaskShape {
  const guide = FEATHERING_GUIDES.find((name) => GUIDES[name] === stored.feathering_guide);
  return {
    details: stored.details,
    feathering_radius: stored.feathering_radius,
    blur_radius: stored.blur_radius,
    mask_opacity: stored.brightness,
    mask_contrast: stored.contrast,
    ...(guide && { feathering_guide: guide }),
    combine: (stored.mask_combine & INCLUSIVE) !== 0 ? 'inclusive' : 'exclusive',
    channels: space === null ? [] : channelsOf(stored, space),
  };
}

function channelsOf(
  { blendif, blendif_parameters, blendif_boost_factors }: StoredMask,
  space: BlendSpace,
): MaskChannel[] {
  return BLEND_CHANNELS[space].flatMap((channel, index) =>
    SIDES.map((side): MaskChannel => {
      const number = numberOf(placeOf(space, index), side);
      const range = blendif_parameters.slice(number * 4, number * 4 + 4) as MaskChannel['range'];
      return {
        channel,
        side,
        range,
        inverted: (blendif & (1 << (POLARITY + number))) !== 0,
        boost: blendif_boost_factors[number] ?? 0,
      };
    }),
  );
}

/** The fields to store for a change, or what is wrong with it. */
export function changedMask(
  stored: StoredMask,
  change: BlendMaskShape,
  space: BlendSpace | null,
): { fields: Partial<StoredMask>; problems: Complaint[] } {
  const { details, feathering_radius, blur_radius, mask_opacity, mask_contrast, feathering_guide } = change;
  const { combine, channels = [] } = change;
  const fields: Partial<StoredMask> = {
    ...(details !== undefined && { details }),
    ...(feathering_radius !== undefined && { feathering_radius }),
    ...(blur_radius !== undefined && { blur_radius }),
    ...(mask_opacity !== undefined && { brightness: mask_opacity }),
    ...(mask_contrast !== undefined && { contrast: mask_contrast }),
    ...(feathering_guide !== undefined && { feathering_guide: GUIDES[feathering_guide] }),
  };
  const problems: Complaint[] = [];
  let blendif = stored.blendif;
  const parameters = [...stored.blendif_parameters];
  const boosts = [...stored.blendif_boost_factors];
  const isInclusive = (stored.mask_combine & INCLUSIVE) !== 0;
  if (combine !== undefined && (combine === 'inclusive') !== isInclusive) {
    fields.mask_combine = (stored.mask_combine ^ INCLUSIVE) >>> 0;
    // As its panel does: a channel that restricts nothing lets nothing through where one that lets through is enough.
    for (const number of numbersOf(space))
      if ((blendif & (1 << number)) === 0) blendif = withBit(blendif, POLARITY + number, !isInclusive);
  }
  const names: readonly string[] = space === null ? [] : BLEND_CHANNELS[space];
  channels.forEach(({ channel, side, range, inverted, boost }, at) => {
    const index = names.indexOf(channel);
    if (index < 0) {
      problems.push({ path: `blend.channels[${at}].channel`, message: `one of ${names.join(', ') || 'none'}` });
      return;
    }
    const number = numberOf(placeOf(space!, index), side);
    range.forEach((value, k) => (parameters[number * 4 + k] = value));
    // Where it restricts nothing, darktable does not look at it.
    blendif = withBit(blendif, number, range[1] !== 0 || range[2] !== 1);
    blendif = withBit(blendif, POLARITY + number, inverted);
    for (const each of SIDES) boosts[numberOf(placeOf(space!, index), each)] = boost;
  });
  if (blendif >>> 0 !== stored.blendif >>> 0) fields.blendif = blendif >>> 0;
  if (channels.length > 0) Object.assign(fields, { blendif_parameters: parameters, blendif_boost_factors: boosts });
  return { fields, problems };
}

const withBit = (bits: number, at: number, isSet: boolean): number => (isSet ? bits | (1 << at) : bits & ~(1 << at));

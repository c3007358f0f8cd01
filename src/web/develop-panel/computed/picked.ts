import type { InputColors } from '../../../contract/input-colors.ts';
import type { Known } from './computed-control.ts';
import { CONES } from './cone-response.ts';
import { filmicPicked } from './filmic.ts';
import { gradingOf } from './grading.ts';
import { ILLUMINANT, temperatureOf } from './illuminant.ts';
import { inverse, lightnessOfLight, lightOfLightness, type Matrix, scaled, type Three, times, xyzOf } from './light.ts';

export type PickedColors = Pick<InputColors, 'rgb' | 'lab'>;
export type Picked = Record<string, number>;

/** What a picker depends on beside the colors and what is stored. */
export interface PickFacts {
  /** The lightness that exposure gives the area, in percent. */
  lightness: number;
  /** The exposure compensation of the camera in EV; null: not known. */
  exposureBias: number | null;
}

/** What a picker stores. null: these colors do not tell. */
type Picker = (colors: PickedColors, stored: Known, facts: PickFacts) => Picked | null;

/** By module, then by field, or by the label of a control that has none. As darktable has it (`color_picker_apply` of each). */
const PICKERS: Record<string, Record<string, Picker>> = {
  exposure: { exposure },
  filmicrgb: {
    grey_point_source: filmicPicked('gray'),
    white_point_source: filmicPicked('white'),
    black_point_source: filmicPicked('black'),
    'auto tune levels': filmicPicked('all'),
  },
  channelmixerrgb: { picker: illuminant },
  monochrome: { highlights: filter },
  graduatednd: { hue: filterColor },
  colorbalancergb: {
    global_H: opponent('global'),
    shadows_H: opponent('shadows'),
    midtones_H: opponent('midtones'),
    highlights_H: opponent('highlights'),
    white_fulcrum: ({ rgb }) => ofFinite({ white_fulcrum: Math.log2(gradingOf(rgb.max).luminance) }),
    grey_fulcrum: ({ rgb }) => ofFinite({ grey_fulcrum: gradingOf(rgb.mean).luminance }),
  },
};

export const pickerOf = (
  operation: string,
  { field, label = '' }: { field?: string | undefined; label?: string | undefined },
) => PICKERS[operation]?.[field ?? label];

const ofFinite = (picked: Picked): Picked | null => (Object.values(picked).every(Number.isFinite) ? picked : null);

/**
 * exposure's spot mapping (exposure.c, _auto_set_exposure): the lightness of an area before the module, and after it as it is stored, in percent.
 * null: nothing to see, or the compensation of the camera is not known.
 */
export function spotLightness(
  { rgb }: PickedColors,
  stored: Known,
  { exposureBias }: Pick<PickFacts, 'exposureBias'>,
): { input: number; output: number } | null {
  const light = xyzOf(rgb.mean)[1];
  const bias = stored('compensate_exposure_bias') ? exposureBias : 0;
  if (bias === null || !(light > 0)) return null;
  const stops = (stored('exposure') ?? NaN) - inRange(bias);
  const [input, output] = [lightnessOfLight(light), lightnessOfLight(light * 2 ** stops)];
  return Number.isFinite(output) ? { input, output } : null;
}

function exposure({ rgb }: PickedColors, stored: Known, { lightness, exposureBias }: PickFacts): Picked | null {
  const bias = stored('compensate_exposure_bias') ? exposureBias : 0;
  const light = xyzOf(rgb.mean)[1];
  if (bias === null || !(light > 0)) return null;
  return ofFinite({ exposure: Math.log2(lightOfLightness(lightness) / light) + inRange(bias) });
}

/** darktable takes no more compensation than this. */
const inRange = (bias: number) => Math.min(Math.max(bias, -5), 5);

/** The light in which the area is gray, before the channels are mixed. */
function illuminant({ rgb }: PickedColors, stored: Known): Picked | null {
  const cones = CONES[stored('adaptation') ?? -1];
  if (!cones) return null;
  const normal = ([x, y, z]: Three): Three => [x / y, 1, z / y];
  const row = (name: string, isNormal: string): Three => {
    const own = [0, 1, 2].map((at) => stored(`${name}[${at}]`) ?? NaN) as unknown as Three;
    const sum = stored(isNormal) ? own[0] + own[1] + own[2] : 1;
    return own.map((value) => value / sum) as unknown as Three;
  };
  const mix: Matrix = [row('red', 'normalize_R'), row('green', 'normalize_G'), row('blue', 'normalize_B')];
  const unmixed = inverse(mix);
  if (!unmixed) return null;
  // D50 of CIE Lab.
  const gray = times(cones.back, times(unmixed, times(cones.to, [0.9642, 1, 0.8249])));
  const target = times(cones.to, normal(gray));
  const seen = times(cones.to, normal(xyzOf(rgb.mean)));
  const [x, y, z] = times(cones.back, scaled(seen, cones.d50, target));
  const light = [x / (x + y + z), y / (x + y + z)] as const;
  return ofFinite({ illuminant: ILLUMINANT.custom, x: light[0], y: light[1], temperature: temperatureOf(light) });
}

function filter({ lab: { mean, min, max } }: PickedColors): Picked | null {
  const spread = max[1] - min[1] + max[2] - min[2];
  return ofFinite({ a: mean[1], b: mean[2], size: Math.min(Math.max(spread / 128, 0.5), 3) });
}

/** Hue and saturation (HSL) of the color. */
function filterColor({ rgb: { mean } }: PickedColors): Picked | null {
  const [red, green, blue] = mean;
  const [most, least] = [Math.max(...mean), Math.min(...mean)];
  const span = most - least;
  if (span === 0) return { hue: 0, saturation: 0 };
  const sum = most + least;
  const saturation = span / Math.max(sum < 1 ? sum : 2 - sum, 2 ** -16);
  const sixth =
    most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span;
  const hue = (((sixth / 6) % 1) + 1) % 1;
  return ofFinite({ hue, saturation });
}

/** The color that takes the cast of the area away. */
function opponent(range: 'global' | 'shadows' | 'midtones' | 'highlights'): Picker {
  return ({ rgb }) => {
    const { luminance, chroma, hue } = gradingOf(rgb.mean);
    return ofFinite({ [`${range}_H`]: (hue + 180) % 360, [`${range}_C`]: chroma * luminance });
  };
}

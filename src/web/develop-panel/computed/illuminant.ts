import type { FollowUps } from './stored.ts';

/** A color without its brightness, in CIE xy for the 2° observer. */
export type Chromaticity = readonly [x: number, y: number];

/** darktable's kinds of light in color calibration (illuminants.h). */
export const ILLUMINANT = {
  pipeline: 0,
  a: 1,
  daylight: 2,
  e: 3,
  fluorescent: 4,
  led: 5,
  blackBody: 6,
  custom: 7,
} as const;

/** CIE F1 to F12. */
const FLUORESCENT: readonly Chromaticity[] = [
  ...([
    [0.3131, 0.33727],
    [0.37208, 0.37529],
    [0.4091, 0.3943],
    [0.44018, 0.40329],
  ] as const),
  ...([
    [0.31379, 0.34531],
    [0.3779, 0.38835],
    [0.31292, 0.32933],
    [0.34588, 0.35875],
  ] as const),
  ...([
    [0.37417, 0.37281],
    [0.34609, 0.35986],
    [0.38052, 0.37713],
    [0.43695, 0.40441],
  ] as const),
];
/** CIE LED-B1 to B5, BH1, RGB1, V1, V2. */
const LED: readonly Chromaticity[] = [
  ...([
    [0.456, 0.4078],
    [0.4357, 0.4012],
    [0.3756, 0.3723],
    [0.3422, 0.3502],
    [0.3118, 0.3236],
  ] as const),
  ...([
    [0.4474, 0.4066],
    [0.4557, 0.4211],
    [0.456, 0.4548],
    [0.3781, 0.3775],
  ] as const),
];
const [COLDEST_LIGHT, HOTTEST_LIGHT] = [1667, 25_000];

/** Daylight of a temperature in K (CIE D); below 4000 K a black body, since there is no daylight. */
export function daylight(kelvin: number): Chromaticity {
  if (kelvin < 4000 || kelvin > HOTTEST_LIGHT) return blackBody(kelvin);
  const [a, b, c, d] =
    kelvin <= 7000 ? [-4.607e9, 2.9678e6, 0.09911e3, 0.244063] : [-2.0064e9, 1.9018e6, 0.24748e3, 0.23704];
  const x = ((a / kelvin + b) / kelvin + c) / kelvin + d;
  return [x, (-3 * x + 2.87) * x - 0.275];
}

/** The light of a black body (Planckian locus, Kim et al. 2002). */
export function blackBody(kelvin: number): Chromaticity {
  const [a, b, c, d] =
    kelvin <= 4000
      ? [-0.2661239e9, -0.2343589e6, 0.8776956e3, 0.17991]
      : [-3.0258469e9, 2.1070379e6, 0.2226347e3, 0.24039];
  const x = ((a / kelvin + b) / kelvin + c) / kelvin + d;
  if (kelvin <= 2222) return [x, ((-1.1063814 * x - 1.3481102) * x + 2.18555832) * x - 0.20219683];
  if (kelvin <= 4000) return [x, ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867];
  return [x, ((3.081758 * x - 5.8733867) * x + 3.75112997) * x - 0.37001483];
}

/**
 * The correlated color temperature in K: a formula (Hernández-Andrés et al. 1999), and below 3000 K the nearest of the
 * locus.
 */
export function temperatureOf([x, y]: Chromaticity): number {
  const n = (x - 0.3366) / (y - 0.1735);
  const kelvin =
    -949.86315 +
    6253.80338 * Math.exp(-n / 0.92159) +
    28.70599 * Math.exp(-n / 0.20039) +
    0.00004 * Math.exp(-n / 0.07125);
  return kelvin < 3000 ? nearestOnLocus([x, y]) : kelvin;
}

const STEPS = 4096;

function nearestOnLocus([x, y]: Chromaticity): number {
  let nearest = { distance: Infinity, kelvin: COLDEST_LIGHT };
  for (let step = 0; step < STEPS; step += 1) {
    // Narrow steps among low temperatures, where the color changes fast.
    const kelvin = COLDEST_LIGHT + (step / (STEPS - 1)) ** 4 * (HOTTEST_LIGHT - COLDEST_LIGHT);
    const [atX, atY] = daylight(kelvin);
    const distance = Math.hypot(atX - x, atY - y);
    if (distance < nearest.distance) nearest = { distance, kelvin };
  }
  return nearest.kelvin;
}

/** D50 in CIE 1976 u'v'. */
const [D50_U, D50_V] = [0.209_159_145_985_423_54, 0.488_075_320_769_787];
/** The hue and the chroma shown are those of a color of this lightness. */
const LIGHTNESS = 100;

/** What the sliders hue (in degrees) and chroma show of a custom light: CIE LCh from Luv, seen from D50. */
export function hueAndChroma([x, y]: Chromaticity): { hue: number; chroma: number } {
  const denominator = -2 * x + 12 * y + 3;
  const u = 13 * LIGHTNESS * ((4 * x) / denominator - D50_U);
  const v = 13 * LIGHTNESS * ((9 * y) / denominator - D50_V);
  const degrees = (Math.atan2(v, u) * 180) / Math.PI;
  return { hue: degrees < 0 ? degrees + 360 : degrees, chroma: Math.hypot(u, v) };
}

/** The light that these two sliders stand for. */
export function chromaticityOf({ hue, chroma }: { hue: number; chroma: number }): Chromaticity {
  const radians = (hue * Math.PI) / 180;
  const u = (chroma * Math.cos(radians)) / (13 * LIGHTNESS) + D50_U;
  const v = (chroma * Math.sin(radians)) / (13 * LIGHTNESS) + D50_V;
  const denominator = 6 * u - 16 * v + 12;
  return [(9 * u) / denominator, (4 * v) / denominator];
}

/** The chromaticity of a standard light. null: a custom one, as shot, or one that darktable measures. */
export function standardLight(
  illuminant: number,
  { kelvin, fluorescent, led }: { kelvin: number; fluorescent: number; led: number },
): Chromaticity | null {
  switch (illuminant) {
    case ILLUMINANT.pipeline:
      return [0.34567, 0.3585];
    case ILLUMINANT.a:
      return [0.44757, 0.40745];
    case ILLUMINANT.e:
      return [1 / 3, 1 / 3];
    case ILLUMINANT.daylight:
      return daylight(kelvin);
    case ILLUMINANT.blackBody:
      return blackBody(kelvin);
    case ILLUMINANT.fluorescent:
      return FLUORESCENT[fluorescent] ?? null;
    case ILLUMINANT.led:
      return LED[led] ?? null;
    default:
      return null;
  }
}

/**
 * Color calibration (channelmixerrgb.c, gui_changed): every way to choose a light ends in x and y, and in a
 * temperature.
 */
export const illuminantFollowUps: FollowUps = (field, to, stored) => {
  if (!['illuminant', 'illum_fluo', 'illum_led', 'temperature'].includes(field)) return {};
  const after = (name: string) => (name === field ? to : stored(name));
  const illuminant = after('illuminant');
  const light = standardLight(illuminant, {
    kelvin: after('temperature'),
    fluorescent: after('illum_fluo'),
    led: after('illum_led'),
  });
  if (!light) return {};
  const isByTemperature = illuminant === ILLUMINANT.daylight || illuminant === ILLUMINANT.blackBody;
  return { x: light[0], y: light[1], ...(isByTemperature ? {} : { temperature: temperatureOf(light) }) };
};

import type { CameraMatrix } from '../../../contract/white-balance.ts';
import { DAYLIGHT_COMPONENTS, FIRST_NM, STANDARD_OBSERVER, STEP_NM } from './cie-tables.ts';
import { daylight } from './illuminant.ts';
import type { Multipliers } from './multipliers.ts';
import { itemAt } from '../../item-at.ts';

/**
 * White balance stores multipliers of the camera's colors; the temperature and the tint that darktable shows are worked
 * out from them, with the matrix from XYZ to the camera's red, green and blue (temperature.c).
 */
type Xyz = readonly [x: number, y: number, z: number];

export interface Light {
  kelvin: number;
  /** 1: none. */
  tint: number;
}

/** What the two sliders may show. */
const [COLDEST, HOTTEST] = [1901, 25_000];
const [LEAST_TINT, MOST_TINT] = [0.135, 2.326];

/** The multipliers that make light of this temperature and tint neutral; green is 1. */
export function multipliersOf({ kelvin, tint }: Light, camera: CameraMatrix): Multipliers {
  const [x, y, z] = lightXyz(clamped(kelvin, COLDEST, HOTTEST));
  const [red, green, blue] = times(camera, [x, y / tint, z]);
  return { red: green / red, green: 1, blue: green / blue };
}

/** The sums of the rows from linear sRGB to XYZ, with the digits that darktable has (temperature.c, camera reference). */
const D65: Xyz = [0.950456, 1, 1.088754];

/** The multipliers that make D65 neutral, in single precision; green is 1. */
export function referenceOf(camera: CameraMatrix): Multipliers {
  const [red, green, blue] = times(camera, D65);
  return { red: Math.fround(green / red), green: 1, blue: Math.fround(green / blue) };
}

/** The temperature and the tint that darktable shows for multipliers. */
export function lightOf({ red, green, blue }: Multipliers, camera: CameraMatrix): Light {
  const [x, y, z] = times(inverse(camera), [1 / red, 1 / green, 1 / blue]);
  const ratio = z / x;
  let [cold, hot] = [COLDEST, HOTTEST];
  // The share of blue grows with the temperature.
  while (hot - cold > 0.01) {
    const middle = (cold + hot) / 2;
    const [atX, , atZ] = lightXyz(middle);
    if (atZ / atX > ratio) hot = middle;
    else cold = middle;
  }
  const kelvin = (cold + hot) / 2;
  const [atX, atY] = lightXyz(kelvin);
  return { kelvin, tint: clamped(atY / atX / (y / x), LEAST_TINT, MOST_TINT) };
}

const clamped = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Daylight, and below 4000 K a black body, seen by the standard observer. */
function lightXyz(kelvin: number): Xyz {
  const power = kelvin < 4000 ? blackBodyPower(kelvin) : daylightPower(kelvin);
  const sum: [number, number, number] = [0, 0, 0];
  for (const [index, [x, y, z]] of STANDARD_OBSERVER.entries()) {
    const at = power(index);
    sum[0] += at * x;
    sum[1] += at * y;
    sum[2] += at * z;
  }
  return sum;
}

/** Planck's law without its constant factor, which cancels out. */
function blackBodyPower(kelvin: number): (index: number) => number {
  const SECOND_RADIATION_CONSTANT = 0.014_387_769_6;
  return (index) => {
    const meters = (FIRST_NM + index * STEP_NM) * 1e-9;
    return 1e-30 / (meters ** 5 * Math.expm1(SECOND_RADIATION_CONSTANT / (meters * kelvin)));
  };
}

/** CIE D (Lindbloom, Spectral Power Distribution of a CIE D-Illuminant). */
function daylightPower(kelvin: number): (index: number) => number {
  const [x, y] = daylight(kelvin);
  const m = 0.0241 + 0.2562 * x - 0.7341 * y;
  const first = (-1.3515 - 1.7703 * x + 5.9114 * y) / m;
  const second = (0.03 - 31.4424 * x + 30.0717 * y) / m;
  return (index) => {
    const [s0, s1, s2] = itemAt(DAYLIGHT_COMPONENTS, index);
    return s0 + first * s1 + second * s2;
  };
}

const times = ([red, green, blue]: CameraMatrix, [x, y, z]: Xyz): [number, number, number] => {
  const of = ([a, b, c]: CameraMatrix[number]) => a * x + b * y + c * z;
  return [of(red), of(green), of(blue)];
};

function inverse([[a, b, c], [d, e, f], [g, h, i]]: CameraMatrix): CameraMatrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const over = (value: number) => value / determinant;
  return [
    [over(e * i - f * h), over(c * h - b * i), over(b * f - c * e)],
    [over(f * g - d * i), over(a * i - c * g), over(c * d - a * f)],
    [over(d * h - e * g), over(b * g - a * h), over(a * e - b * d)],
  ];
}

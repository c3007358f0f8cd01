import { type Matrix, scaled, type Three, times } from './light.ts';

/** From XYZ to what the cones of the eye see (CIECAM16; Bradford: Finlayson and Süsstrunk 2000), and D50 in it, as darktable has them. */
const CAT16 = {
  to: [
    [0.401288, 0.650173, -0.051461],
    [-0.250268, 1.204414, 0.045854],
    [-0.002079, 0.048952, 0.953127],
  ],
  back: [
    [1.862068, -1.011255, 0.149187],
    [0.38752, 0.621447, -0.008974],
    [-0.015841, -0.034123, 1.049964],
  ],
  d50: [0.994535, 1.000997, 0.833036],
} as const satisfies Cones;
const BRADFORD = {
  to: [
    [0.8951, 0.2664, -0.1614],
    [-0.7502, 1.7135, 0.0367],
    [0.0389, -0.0685, 1.0296],
  ],
  back: [
    [0.987, -0.1471, 0.16],
    [0.4323, 0.5184, 0.0493],
    [-0.0085, 0.04, 0.9685],
  ],
  d50: [0.996078, 1.020646, 0.818155],
} as const satisfies Cones;
const IDENTITY: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const XYZ: Cones = { to: IDENTITY, back: IDENTITY, d50: [0.9642119944211994, 1, 0.8251882845188288] };

export interface Cones {
  to: Matrix;
  back: Matrix;
  d50: Three;
}

/** By color calibration's adaptation: linear and full Bradford, CAT16, XYZ. */
export const CONES: readonly Cones[] = [BRADFORD, CAT16, BRADFORD, XYZ];

const D65: Three = [0.97553267, 1.01647859, 1.0848344];

/** A color seen from D50, as it is seen from D65. */
export const fromD50ToD65 = (xyz: Three): Three => times(CAT16.back, scaled(times(CAT16.to, xyz), D65, CAT16.d50));

import { fromD50ToD65 } from './cone-response.ts';
import { type Matrix, type Three, times, xyzOf } from './light.ts';

/** CIE 2006 cones, and the coordinates that color balance rgb grades in (Kirk 2019). */
const TO_CONES: Matrix = [
  [0.257085, 0.859943, -0.031061],
  [-0.394427, 1.1758, 0.106423],
  [0.064856, -0.07625, 0.559067],
];
const TO_GRADING: Matrix = [
  [1.0877193, -0.66666667, 0.02061856],
  [-0.0877193, 1.66666667, -0.05154639],
  [0, 0, 1.03092784],
];
/** darktable turns the hue, so that 0° is red. */
const SHOWN_HUE = 30;
const WHITE = { red: 0.21902143, green: 0.54371398 };

/** The luminance, chroma and hue (in degrees) in which color balance rgb sees a color. */
export function gradingOf(rgb: Three): { luminance: number; chroma: number; hue: number } {
  const cones = times(TO_CONES, fromD50ToD65(xyzOf(rgb)));
  const sum = cones[0] + cones[1] + cones[2];
  const [r, g] = times(TO_GRADING, sum === 0 ? [0, 0, 0] : (cones.map((cone) => cone / sum) as unknown as Three));
  const [red, green] = [r - WHITE.red, g - WHITE.green];
  return {
    luminance: 0.68990272 * cones[0] + 0.34832189 * cones[1],
    chroma: Math.hypot(red, green),
    hue: (Math.atan2(green, red) * 180) / Math.PI + SHOWN_HUE,
  };
}

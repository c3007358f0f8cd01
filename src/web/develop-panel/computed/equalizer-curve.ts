import type { Known } from './computed-control.ts';
import { itemAt } from '../../item-at.ts';

/** The sliders of tone equalizer, from -8 EV to 0 EV. */
export const BANDS = [
  'noise',
  'ultra_deep_blacks',
  'deep_blacks',
  'blacks',
  'shadows',
  'midtones',
  'highlights',
  'whites',
  'speculars',
];
/** What they set is made of this many bells, evenly over the 8 EV. */
const BELLS = Array.from({ length: 8 }, (_, at) => (at * 8) / 7 - 8);
/** It changes no light by more than this. */
const [LEAST, MOST] = [1 / 4, 4];

export interface EqualizerCurve {
  /** The change in EV of light at an exposure from -8 to 0 EV. */
  at: (exposure: number) => number;
  /** The sliders: exposure and change in EV. */
  bands: { exposure: number; change: number }[];
}

/**
 * What tone equalizer makes of its sliders (toneequal.c, pixel_correction): a sum of bells whose heights fit the nine gains best. null: a
 * field is not stored.
 */
export function equalizerCurve(stored: Known): EqualizerCurve | null {
  const changes = BANDS.map((band) => stored(band) ?? NaN);
  const width = stored('smoothing') ?? NaN;
  const bell = (distance: number) => Math.exp(-(distance ** 2) / (2 * width ** 2));
  const rows = changes.map((_, at) => BELLS.map((middle) => bell(at - 8 - middle)));
  const gains = changes.map((change) => 2 ** change);
  // Least squares.
  const square = BELLS.map((_, i) =>
    BELLS.map((__, j) => rows.reduce((sum, row) => sum + itemAt(row, i) * itemAt(row, j), 0)),
  );
  const target = BELLS.map((_, i) => rows.reduce((sum, row, at) => sum + itemAt(row, i) * itemAt(gains, at), 0));
  const heights = solved(square, target);
  const at = (exposure: number) => {
    const gain = BELLS.reduce((sum, middle, index) => sum + itemAt(heights, index) * bell(exposure - middle), 0);
    return Math.log2(Math.min(Math.max(gain, LEAST), MOST));
  };
  if (!Number.isFinite(at(-4))) return null;
  return { at, bands: changes.map((change, index) => ({ exposure: index - 8, change })) };
}

/** A symmetric, positive system of equations, by elimination. */
function solved(matrix: readonly (readonly number[])[], target: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, itemAt(target, at)]);
  for (const [at, row] of rows.entries()) {
    for (const below of rows.slice(at + 1)) {
      const share = itemAt(below, at) / itemAt(row, at);
      for (const [column, value] of row.entries()) below[column] = itemAt(below, column) - share * value;
    }
  }
  const values = target.map(() => 0);
  for (const [at, row] of [...rows.entries()].toReversed()) {
    const rest = values.reduce((sum, value, column) => sum + (column > at ? value * itemAt(row, column) : 0), 0);
    values[at] = (itemAt(row, values.length) - rest) / itemAt(row, at);
  }
  return values;
}

/**
 * The sliders after the curve was pulled by `offset` EV at an exposure, as in darktable's graph (toneequal.c, set_new_params_interactive): their
 * neighbors go along, the farther the less, and each takes what the curve that fits them best has there. null: as with `equalizerCurve`.
 */
export function pulledEqualizer(stored: Known, exposure: number, offset: number): Record<string, number> | null {
  // The width of what goes along: half the square of the smoothing.
  const width = (stored('smoothing') ?? NaN) ** 2 / 2;
  const share = (at: number) => Math.exp(-((at - exposure) ** 2) / (2 * width ** 2));
  const pulled = new Map(BANDS.map((band, at) => [band, (stored(band) ?? NaN) + share(at - 8) * offset]));
  const curve = equalizerCurve((field) => pulled.get(field) ?? stored(field));
  return curve && Object.fromEntries(BANDS.map((band, at) => [band, curve.at(at - 8)]));
}

import type { CameraPreset } from '../../../contract/white-balance.ts';
import type { Known } from './computed-control.ts';
import type { Multipliers } from './multipliers.ts';

/** A preset of the camera's white balance with the steps of its fine tuning. */
export interface TunedPreset {
  label: string;
  /** Its place among the camera's presets in darktable, from 0. */
  number: number;
  /** The tunings that its table reaches to; both 0: it has none. */
  least: number;
  most: number;
  /** Its multipliers, as darktable stores them. Between two of the table, darktable takes the mean of their inverses. */
  at: (tuning: number) => Multipliers;
}

/** darktable takes multipliers for the same that are as near as this (temperature.c, DT_COEFF_EPS). */
export const SAME = 0.00001;

/** The presets of a camera by name, in darktable's order. One that was never measured without tuning is left out. */
export function tunedPresets(presets: readonly CameraPreset[]): TunedPreset[] {
  const labels = [...new Set(presets.map(({ name }) => name.toLowerCase()))];
  return labels.flatMap((label, number) => {
    const measured = presets.filter(({ name }) => name.toLowerCase() === label);
    const byTuning = new Map(
      measured.map(({ tuning, multipliers: [red, green, blue] }) => [
        tuning,
        { tuning, red: red / green, blue: blue / green },
      ]),
    );
    const table = [...byTuning.values()].sort((a, b) => a.tuning - b.tuning);
    const [first, last] = [table[0], table.at(-1)];
    if (!first || !last || !byTuning.has(0)) return [];
    const at = (tuning: number): Multipliers => {
      const below = table.findLast((one) => one.tuning <= tuning) ?? first;
      const above = table.find((one) => one.tuning >= tuning) ?? below;
      const share = above === below ? 0 : (tuning - below.tuning) / (above.tuning - below.tuning);
      const between = (color: 'red' | 'blue') =>
        Math.fround(share === 0 ? below[color] : 1 / ((1 - share) / below[color] + share / above[color]));
      return { red: between('red'), green: 1, blue: between('blue') };
    };
    return [{ label, number, least: first.tuning, most: last.tuning, at }];
  });
}

/** The preset that is stored, with its tuning. null: none. */
export function presetNow(presets: readonly TunedPreset[], stored: Known): (TunedPreset & { tuning: number }) | null {
  const isStored = (multipliers: Multipliers) =>
    (['red', 'green', 'blue'] as const).every((color) => Math.abs((stored(color) ?? NaN) - multipliers[color]) < SAME);
  for (const preset of presets) {
    for (let tuning = preset.least; tuning <= preset.most; tuning++) {
      if (isStored(preset.at(tuning))) return { ...preset, tuning };
    }
  }
  return null;
}

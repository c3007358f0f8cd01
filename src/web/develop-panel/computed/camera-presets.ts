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
    const own = presets.filter(({ name }) => name.toLowerCase() === label);
    const table = new Map(
      own.map(({ tuning, multipliers: [red, green, blue] }) => [tuning, [red / green, blue / green]]),
    );
    const tunings = [...table.keys()].sort((a, b) => a - b);
    const at = (tuning: number): Multipliers => {
      const below = tunings.findLast((one) => one <= tuning) ?? tunings[0]!;
      const above = tunings.find((one) => one >= tuning) ?? below;
      const share = above === below ? 0 : (tuning - below) / (above - below);
      const [red, blue] = [0, 1].map((color) => {
        const [from, to] = [table.get(below)![color]!, table.get(above)![color]!];
        return Math.fround(share === 0 ? from : 1 / ((1 - share) / from + share / to));
      }) as [number, number];
      return { red, green: 1, blue };
    };
    return table.has(0) ? [{ label, number, least: tunings[0]!, most: tunings.at(-1)!, at }] : [];
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

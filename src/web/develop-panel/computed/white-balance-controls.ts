import type { PanelControl, PanelOption } from '../../../contract/panel.ts';
import { presetNow, type TunedPreset } from './camera-presets.ts';
import { type ComputedControl, type Known, positionNow } from './computed-control.ts';
import { USER_SET } from './follow-ups.ts';
import type { PictureFacts } from './picture-facts.ts';
import { lightOf, multipliersOf, type Light } from './white-balance.ts';

/** The temperature in K, the tint, the list of presets and their fine tuning, worked out from the multipliers that are stored. */
export function whiteBalanceControl(
  { label, options = [] }: PanelControl,
  stored: Known,
  { cameraMatrix: matrix, presets = [] }: PictureFacts,
): ComputedControl | null {
  const [red, green, blue] = [stored('red'), stored('green'), stored('blue')];
  if (!red || !green || !blue) return null;
  // 5.x notes where the multipliers are from.
  const byHand = stored('preset') === undefined ? {} : { preset: USER_SET };
  if (label === 'finetune') {
    const preset = presetNow(presets, stored);
    return preset && { value: preset.tuning, changesTo: (to) => ({ ...preset.at(to), ...byHand }) };
  }
  const light = matrix ? lightOf({ red, green, blue }, matrix) : null;
  if (options.some(({ set }) => set)) {
    const preset = presetNow(presets, stored);
    const own = preset ? options.findIndex((option) => isPreset(option, preset)) : positionNow(options, stored);
    return {
      value: own < 0 ? standardEntry(options, { stored: stored('preset'), light }) : own,
      changesTo: (position) => ({ ...options[position]?.set, ...byHand }),
    };
  }
  const part = ({ temperature: 'kelvin', tint: 'tint' } as const)[label ?? ''];
  if (!part || !light || !matrix) return null;
  return {
    value: light[part],
    changesTo: (to) => ({ ...multipliersOf({ ...light, [part]: to }, matrix), ...byHand }),
  };
}

const isPreset = ({ label, set }: PanelOption, preset: TunedPreset) => set !== undefined && label === preset.label;

/** 5.x stores the entry; before, only the camera's reference can be told, which is the light of D65. -1: not known. */
function standardEntry(
  options: readonly PanelOption[],
  { stored, light }: { stored: number | undefined; light: Light | null },
): number {
  if (stored !== undefined) return options[stored] && !options[stored].set ? stored : -1;
  const isD65 = light !== null && Math.abs(light.kelvin - 6504) < 2 && Math.abs(light.tint - 1) < 0.001;
  return isD65 ? options.findIndex(({ label }) => label === 'camera reference') : -1;
}

/** As shot, from image area, user modified, camera reference; in 5.x also as shot to reference. Only darktable can choose them. */
const isStandard = (_: PanelOption, at: number, all: readonly PanelOption[]) =>
  at < all.findIndex(({ header }) => header);

/**
 * White balance's list with the presets of the picture's own camera in the place of the sample's, and the range of their fine
 * tuning, which stays where another preset has it too. Without any the list stays as it is, and so is not shown.
 */
export function withCameraPresets(
  controls: readonly PanelControl[],
  presets: readonly TunedPreset[],
  stored: Known,
): readonly PanelControl[] {
  if (presets.length === 0) return controls;
  const now = presetNow(presets, stored);
  const tuning = now?.tuning ?? 0;
  return controls.map((control): PanelControl => {
    if (control.label === 'finetune') return { ...control, ...finetune(now) };
    if (control.label !== 'settings' || !control.options) return control;
    const standard = control.options.filter(isStandard).map((option) => ({ ...option, disabled: true }));
    const own = presets.map(({ label, least, most, at }) => ({
      ...{ label, set: { ...at(tuning >= least && tuning <= most ? tuning : 0) } },
    }));
    return { ...control, options: [...standard, ...own] };
  });
}

/** Shown where the table of the preset has more than one step. */
function finetune(preset: TunedPreset | null): Partial<PanelControl> {
  if (!preset || preset.least === preset.most) return { hidden: true, shown_when: undefined };
  const range: [number, number] = [preset.least, preset.most];
  return { soft: range, hard: range, step: 1, hidden: false, shown_when: undefined };
}

import type { PanelControl, PanelOption } from '../../../contract/panel.ts';
import type { CameraMatrix, CameraPreset } from '../../../contract/white-balance.ts';
import { type ComputedControl, type Known, positionNow } from './computed-control.ts';
import { USER_SET } from './follow-ups.ts';
import { lightOf, multipliersOf, type Light } from './white-balance.ts';

/** What the controls of white balance hang on beside what is stored. */
export interface PictureFacts {
  /** null: not known, so that temperature and tint are not either. */
  cameraMatrix?: CameraMatrix | null | undefined;
}

/** The temperature in K, the tint and the list of presets, worked out from the multipliers that are stored. */
export function whiteBalanceControl(
  { label, options = [], sets = [] }: PanelControl,
  stored: Known,
  { cameraMatrix: matrix }: PictureFacts,
): ComputedControl | null {
  const [red, green, blue] = [stored('red'), stored('green'), stored('blue')];
  if (!red || !green || !blue) return null;
  const light = matrix ? lightOf({ red, green, blue }, matrix) : null;
  // 5.x notes where the multipliers are from.
  const byHand = sets.includes('preset') ? { preset: USER_SET } : {};
  if (options.some(({ set }) => set)) {
    const preset = positionNow(options, stored);
    return {
      value: preset < 0 ? standardEntry(options, { stored: stored('preset'), light }) : preset,
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
 * White balance's list with the presets of the picture's own camera in the place of the sample's. Without any it stays as it is, and
 * so is not shown.
 */
export function withCameraPresets(
  controls: readonly PanelControl[],
  presets: readonly CameraPreset[],
): readonly PanelControl[] {
  const own = new Map<string, PanelOption>();
  for (const { name, tuning, multipliers } of presets) {
    const label = name.toLowerCase();
    if (tuning !== 0 || own.has(label)) continue;
    // As darktable stores them: 32 bits, and green is 1.
    const [red, green, blue] = multipliers;
    own.set(label, { label, set: { red: Math.fround(red / green), green: 1, blue: Math.fround(blue / green) } });
  }
  if (own.size === 0) return controls;
  return controls.map((control): PanelControl => {
    if (control.label !== 'settings' || !control.options) return control;
    const standard = control.options.filter(isStandard).map((option) => ({ ...option, disabled: true }));
    return { ...control, options: [...standard, ...own.values()] };
  });
}

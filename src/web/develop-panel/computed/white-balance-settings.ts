import type { PanelControl, PanelOption } from '../../../contract/panel.ts';
import type { CameraMatrix } from '../../../contract/white-balance.ts';
import { presetNow, SAME, type TunedPreset } from './camera-presets.ts';
import type { Known } from './computed-control.ts';
import type { Multipliers } from './multipliers.ts';
import type { PictureFacts } from './picture-facts.ts';
import { referenceOf } from './white-balance.ts';

/** Above the heading of the camera: as shot, from image area, user modified, camera reference; in 5.x as shot to reference. */
const standardOf = (options: readonly PanelOption[]) =>
  options.slice(
    0,
    options.findIndex(({ header }) => header),
  );

/** Where 5.x counts the presets of the camera from, as real ones stored it: the heading has a number too. */
export const firstPreset = (options: readonly PanelOption[]): number => standardOf(options).length + 1;

/**
 * The entry that is stored. 5.x stores its number, which is its position in the list. Before, it is the first with the
 * multipliers, and `user modified` when there is none.
 */
export function settingNow(options: readonly PanelOption[], stored: Known, presets: readonly TunedPreset[]): number {
  const at = (name: string) => options.findIndex(({ label, header }) => label === name && !header);
  const number = stored('preset');
  if (number !== undefined && number < firstPreset(options)) return number;
  const same =
    number === undefined
      ? ['as shot', 'camera reference'].find((name) => isStored(options[at(name)], stored))
      : undefined;
  const known = same ?? presetNow(presets, stored)?.label;
  return known === undefined ? (number ?? at('user modified')) : at(known);
}

const isStored = (option: PanelOption | undefined, stored: Known) =>
  ['red', 'green', 'blue'].every((color) => Math.abs((stored(color) ?? NaN) - (option?.set?.[color] ?? NaN)) < SAME);

/**
 * White balance's list as it is for this picture: what its standard entries store, and the presets of its camera in the
 * place of the sample's, with the range of their fine tuning, which stays where another preset has it too. Grayed are
 * the area, which a picker finds, and what is not known of the picture.
 */
export function withOwnSettings(
  controls: readonly PanelControl[],
  facts: PictureFacts & { camera?: string | undefined },
  stored: Known,
): readonly PanelControl[] {
  const settings = controls.find(({ label, options }) => label === 'settings' && options);
  if (!settings?.options) return controls;
  const { presets = [], camera = '' } = facts;
  const isNumbered = stored('preset') !== undefined;
  const now = presetNow(presets, stored);
  const tuning = now?.tuning ?? 0;
  const standard = standardOf(settings.options).map(({ label }, preset): PanelOption => {
    const multipliers = standardMultipliers(label, facts);
    const isKnown = multipliers !== null || (label === 'user modified' && isNumbered);
    return isKnown ? { label, set: { ...multipliers, ...(isNumbered && { preset }) } } : { label, disabled: true };
  });
  const own = presets.map(({ label, number, least, most, at }) => {
    const multipliers = at(tuning >= least && tuning <= most ? tuning : 0);
    return { label, set: { ...multipliers, ...(isNumbered && { preset: standard.length + 1 + number }) } };
  });
  const options = [...standard, { label: camera, header: true }, ...own];
  return controls.map((control): PanelControl => {
    if (control === settings) return { ...control, options };
    return control.label === 'finetune' ? { ...control, ...finetune(now), options } : control;
  });
}

/**
 * What the camera noted, as darktable's defaults for the picture have it. With the preference for a modern chromatic adaptation those of
 * 4.2 are the camera's reference: then it is not known.
 */
export function asShotOf(defaults: Known | undefined, matrix: CameraMatrix | null): Multipliers | null {
  const [red, green, blue] = [defaults?.('red'), defaults?.('green'), defaults?.('blue')];
  if (!red || !green || !blue) return null;
  const isNumbered = defaults?.('preset') !== undefined;
  const reference = matrix && !isNumbered && { set: { ...referenceOf(matrix) }, label: '' };
  return defaults && reference && isStored(reference, defaults) ? null : { red, green, blue };
}

function standardMultipliers(label: string, { asShot, cameraMatrix }: PictureFacts): Multipliers | null {
  if (label === 'camera reference') return cameraMatrix ? referenceOf(cameraMatrix) : null;
  // The second is told from the first by the modules behind it.
  return label === 'as shot' || label === 'as shot to reference' ? (asShot ?? null) : null;
}

/** Shown where the table of the preset has more than one step. */
function finetune(preset: TunedPreset | null): Partial<PanelControl> {
  if (!preset || preset.least === preset.most) return { hidden: true, shown_when: undefined };
  const range: [number, number] = [preset.least, preset.most];
  return { soft: range, hard: range, step: 1, hidden: false, shown_when: undefined };
}

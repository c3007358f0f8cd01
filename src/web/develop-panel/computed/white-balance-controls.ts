import type { PanelControl } from '../../../contract/panel.ts';
import { presetNow } from './camera-presets.ts';
import type { ComputedControl, Known } from './computed-control.ts';
import { USER_SET } from './follow-ups.ts';
import type { PictureFacts } from './picture-facts.ts';
import { firstPreset, settingNow } from './white-balance-settings.ts';
import { lightOf, multipliersOf } from './white-balance.ts';

/** The temperature in K, the tint, the list of settings and the fine tuning, worked out from the multipliers that are stored. */
export function whiteBalanceControl(
  { label, options = [] }: PanelControl,
  stored: Known,
  { cameraMatrix: matrix, presets = [] }: PictureFacts,
): ComputedControl | null {
  const [red, green, blue] = [stored('red'), stored('green'), stored('blue')];
  if (!red || !green || !blue) return null;
  // 5.x notes where the multipliers are from.
  const noted = (preset: number) => (stored('preset') === undefined ? {} : { preset });
  if (label === 'finetune') {
    const preset = presetNow(presets, stored);
    return (
      preset && {
        value: preset.tuning,
        changesTo: (to) => ({ ...preset.at(to), ...noted(firstPreset(options) + preset.number) }),
      }
    );
  }
  if (options.some(({ set }) => set)) {
    return {
      value: settingNow(options, stored, presets),
      changesTo: (position) => options[position]?.set ?? {},
    };
  }
  const part = ({ temperature: 'kelvin', tint: 'tint' } as const)[label ?? ''];
  if (!part || !matrix) return null;
  const light = lightOf({ red, green, blue }, matrix);
  return {
    value: light[part],
    changesTo: (to) => ({ ...multipliersOf({ ...light, [part]: to }, matrix), ...noted(USER_SET) }),
  };
}

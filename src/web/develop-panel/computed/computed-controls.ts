import type { PanelControl } from '../../../contract/panel.ts';
import { chromaticityOf, hueAndChroma, temperatureOf } from './illuminant.ts';
import { type ComputedControl, type Known, positionNow } from './computed-control.ts';
import { AS_IN_EXIF, turned, type Turn } from './orientation.ts';
import { noiseProfile } from './noise-profiles.ts';
import type { PictureFacts } from './picture-facts.ts';
import { whiteBalanceControl } from './white-balance-controls.ts';

/** null: how darktable works it out is not known here, or needs what only darktable has. */
export function computedControl(
  operation: string,
  control: PanelControl,
  stored: Known,
  facts: PictureFacts = {},
): ComputedControl | null {
  if (operation === 'temperature') return whiteBalanceControl(control, stored, facts);
  if (operation === 'denoiseprofile' && control.label === 'profile') return noiseProfile(control, stored);
  if (control.options?.some(({ set }) => set)) return optionsThatSet(control, stored);
  if (operation === 'channelmixerrgb' && control.sets) return light(control.label, stored);
  return null;
}

/**
 * A list of which each entry stores several fields; its value is the position of the entry that they have now. With an
 * aspect, which may also be typed, darktable fits the frame to the picture, whose size is not known here.
 */
function optionsThatSet({ options = [], editable = false }: PanelControl, stored: Known): ComputedControl {
  return {
    value: positionNow(options, stored),
    changesTo: editable ? null : (position) => options[position]?.set ?? {},
  };
}

/** Color calibration's own light: hue and chroma of what is stored as x and y. */
function light(label: string | undefined, stored: Known): ComputedControl | null {
  const [x, y] = [stored('x'), stored('y')];
  if ((label !== 'hue' && label !== 'chroma') || x === undefined || y === undefined) return null;
  const now = hueAndChroma([x, y]);
  return {
    value: now[label],
    changesTo: (to) => {
      const next = chromaticityOf({ ...now, [label]: to });
      return { x: next[0], y: next[1], temperature: temperatureOf(next) };
    },
  };
}

const TURNS: Record<string, Turn> = {
  'rotate 90 degrees CCW': 'counterclockwise',
  'rotate 90 degrees CW': 'clockwise',
  'flip horizontally': 'flip-horizontally',
  'flip vertically': 'flip-vertically',
};

/**
 * What a button stores when it is pressed. null: not known here. A picture that is turned as its Exif data says cannot
 * be turned further, because that turn is not known.
 */
export function pressed(operation: string, { label = '' }: PanelControl, stored: Known): Record<string, number> | null {
  const turn = TURNS[label];
  const now = stored('orientation');
  if (operation !== 'flip' || !turn || now === undefined || now === AS_IN_EXIF) return null;
  const orientation = turned(now, turn);
  return orientation === null ? null : { orientation };
}

export const isTurn = (operation: string, { label = '' }: PanelControl): boolean =>
  operation === 'flip' && Object.hasOwn(TURNS, label);

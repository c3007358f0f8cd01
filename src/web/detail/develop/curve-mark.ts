import type { InputColors } from '../../../contract/input-colors.ts';
import type { Known } from '../../develop-panel/computed/computed-control.ts';
import { lightnessOfLight, xyzOf } from '../../develop-panel/computed/light.ts';
import { number } from '../../i18n/words.ts';
import { itemAt } from '../../item-at.ts';

/** An area of the picture on the axis of a curve, from 0 to 1. */
export interface CurveMark {
  min: number;
  mean: number;
  max: number;
  /** What the mean becomes at this height of the curve, in the unit of the channel. */
  text?: (height: number) => string;
}

export type MarkColors = Pick<InputColors, 'rgb' | 'lab' | 'lch'>;
type Mark = (colors: MarkColors, channel: number, stored: Known) => CurveMark;

/** Most of C in LCh, for color zones. */
const MOST_CHROMA = 128 * Math.SQRT2;

/** As darktable's pickers of these modules mark a color (tonecurve.c, rgbcurve.c, colorzones.c; picker_scale). */
const MARKS: Record<string, Mark> = {
  tonecurve: ({ lab }, channel) => {
    const [factor, offset] = channel === 0 ? [100, 0] : [256, -128];
    return marked((name) => (itemAt(lab[name], channel) - offset) / factor, factor, offset);
  },
  rgbcurve: ({ rgb }, channel, stored) => {
    const isLinked = stored('curve_autoscale') === 0;
    const scaled = (light: number) => (stored('compensate_middle_grey') ? lightnessOfLight(light) / 100 : light);
    return marked((name) => scaled(isLinked ? xyzOf(rgb[name])[1] : itemAt(rgb[name], channel)), 255, 0);
  },
  // Its three curves are over the same axis.
  colorzones: ({ lch }, _channel, stored) => {
    const axis = stored('channel') ?? 2;
    const { text: _text, ...mark } = marked(
      (name) => itemAt(lch[name], axis) / ([100, MOST_CHROMA, 1][axis] ?? 1),
      1,
      0,
    );
    return mark;
  },
};

export const markOf = (operation: string): Mark | undefined => MARKS[operation];

const within = (share: number) => Math.min(Math.max(share, 0), 1);

function marked(of: (name: 'min' | 'mean' | 'max') => number, factor: number, offset: number): CurveMark {
  const mean = of('mean');
  const words = (share: number) =>
    number(share * factor + offset, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return {
    min: within(of('min')),
    mean: within(mean),
    max: within(of('max')),
    text: (height) => `${words(mean)} → ${words(height)}`,
  };
}

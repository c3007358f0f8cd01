import type { InputColors, Norm } from '../../../contract/input-colors.ts';
import type { Known } from './computed-control.ts';
import { itemAt } from '../../item-at.ts';

export type LevelColors = Pick<InputColors, 'rgb' | 'lab' | 'pixels'>;
/** What can be picked: one of the handles by a spot; all of them by an area, or by the whole picture. */
export type LevelsPicker = 'black' | 'gray' | 'white' | 'all';

type Levels = readonly [black: number, gray: number, white: number];

/** In the order of `preserve_colors`, from 1. */
const NORMS: readonly Norm[] = ['luminance', 'max', 'average', 'sum', 'euclidean', 'power'];
/** A handle that would pass gray is left this far beside it: the step of single precision at 1. */
const BESIDE = 2 ** -23;

/**
 * The handles of levels (`channel` null) and of a channel of rgb levels, as darktable's pickers and its button "auto" store them (levels.c and
 * rgblevels.c, color_picker_apply). Read: one spot of the smoothed picture, or the pixels of an area.
 */
export function pickedLevels(
  picker: LevelsPicker,
  { rgb, lab, pixels }: LevelColors,
  { levels, channel, stored }: { levels: Levels; channel: number | null; stored: Known },
): Levels | null {
  if (picker === 'all') {
    const { min, max } = channel === null ? ofLightness(pixels) : ofChannels(pixels, channel, stored);
    return ofFinite([min, (min + max) / 2, max]);
  }
  // rgb levels reads red for every channel (measured with 4.2.1: green took the red of the spot).
  const found = channel === null ? lab.mean[0] / 100 : rgb.mean[0];
  const [black, gray, white] = levels;
  switch (picker) {
    case 'black':
      return ofFinite([found > gray ? gray - BESIDE : found, gray, white]);
    case 'gray':
      return ofFinite([black, found < black || found > white ? gray : found, white]);
    case 'white':
      return ofFinite([black, gray, found < gray ? gray + BESIDE : found]);
  }
}

const ofFinite = (levels: Levels): Levels | null => (levels.every(Number.isFinite) ? levels : null);

const ofLightness = ({ lightness: { min, max } }: LevelColors['pixels']) => ({ min: min / 100, max: max / 100 });

/** Linked channels are measured by what `preserve_colors` makes of them; by all three if it makes nothing. */
function ofChannels({ rgb, norms }: LevelColors['pixels'], channel: number, stored: Known) {
  const isLinked = stored('autoscale') === 0;
  const norm = isLinked ? NORMS[(stored('preserve_colors') ?? 0) - 1] : undefined;
  const { min, max } = norm
    ? norms[norm]
    : isLinked
      ? { min: Math.min(...rgb.min), max: Math.max(...rgb.max) }
      : { min: itemAt(rgb.min, channel), max: itemAt(rgb.max, channel) };
  return { min: within(min), max: within(max) };
}

const within = (level: number) => Math.min(Math.max(level, 0), 1);

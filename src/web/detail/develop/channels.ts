import type { ParamField } from '../../../contract/modules.ts';
import { t } from '../../i18n/words.ts';
import { type Curve, valueAt } from './curve.ts';

/** Translated words, for names that are more than letters. */
type Word = 'all' | 'lightness' | 'chroma' | 'hue' | 'luma' | 'edges' | 'lumaNoise' | 'chromaNoise';
const WORDS: Record<Word, true> = {
  all: true,
  lightness: true,
  chroma: true,
  hue: true,
  luma: true,
  edges: true,
  lumaNoise: true,
  chromaNoise: true,
};

/** In parameter order: the `…_channel_t` of darktable's modules. */
const CHANNELS: Record<string, readonly string[]> = {
  atrous: ['luma', 'chroma', 'edges', 'lumaNoise', 'chromaNoise'],
  colorzones: ['lightness', 'chroma', 'hue'],
  denoiseprofile: ['all', 'R', 'G', 'B', 'Y0', 'U0V0'],
  rawdenoise: ['all', 'R', 'G', 'B'],
  rgbcurve: ['R', 'G', 'B'],
  tonecurve: ['L', 'a', 'b'],
};

const isWord = (name: string): name is Word => name in WORDS;

/** The name that darktable's window shows for a channel of a module's curves; its number if unknown. */
export function channelName(operation: string, channel: number): string {
  const name = CHANNELS[operation]?.[channel] ?? String(channel + 1);
  return isWord(name) ? t(`develop.channels.${name}`) : name;
}

/** Of denoise (profiled): all, R, G and B or, in the other color mode, Y0 and U0V0. */
const FIRST_OF_Y0U0V0 = 4;

/**
 * The curves that take effect: darktable ignores all but the first while the channels are linked, and in denoise (profiled) those of the
 * color mode that is not chosen.
 */
export function unlinked(curves: readonly Curve[], fields: readonly ParamField[], params: unknown): readonly Curve[] {
  const colors = valueAt(params, 'wavelet_color_mode');
  if (typeof colors === 'string') {
    const isY0U0V0 = colors.includes('Y0U0V0');
    return curves.filter(({ channel }) => (channel ?? 0) >= FIRST_OF_Y0U0V0 === isY0U0V0);
  }
  const link = fields.find(({ name, type }) => type === 'enum' && /_autoscale(_ab)?$/.test(name));
  const mode = link && valueAt(params, link.name);
  const isLinked = typeof mode === 'string' && mode.includes('_AUTOMATIC');
  return isLinked ? curves.filter(({ channel }) => channel === null || channel === 0) : curves;
}

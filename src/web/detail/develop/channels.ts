import type { ParamField } from '../../../contract/modules.ts';
import { t } from '../../i18n/words.ts';
import { type Curve, valueAt } from './curve.ts';

/** Words of the pages, for names that are no mere letters. */
type Word = 'all' | 'lightness' | 'chroma' | 'hue' | 'luma' | 'edges' | 'lumaNoise' | 'chromaNoise';
const WORDS: Record<Word, true> = {
  ...{ all: true, lightness: true, chroma: true, hue: true },
  ...{ luma: true, edges: true, lumaNoise: true, chromaNoise: true },
};

/** In the order of the parameters: the `…_channel_t` of darktable's modules. */
const CHANNELS: Record<string, readonly string[]> = {
  atrous: ['luma', 'chroma', 'edges', 'lumaNoise', 'chromaNoise'],
  colorzones: ['lightness', 'chroma', 'hue'],
  denoiseprofile: ['all', 'R', 'G', 'B', 'Y0', 'U0V0'],
  rawdenoise: ['all', 'R', 'G', 'B'],
  rgbcurve: ['R', 'G', 'B'],
  tonecurve: ['L', 'a', 'b'],
};

const isWord = (name: string): name is Word => name in WORDS;

/** A channel of a module's curves as darktable's window calls it; its number where that is not known. */
export function channelName(operation: string, channel: number): string {
  const name = CHANNELS[operation]?.[channel] ?? String(channel + 1);
  return isWord(name) ? t(`develop.channels.${name}`) : name;
}

/** The curves that take effect: darktable passes over all but the first while the channels are linked. */
export function unlinked(curves: readonly Curve[], fields: readonly ParamField[], params: unknown): readonly Curve[] {
  const link = fields.find(({ name, type }) => type === 'enum' && /_autoscale(_ab)?$/.test(name));
  const mode = link && valueAt(params, link.name);
  const isLinked = typeof mode === 'string' && mode.includes('_AUTOMATIC');
  return isLinked ? curves.filter(({ channel }) => channel === null || channel === 0) : curves;
}

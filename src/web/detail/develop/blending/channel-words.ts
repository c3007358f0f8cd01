import type { MaskChannel } from '../../../../contract/blend-mask.ts';
import type { BlendSpace } from '../../../../contract/blending.ts';
import { number } from '../../../i18n/words.ts';

/** A place of a channel's range as darktable writes it: degrees of hues, -128 to 128 of a and b, else percent, as far as the boost reaches. */
export function channelText({ channel, boost }: Pick<MaskChannel, 'channel' | 'boost'>, share: number): string {
  if (isHue(channel)) return `${number(Math.round(share * 360))}°`;
  if (channel === 'a' || channel === 'b') return number(Math.round((share * 256 - 128) * 10) / 10);
  return number(Math.round(share * 1000 * 2 ** (boost - boostOf(channel))) / 10);
}

/** Where darktable's slider of a boost has its 0: Jz and Cz of a screen end at 0.01 (log2 of it). */
export const boostOf = (channel: string): number => (channel === 'Jz' || channel === 'Cz' ? Math.log2(0.01) : 0);

const isHue = (channel: string) => ['h', 'H', 'hz'].includes(channel);

/** A hue ends where it begins; its range has no boost, and neither have a and b. */
export const hasBoost = (space: BlendSpace | null | undefined, channel: string): boolean =>
  space === 'rgb_scene' && !isHue(channel);

const HUES = 'linear-gradient(to right, #d03030, #b0a020, #30a030, #20a0a0, #4050d0, #b030b0, #d03030)';
const GRAYS = 'linear-gradient(to right, #000000, #ffffff)';
const COLORS: Readonly<Record<string, string>> = {
  R: 'linear-gradient(to right, #000000, #ff0000)',
  G: 'linear-gradient(to right, #000000, #00ff00)',
  B: 'linear-gradient(to right, #000000, #0000ff)',
  a: 'linear-gradient(to right, #00a070, #808080, #e02080)',
  b: 'linear-gradient(to right, #0070d0, #808080, #d0b000)',
  C: 'linear-gradient(to right, #808080, #e000e0)',
  Cz: 'linear-gradient(to right, #808080, #e000e0)',
  S: 'linear-gradient(to right, #808080, #e000e0)',
  h: HUES,
  H: HUES,
  hz: HUES,
};
/** Of the bar behind a channel's range. */
export const channelColors = (channel: string): string => COLORS[channel] ?? GRAYS;

/** Whether a channel restricts anything. */
export const isRestricting = ({ range: [, from, to] }: Pick<MaskChannel, 'range'>): boolean => from !== 0 || to !== 1;

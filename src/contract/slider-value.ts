import type { PanelControl } from './panel.ts';
import { shortestDecimal } from './single-precision.ts';

/**
 * Between what a slider stores and what it shows, as darktable does it (bauhaus.c, dt_bauhaus_slider_get_text and
 * dt_bauhaus_slider_set_val): in single precision, since that is what it stores.
 */
export type SliderScale = Pick<
  PanelControl,
  'digits' | 'factor' | 'shown_offset' | 'unit' | 'signed' | 'hard' | 'step' | 'power'
>;

/** The scale of a slider, which in a few cases depends on what other fields store. */
export function scaleOf(slider: PanelControl, stored: (field: string) => number | undefined): SliderScale {
  if (!slider.scale_from) return slider;
  const [low, high] = [stored(slider.scale_from.low), stored(slider.scale_from.high)];
  if (low === undefined || high === undefined || !(high > low)) return slider;
  return { ...slider, factor: Math.fround(high - low), shown_offset: low };
}

/** The number that is shown, before it is rounded. */
export function shownNumber({ factor = 1, shown_offset = 0, power }: SliderScale, stored: number): number {
  const value = power ? Math.log(stored) / Math.log(power.base) - power.plus : stored;
  return Math.fround(Math.fround(Math.fround(value) * Math.fround(factor)) + Math.fround(shown_offset));
}

/** What is stored for a shown number, which is rounded to the digits that are shown. */
export function storedNumber(slider: SliderScale, shown: number): number {
  const { digits = 0, factor = 1, shown_offset = 0, power, hard } = slider;
  const base = 10 ** digits;
  const value = clamped((Math.round(shown * base) / base - shown_offset) / factor, hard);
  return shortestDecimal(power ? power.base ** (value + power.plus) : value) ?? value;
}

/** The text that darktable shows: `+0.500 EV`. */
export function shownText(slider: SliderScale, stored: number, decimal: '.' | ',' = '.'): string {
  return withUnit(slider, fixed(shownNumber(slider, stored), slider.digits ?? 0), decimal);
}

/** The value with all of its digits, where the shown one is rounded. */
export function exactText(slider: SliderScale, stored: number, decimal: '.' | ',' = '.'): string {
  const shown = shownNumber(slider, stored);
  return withUnit(slider, String(shortestDecimal(shown) ?? shown), decimal);
}

/** The shown texts of the least and the most that may be typed. */
export function rangeTexts(slider: SliderScale, decimal: '.' | ',' = '.'): { least: string; most: string } {
  const [least, most] = shownRange(slider).map((shown) => withUnit(slider, fixed(shown, slider.digits ?? 0), decimal));
  return { least: least!, most: most! };
}

/** The least and the most that may be typed, as shown: rounded, so that a limit that is shown can be typed. */
export function shownRange(slider: SliderScale): [number, number] {
  const { factor = 1, shown_offset = 0, digits = 0, hard = [-Infinity, Infinity] } = slider;
  const ends = hard.map((end) => Number(fixed(Math.fround(end * factor + shown_offset), digits)));
  return [Math.min(...ends), Math.max(...ends)];
}

/**
 * The stored value some steps further, up or down as shown. A step is never less than the last digit that is shown:
 * rounding would swallow it.
 */
export function stepped(slider: SliderScale, stored: number, steps: number): number {
  const { factor = 1, step = 0, digits = 0 } = slider;
  const way = Math.abs(steps * step * factor);
  const shown = shownNumber(slider, stored) + Math.sign(steps) * Math.max(way, 10 ** -digits);
  const [least, most] = shownRange(slider);
  return storedNumber(slider, Math.min(Math.max(shown, least), most));
}

const clamped = (value: number, [least, most]: readonly number[] = [-Infinity, Infinity]) =>
  Math.min(Math.max(value, least!), most!);

/** As printf: a number half way between two goes to the even one. */
function fixed(number: number, digits: number): string {
  const scaled = number * 10 ** digits;
  if (Math.abs(scaled % 1) !== 0.5) return number.toFixed(digits);
  return ((2 * Math.round(scaled / 2)) / 10 ** digits).toFixed(digits);
}

function withUnit({ signed = false, unit = '' }: SliderScale, number: string, decimal: '.' | ','): string {
  const sign = signed && !/^[-N]/.test(number) ? '+' : '';
  return sign + number.replace('.', decimal) + unit;
}

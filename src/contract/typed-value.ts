import { calculated } from './calculation.ts';
import { ungrouped } from './read-number.ts';
import { rangeTexts, shownNumber, shownRange, storedNumber, type SliderScale } from './slider-value.ts';

/** Why a typed text is no value; where it is a number, the limits are told as they are shown. */
export type Refusal = { why: 'empty' } | { why: 'not_a_number' } | { why: 'out_of_range'; least: string; most: string };

export type TypedValue = { stored: number; refused: null } | { stored: null; refused: Refusal };

/**
 * What a text means that somebody types into a slider: a number as it is shown, with or without its unit, or a
 * calculation as in darktable, where x is the present value: `+0.5`, `50%`, `1/3`, `x*2`. A comma is a decimal point
 * where the reader's language writes it so. Values outside the range are refused and not moved to its end.
 */
export function typedValue(
  slider: SliderScale,
  text: string,
  { stored, decimal = '.' }: { stored: number; decimal?: '.' | ',' },
): TypedValue {
  const typed = text.trim();
  if (typed === '') return refuse({ why: 'empty' });
  const number = calculated(ungrouped(withoutUnit(typed, slider.unit)), { x: shownNumber(slider, stored), decimal });
  if (number === null || !Number.isFinite(number)) return refuse({ why: 'not_a_number' });
  const [least, most] = shownRange(slider);
  const base = 10 ** (slider.digits ?? 0);
  const shown = Math.round(number * base) / base;
  if (shown < least || shown > most) return refuse({ why: 'out_of_range', ...rangeTexts(slider, decimal) });
  return { stored: storedNumber(slider, number), refused: null };
}

const refuse = (refused: Refusal): TypedValue => ({ stored: null, refused });

/** A percent sign after a calculation is not the unit: `x*50%` is half of x. */
function withoutUnit(text: string, unit = ''): string {
  const word = unit.trim();
  if (word === '' || !text.toLowerCase().endsWith(word.toLowerCase())) return text;
  const rest = text.slice(0, -word.length);
  return word === '%' && !/^[-+−]?[\d.,\s]+$/.test(rest) ? text : rest;
}

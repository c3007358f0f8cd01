import type { ParamField } from '../../../contract/modules.ts';
import { number } from '../../i18n/words.ts';

/** What one notch of a slider is: a round number, some thousand of them from end to end. */
export function stepOf({ type, min, max }: ParamField): number {
  if (type === 'integer') return 1;
  if (min === undefined || max === undefined || max <= min) return 0.01;
  return 10 ** Math.floor(Math.log10((max - min) / 1000));
}

/** As a person would write it: no digits that float32 made up. */
export const shownNumber = (value: number): string =>
  number(value, { maximumSignificantDigits: 5, useGrouping: false });

/** The same with every digit that float32 holds: to be changed by hand. */
export const writtenNumber = (value: number): string =>
  number(Number(value.toPrecision(6)), { maximumSignificantDigits: 6, useGrouping: false });

/** What somebody typed, with a comma or a point; null when it is no number. */
export function typedNumber(text: string): number | null {
  const plain = text.trim().replace('−', '-').replace(',', '.');
  const value = Number(plain);
  return plain === '' || !Number.isFinite(value) ? null : value;
}

export const isSlider = ({ type, min, max }: ParamField): boolean =>
  (type === 'number' || type === 'integer') &&
  min !== undefined &&
  max !== undefined &&
  max > min &&
  // Some limits only say what the type can hold.
  max - min < 1e6;

import type { ParamField } from '../../../contract/modules.ts';
import { ungrouped } from '../../../contract/read-number.ts';
import { number } from '../../i18n/words.ts';

/** One step of a slider: a round number, about a thousand of them from end to end. */
export function stepOf({ type, min, max }: ParamField): number {
  if (type === 'integer') return 1;
  if (min === undefined || max === undefined || max <= min) return 0.01;
  return 10 ** Math.floor(Math.log10((max - min) / 1000));
}

/** As a person would write it: without digits that come from float32. */
export const shownNumber = (value: number): string =>
  number(value, { maximumSignificantDigits: 5, useGrouping: false });

/** With every digit that float32 holds, for editing by hand. */
export const writtenNumber = (value: number): string =>
  number(Number(value.toPrecision(6)), { maximumSignificantDigits: 6, useGrouping: false });

/** A typed number, with a comma or a point; null when it is not a number. */
export function typedNumber(text: string): number | null {
  const plain = ungrouped(text.trim()).replace('−', '-').replace(',', '.');
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

/** One line of the bench: what was measured, and its limit. */
export interface Result {
  /** Which part of the bench it belongs to, and the name for --only. */
  group: string;
  name: string;
  value: number;
  /** The value's unit. */
  unit: '%' | 'ms' | 's' | 'MB' | '×' | 'commits' | 'answers' | '/s';
  /** Null: for information only. */
  limit: { least: number } | { most: number } | null;
  /** Where the value comes from: the two rates of a ratio, the number of requests. */
  detail: string;
}

export function holds({ value, limit }: Result): boolean | null {
  if (limit === null) return null;
  // NaN, a figure that could not be measured, meets no limit.
  return 'least' in limit ? value >= limit.least : value <= limit.most;
}

const UNITS: Record<Result['unit'], (value: number) => string> = {
  '%': (value) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} %`,
  ms: (value) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`,
  s: (value) => `${value.toFixed(2)} s`,
  MB: (value) => `${value.toFixed(0)} MB`,
  '×': (value) => `${value.toFixed(2)}×`,
  commits: (value) => String(value),
  answers: (value) => String(value),
  '/s': (value) => `${value.toFixed(0)}/s`,
};

export const shown = ({ value, unit }: Pick<Result, 'value' | 'unit'>): string =>
  Number.isFinite(value) ? UNITS[unit](value) : 'none';

export function shownLimit({ limit, unit }: Result): string {
  if (limit === null) return '';
  return 'least' in limit
    ? `≥ ${UNITS[unit](limit.least)}`.replace(/\.0+(?=\D|$)/, '')
    : `≤ ${UNITS[unit](limit.most)}`.replace(/\.0+(?=\D|$)/, '');
}

/** A whole number with thin spaces between the thousands. */
export const count = (value: number): string => Math.round(value).toLocaleString('en').replaceAll(',', ' ');

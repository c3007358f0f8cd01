/**
 * Without what sets thousands apart, where it can be nothing else: `1.234,5`, `1,234.5`, `1 234,5`, and `1.234.567`. A
 * single sign stays: `1,234` and `1.234` are a little more than one in half of the languages.
 */
export const ungrouped = (text: string): string =>
  text.replaceAll(GROUPED, (number) => number.replaceAll(/[.,\s'’](?=\d{3}(?:\D|$))/g, ''));

const GROUPED =
  /(?<![\d.,])\d{1,3}(?:(?:[\s'’]\d{3})+|(?:\.\d{3})+(?=,\d)|(?:,\d{3})+(?=\.\d)|(?:\.\d{3}){2,}(?![.,])|(?:,\d{3}){2,}(?![.,]))(?!\d)/g;

/** Of a number as the page prints it in any language: `2.8`, `2,8`, `1.234,5`; null for anything else. */
export function readDecimal(text: string): number | null {
  const plain = ungrouped(text);
  return /^\d{1,9}([.,]\d{0,6})?$/.test(plain) ? Number(plain.replace(',', '.')) : null;
}

/** As above, of a whole number: `3200`, `3,200`, `3.200`. Its thousands may be set apart. */
export function readWhole(text: string): number | null {
  return /^(\d{1,9}|\d{1,3}([.,'’\u00a0\u202f]\d{3}){1,2})$/.test(text) ? Number(text.replace(/\D/g, '')) : null;
}

/** Seconds of an exposure time: `1/250`, `0.5`, `2`. */
export function readExposure(text: string): number | null {
  const parts = /^1\/(\d.*)$/.exec(text);
  const number = readDecimal(parts?.[1] ?? text);
  if (number === null || (parts && number === 0)) return null;
  return printedExposure(parts ? 1 / number : number);
}

/** The neutral form: `1/250`, `0.5`, `2`. */
export function writeExposure(seconds: number): string {
  const printed = printedExposure(seconds);
  return printed > 0 && isPrintedAsFraction(printed) ? `1/${Number((1 / printed).toFixed(1))}` : String(printed);
}

/**
 * The exposure time that the page prints for this one, in seconds: dials have fractions up to a third of a second; 1/3 and 0.3 are the
 * same click. So 0.01666 is 1/60.
 */
export function printedExposure(seconds: number): number {
  if (seconds <= 0) return 0;
  const printed = (number: number) => Number(number.toFixed(number < 10 ? 1 : 0));
  return isPrintedAsFraction(seconds) ? 1 / printed(1 / seconds) : printed(seconds);
}

export const isPrintedAsFraction = (seconds: number) => seconds < 0.29;

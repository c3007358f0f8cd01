import { expect, test } from 'vitest';
import { exactText, rangeTexts, scaleOf, shownText, stepped, storedNumber, type SliderScale } from './slider-value.ts';

const exposure: SliderScale = { hard: [-18, 18], step: 0.05, digits: 3, unit: ' EV', signed: true };
const contrast: SliderScale = { hard: [-1, 1], step: 0.005, digits: 2, factor: 100, unit: '%', signed: true };
/** Crop: the share that is cut off at the right. */
const right: SliderScale = { hard: [0, 1], step: 0.01, digits: 2, factor: -100, shown_offset: 100, unit: '%' };
const detail: SliderScale = { hard: [-1, 4], step: 0.05, digits: 0, factor: 100, shown_offset: 100, unit: '%' };
/** negadoctor: what is stored is 2 to the power of what is shown. */
const print: SliderScale = { hard: [-1, 1], digits: 2, unit: ' EV', signed: true, power: { base: 2, plus: 0 } };

test.each([
  [exposure, 0.5, '+0.500 EV'],
  [exposure, -0.000_244_140_62, '-0.000 EV'],
  [contrast, 0.1234, '+12.34%'],
  [contrast, 0, '+0.00%'],
  [right, 1, '0.00%'],
  [right, 0.9, '10.00%'],
  [detail, 0.25, '125%'],
  [print, 0.9245, '-0.11 EV'],
  [{ ...exposure, digits: 0 }, 2.5, '+2 EV'],
  [{ ...exposure, digits: 0 }, 3.5, '+4 EV'],
  // 0.285 is stored as a little less, but darktable multiplies in single precision: 28.5, half way, goes to the even one.
  [{ ...contrast, digits: 0 }, 0.285, '+28%'],
])('%o shows %d as %s', (slider, stored, text) => {
  expect(shownText(slider, stored)).toBe(text);
});

test('a number that is none is shown as one, without a sign', () => {
  expect(shownText(exposure, NaN)).toBe('NaN EV');
});

test('in German the decimal point is a comma', () => {
  expect(shownText(contrast, 0.1234, ',')).toBe('+12,34%');
  expect(rangeTexts(exposure, ',')).toEqual({ least: '-18,000 EV', most: '+18,000 EV' });
});

test.each([
  [exposure, 0.5, 0.5],
  [contrast, 12.34, 0.1234],
  [right, 10, 0.9],
  [detail, 125, 0.25],
  [print, -0.5, 0.707_106_77],
  [print, 0.2, 1.148_698_4],
])('%o stores a shown %d as %d', (slider, shown, stored) => {
  expect(storedNumber(slider, shown)).toBeCloseTo(stored, 6);
});

test('what is stored has the digits that are shown, and is never outside the range', () => {
  expect(storedNumber(exposure, 1 / 3)).toBe(0.333);
  expect(storedNumber(exposure, 99)).toBe(18);
  expect(storedNumber(right, -5)).toBe(1);
});

test('the exact value tells the digits that are rounded away', () => {
  expect(shownText({ digits: 2 }, 2.670_04e-7)).toBe('0.00');
  expect(exactText({ digits: 2 }, 2.670_04e-7)).toBe('2.67004e-7');
  expect(exactText(contrast, 0.123_456)).toBe('+12.3456%');
});

test('the ends of the range are told as shown, whichever way the slider runs', () => {
  expect(rangeTexts(right)).toEqual({ least: '0.00%', most: '100.00%' });
  expect(rangeTexts({ ...right, factor: -1, shown_offset: 0, unit: '°' })).toEqual({ least: '-1.00°', most: '0.00°' });
});

test('a step goes up or down as shown, by tens and by tenths, and never beyond the range', () => {
  expect(stepped(exposure, 0.5, 1)).toBe(0.55);
  expect(stepped(exposure, 0.5, -10)).toBe(0);
  expect(stepped(exposure, 0.5, 0.1)).toBe(0.505);
  expect(stepped(exposure, 17.99, 10)).toBe(18);
  // More is cut off, so less is stored.
  expect(stepped(right, 0.9, 1)).toBe(0.89);
});

test('a step too small for the digits shown moves the last of them', () => {
  expect(stepped(detail, 0.25, 0.1)).toBe(0.26);
});

test('a scale made from other fields follows them', () => {
  const pivot = { kind: 'slider', digits: 2, unit: ' EV', scale_from: { low: 'black', high: 'white' } } as const;
  const stored = { black: -8, white: 4 } as Record<string, number>;
  const scale = scaleOf(pivot, (field) => stored[field]);
  expect(shownText(scale, 0.5)).toBe('-2.00 EV');
  expect(storedNumber(scale, 1)).toBe(0.75);
});

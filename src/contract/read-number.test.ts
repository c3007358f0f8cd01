import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printedExposure, readDecimal, readExposure, readWhole, writeExposure } from './read-number.ts';

test.each([
  ['2.8', 2.8],
  ['2,8', 2.8],
  ['50', 50],
  ['2.', 2],
  ['', null],
  ['.8', null],
  ['1e3', null],
  ['-1', null],
])('the decimal number %s', (text, number) => expect(readDecimal(text)).toBe(number));

test.each([
  ['3200', 3200],
  ['3,200', 3200],
  ['3.200', 3200],
  ['102.400', 102_400],
  ['3.2', null],
  ['3.20', null],
  ['', null],
])('the whole number %s', (text, number) => expect(readWhole(text)).toBe(number));

test.each([
  ['1/250', 1 / 250],
  ['1/2,5', 0.4],
  ['1/2.5', 0.4],
  ['0.3333', 0.3],
  ['0.0167', 1 / 60],
  ['30', 30],
  ['1/0', null],
  ['1/', null],
  ['fast', null],
])('the exposure time %s', (text, seconds) => expect(readExposure(text)).toBe(seconds));

test('an exposure time is read as the one that was written', () => {
  fc.assert(
    fc.property(fc.double({ min: 1 / 64_000, max: 3600, noNaN: true }), (seconds) => {
      const printed = printedExposure(seconds);
      expect(printedExposure(printed)).toBe(printed);
      expect(readExposure(writeExposure(seconds))).toBe(printed);
    }),
  );
});

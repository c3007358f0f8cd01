import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printedExposure, readDecimal, readExposure, readWhole, ungrouped, writeExposure } from './read-number.ts';

test.each([
  ['2.8', 2.8],
  ['2,8', 2.8],
  ['50', 50],
  ['2.', 2],
  ['1.234,5', 1234.5],
  ['1,234.5', 1234.5],
  ['1\u202f234,5', 1234.5],
  ['', null],
  ['.8', null],
  ['1e3', null],
  ['-1', null],
])('the decimal number %s', (text, number) => expect(readDecimal(text)).toBe(number));

test.each(['en', 'de', 'fr', 'es', 'es-MX', 'de-CH', 'fr-CH', 'pl'])('numbers as %s prints them', (language) => {
  for (const number of [0.5, 12.75, 1234.5, 12_345.5, 1_234_567, 12_345_678.25])
    expect(readDecimal(number.toLocaleString(language))).toBe(number);
});

test.each([
  ['1.234', '1.234'],
  ['1,234', '1,234'],
  ['0.125', '0.125'],
  ['1,2345', '1,2345'],
  ['12.3.4', '12.3.4'],
  ['1 2', '1 2'],
  ['1.234,5*2 + 1 000', '1234,5*2 + 1000'],
])('%s without thousands set apart', (text, plain) => expect(ungrouped(text)).toBe(plain));

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

import { expect, test } from 'vitest';
import { isWithin, writtenNumber, writtenPlace } from './degrees.ts';

test.each([
  ['48.1372', 48.1372],
  ['48,1372', 48.1372],
  ['−11.5', -11.5],
  [' -11 ', -11],
  ['1\u202f234,5', 1234.5],
  ['1.234,5', 1234.5],
  ['', null],
  ['48°', NaN],
  ['12.3.4', NaN],
  ['1e9', NaN],
])('%j is the number %j', (text, number) => {
  expect(writtenNumber(text)).toEqual(number);
});

test('latitude ends at 90 degrees, longitude at 180', () => {
  expect([isWithin('latitude', -90), isWithin('latitude', 90.01), isWithin('longitude', 180)]).toEqual([
    true,
    false,
    true,
  ]);
});

test.each([
  ['48.1372, 11.5756', { latitude: 48.1372, longitude: 11.5756 }],
  ['-33.86 151.2', { latitude: -33.86, longitude: 151.2 }],
  ['48,1372', null],
  ['48.1372', null],
  ['98.1, 11.5', null],
])('%j is the place %j', (text, place) => {
  expect(writtenPlace(text)).toEqual(place);
});

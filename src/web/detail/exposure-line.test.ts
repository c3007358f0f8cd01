import { expect, test } from 'vitest';
import { exposureLine, shutterSpeed } from './exposure-line.ts';

test.each([
  [1 / 8000, '1/8000 s'],
  [1 / 250, '1/250 s'],
  [0.016666668, '1/60 s'],
  [0.125, '1/8 s'],
  [1 / 6, '1/6 s'],
  [0.25, '1/4 s'],
  [0.3, '0.3 s'],
  [0.4, '0.4 s'],
  [1, '1 s'],
  [1.3, '1.3 s'],
  [2.5, '2.5 s'],
  [30, '30 s'],
  [121, '121 s'],
])('%d seconds read %s', (seconds, words) => {
  expect(shutterSpeed(seconds)).toBe(words);
});

test('the line reads as photographers write it', () => {
  expect(exposureLine({ exposure: 0.004, aperture: 2.8, iso: 400, focal_length: 35, exposure_bias: -0.6667 })).toBe(
    '1/250 s · f/2.8 · ISO 400 · 35 mm · −0.7 EV',
  );
});

test('what is unknown or nothing is left out', () => {
  expect(exposureLine({ exposure: null, aperture: 8, iso: null, focal_length: 4.2, exposure_bias: 0 })).toBe(
    'f/8 · 4.2 mm',
  );
  expect(exposureLine({ exposure: 0, aperture: 0, iso: 0, focal_length: 0, exposure_bias: null })).toBe('');
});

import { expect, test } from 'vitest';
import type { SliderScale } from './slider-value.ts';
import { typedValue } from './typed-value.ts';

const exposure: SliderScale = { hard: [-18, 18], digits: 3, unit: ' EV', signed: true };
const saturation: SliderScale = { hard: [-1, 1], digits: 2, factor: 100, unit: '%', signed: true };
const temperature: SliderScale = { hard: [1667, 25_000], digits: 0, unit: ' K' };
const rotation: SliderScale = { hard: [-0.5236, 0.5236], digits: 1, factor: 57.295_78, unit: '°', signed: true };

test.each([
  [exposure, '+0.5', 0.5],
  [exposure, '-.5', -0.5],
  [exposure, '−0.5', -0.5],
  [exposure, ' 0.5 EV ', 0.5],
  [exposure, '0.5ev', 0.5],
  [exposure, '1/3', 0.333],
  [exposure, '50%', 0.5],
  [exposure, 'x+1', 3],
  [exposure, 'X*50%', 1],
  [exposure, '2^2 - (1 + 1)/4', 3.5],
  [exposure, '1e-1', 0.1],
  [exposure, '0', 0],
  [saturation, '50%', 0.5],
  [saturation, '+12.345', 0.1235],
  // A third of 100 %.
  [saturation, '1/3 %', 0.3333],
  [temperature, '5000 K', 5000],
  [temperature, '5000.4', 5000],
  // The limit as shown, although 30° are a little more than what is stored for it.
  [rotation, '30°', 0.5236],
])('%o takes %j as %d', (slider, text, stored) => {
  const typed = typedValue(slider, text, { stored: slider === temperature ? 3000 : 2 });
  expect(typed.refused).toBeNull();
  expect(typed.stored).toBeCloseTo(stored, 4);
});

test('a comma is a decimal point where the language writes it so', () => {
  expect(typedValue(exposure, '0,5', { stored: 0, decimal: ',' }).stored).toBe(0.5);
  expect(typedValue(exposure, '0.5', { stored: 0, decimal: ',' }).stored).toBe(0.5);
  expect(typedValue(exposure, '1,500', { stored: 0 }).refused).toEqual({ why: 'not_a_number' });
  expect(typedValue(temperature, '5.000,0', { stored: 3000, decimal: ',' }).stored).toBe(5000);
  expect(typedValue(temperature, '5\u202f000', { stored: 3000, decimal: ',' }).stored).toBe(5000);
});

test('an empty field is told apart from nonsense', () => {
  expect(typedValue(exposure, '  ', { stored: 0 }).refused).toEqual({ why: 'empty' });
});

const deep = '('.repeat(60) + '1' + ')'.repeat(60);
test.each(['abc', 'NaN', 'Infinity', '1/0', '0/0', '--', '1 2', '1..2', '(1', '1)', '%', '5 K', '0x10', '()', deep])(
  '%j is not a number',
  (text) => {
    expect(typedValue(exposure, text, { stored: 0 })).toEqual({ stored: null, refused: { why: 'not_a_number' } });
  },
);

test('a value outside the range is refused with the limits in the unit that is shown', () => {
  expect(typedValue(exposure, '19', { stored: 0 }).refused).toEqual({
    why: 'out_of_range',
    least: '-18.000 EV',
    most: '+18.000 EV',
  });
  expect(typedValue(saturation, '-100,01', { stored: 0, decimal: ',' }).refused).toEqual({
    why: 'out_of_range',
    least: '-100,00%',
    most: '+100,00%',
  });
  expect(typedValue(temperature, '1e9', { stored: 3000 }).refused).toMatchObject({ most: '25000 K' });
});

import { expect, test } from 'vitest';
import { shapeOf, USUAL_SHAPE } from './image-shape.ts';

test.each([
  ['a ratio rounded to tenths gives way to the pixels', 0.7, 1000, 1500, 2 / 3],
  ['as float32 has it, too', Math.fround(1.8), 1600, 900, 16 / 9],
  ['a turned picture is as wide as its file is high', 0.7, 6000, 4000, 2 / 3],
  ['a ratio that is exact already stays', 1.4142, 6000, 4000, 1.4142],
  ['a crop to another shape stays', 1, 6000, 4000, 1],
  ['a panorama cut from a frame stays', 3, 6000, 4000, 3],
  ['without a ratio the pixels say it', null, 3000, 2000, 1.5],
  ['without anything it is as usual', null, null, null, USUAL_SHAPE],
  ['nonsense is nothing', 0, 0, 0, USUAL_SHAPE],
])('%s', (_what, aspect_ratio, width, height, shape) => {
  expect(shapeOf({ aspect_ratio, width, height })).toBeCloseTo(shape, 4);
});

import { expect, test } from 'vitest';
import { maskOverlay } from './mask-alpha.ts';

test('a mask lies over the picture in yellow, as dense as it lets the module through', () => {
  const gray = (light: number) => [light, light, light, 255];
  const overlay = maskOverlay(new Uint8ClampedArray([...gray(0), ...gray(188), ...gray(255)]));
  expect([...overlay.subarray(0, 3)]).toEqual([255, 255, 0]);
  // 188 is half of the light.
  expect([overlay[3], overlay[7], overlay[11]]).toEqual([0, 128, 255]);
});

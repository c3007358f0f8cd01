import { zoomIdentity } from 'd3-zoom';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxIn, clampedTo, fullScale, shapeShown, visiblePart } from './zoom.ts';

const room = { width: 1000, height: 600 };

test('a picture is as large as the room lets it, in the middle', () => {
  expect(boxIn(room, 2)).toEqual({ width: 1000, height: 500, left: 0, top: 50 });
  expect(boxIn(room, 0.5)).toEqual({ width: 300, height: 600, left: 350, top: 0 });
});

test('a picture that is larger than the room leaves no gap; one that is not stays in the middle', () => {
  const numbers = fc.double({ min: -5000, max: 5000, noNaN: true });
  fc.assert(
    fc.property(
      numbers,
      numbers,
      fc.double({ min: 1.01, max: 8, noNaN: true }),
      fc.double({ min: 0.3, max: 3, noNaN: true }),
      (x, y, k, ratio) => {
        const box = boxIn(room, ratio);
        const to = clampedTo(zoomIdentity.translate(x, y).scale(k), box, room);
        const [left, right] = [box.left, box.left + box.width].map((edge) => edge * k + to.x) as [number, number];
        if (box.width * k > room.width) {
          expect(left).toBeLessThanOrEqual(1e-6);
          expect(right).toBeGreaterThanOrEqual(room.width - 1e-6);
        } else {
          expect(left).toBeCloseTo(room.width - right, 6);
        }
      },
    ),
  );
});

test('zoomed out is where it began', () => {
  expect(clampedTo(zoomIdentity.translate(30, 40), boxIn(room, 1.5), room)).toEqual(zoomIdentity);
});

test('at 100 % a pixel of the photograph is one of the screen, also when it is turned', () => {
  expect(fullScale({ width: 6000, height: 4000, aspect_ratio: 1.5 }, 1000)).toBe(6);
  expect(fullScale({ width: 6000, height: 4000, aspect_ratio: 0.7 }, 1000)).toBe(4);
  expect(fullScale({ width: null, height: null, aspect_ratio: 1.5 }, 1000)).toBe(1);
});

test('what is known of the size goes before what the record tells', () => {
  expect(fullScale({ width: 6000, height: 4000, aspect_ratio: 1.5 }, 1000, { width: 3000, height: 2000 })).toBe(3);
});

test.each([
  ['nothing is loaded yet', null, 1.5],
  ['it is as the record says, but for whole pixels', { width: 1366, height: 911 }, 1.5],
  ['it was cropped to a square meanwhile', { width: 900, height: 900 }, 1],
])('a picture has its own shape: %s', (_, shown, shape) => {
  expect(shapeShown({ width: 6000, height: 4000, aspect_ratio: 1.5 }, shown)).toBe(shape);
});

test('of a picture that is larger than the stage, a part is visible', () => {
  expect(visiblePart({ left: -1000, top: 100, width: 4000, height: 400 }, room)).toEqual({
    left: 0.25,
    width: 0.25,
    top: 0,
    height: 1,
  });
});

import { expect, test } from 'vitest';
import { AS_IN_EXIF, turned, type Turn } from './orientation.ts';

const after = (...turns: Turn[]) => turns.reduce<number>((orientation, turn) => turned(orientation, turn)!, 0);

test('four quarter turns make a whole one', () => {
  expect(after('clockwise', 'clockwise', 'clockwise', 'clockwise')).toBe(0);
  expect(after('counterclockwise', 'counterclockwise', 'counterclockwise', 'counterclockwise')).toBe(0);
});

// The numbers are those of darktable's presets (flip.c, init_presets).
test.each<[Turn[], number]>([
  [['clockwise'], 5],
  [['counterclockwise'], 6],
  [['clockwise', 'clockwise'], 3],
  [['flip-horizontally'], 2],
  [['flip-vertically'], 1],
])('%s stores %d', (turns, orientation) => {
  expect(after(...turns)).toBe(orientation);
});

test('a turn and its opposite cancel out, also of a flipped picture', () => {
  expect(after('flip-horizontally', 'clockwise', 'counterclockwise', 'flip-horizontally')).toBe(0);
  expect(after('clockwise', 'flip-vertically', 'flip-vertically', 'counterclockwise')).toBe(0);
});

test('a picture as in its Exif data is turned from there, or not at all', () => {
  expect(turned(AS_IN_EXIF, 'clockwise', 0)).toBe(5);
  expect(turned(AS_IN_EXIF, 'clockwise')).toBeNull();
});

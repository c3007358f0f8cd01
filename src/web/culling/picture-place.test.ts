import { describe, expect, test } from 'vitest';
import type { ImageRecord } from '../../contract/image-record.ts';
import { type Look, lookWith, mostZoom, percentOf, place, shareAt, WHOLE } from './picture-place.ts';

const photograph = (width: number, height: number) => ({ width, height, aspect_ratio: width / height }) as ImageRecord;
const near = (x: number, y: number) => ({ x: expect.closeTo(x, 9) as number, y: expect.closeTo(y, 9) as number });
const room = { width: 1200, height: 600 };
const large = photograph(6000, 4000);

test('a whole picture is centered, as large as it fits', () => {
  expect(place(large, room, WHOLE, 1)).toMatchObject({ box: { width: 900, height: 600 }, zoom: 1, left: 150, top: 0 });
});

test.each([1, 2])('at 100 %% a pixel of the photograph is one of the screen, with %i to a CSS pixel', (ratio) => {
  const { box, zoom } = place(large, room, { scale: 1, x: 0.5, y: 0.5 }, ratio);
  expect(box.width * zoom * ratio).toBeCloseTo(6000, 6);
});

test('the middle of the room shows the wanted place, but no gap at an edge', () => {
  const at = (x: number, y: number) => place(large, room, { scale: 1, x, y }, 1);
  expect(shareAt(at(0.4, 0.6), 600, 300)).toEqual(near(0.4, 0.6));
  expect(at(0, 0)).toMatchObject({ left: 0, top: 0 });
  expect(at(1, 1)).toMatchObject({ left: 1200 - 6000, top: 600 - 4000 });
});

test('a picture that is smaller than the room grows all the same, and none grows without end', () => {
  const small = photograph(300, 200);
  expect(place(small, room, { scale: 1, x: 0.5, y: 0.5 }, 1).zoom).toBe(1.5);
  const { zoom, full } = place(large, room, { scale: 1000, x: 0.5, y: 0.5 }, 1);
  expect(zoom).toBe(mostZoom(full));
});

test.each([
  ['of a large picture', large, { scale: 1, x: 0.5, y: 0.5 }, 100],
  ['of one that is whole: what it will be', large, WHOLE, 100],
  ['of one that grows though it is small', photograph(300, 200), { scale: 1, x: 0.5, y: 0.5 }, 450],
])('the percent are told as they are: %s', (_, image, look, percent) => {
  expect(percentOf(place(image, room, look, 1), look)).toBe(percent);
});

test('a crop is as many pixels wide at 100 % as are left, in its own shape', () => {
  const square = { width: 2000, height: 2000 };
  const look = { scale: 1, x: 0.5, y: 0.5 };
  const { box, frame } = place(large, room, look, 2, { shown: { width: 800, height: 800 }, full: square });
  expect(box).toMatchObject({ width: 600, height: 600 });
  expect([frame.width, frame.height]).toEqual([1000, 1000]);
});

describe('what lies under the finger stays there', () => {
  test.each([
    [300, 200],
    [600, 300],
    [1000, 450],
  ])('at %i, %i', (x, y) => {
    const before = place(large, room, { scale: 0.6, x: 0.5, y: 0.5 }, 1);
    const share = shareAt(before, x, y);
    const look = lookWith(before, room, before.zoom * 1.4, share, { x, y });
    expect(shareAt(place(large, room, look, 1), x, y)).toEqual(near(share.x, share.y));
  });

  test('one that has shrunk to fit is whole again', () => {
    const placed = place(large, room, { scale: 0.3, x: 0.2, y: 0.2 }, 1);
    const look: Look = lookWith(placed, room, 1, { x: 0.2, y: 0.2 }, { x: 0, y: 0 });
    expect(place(large, room, look, 1)).toMatchObject({ zoom: 1, left: 150, top: 0 });
  });
});

test('the place is kept from a picture across to an upright one', () => {
  const look: Look = { scale: 1, x: 0.8, y: 0.3 };
  for (const image of [large, photograph(4000, 6000), photograph(8000, 3000)])
    expect(shareAt(place(image, room, look, 1), 600, 300)).toEqual(near(0.8, 0.3));
});

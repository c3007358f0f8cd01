import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TALLEST, TallPlace } from './tall-scroll.ts';

const WINDOW = 900;
const placeIn = (height: number) => {
  const place = new TallPlace();
  place.resize(height, WINDOW);
  return place;
};
const steps = fc.array(fc.integer({ min: -800, max: 800 }), { maxLength: 60 });

test('a list that fits is scrolled as it is', () => {
  const place = placeIn(500_000);
  expect(place.elementHeight).toBe(500_000);
  place.scrolled(123_456);
  expect([place.top, place.shift]).toEqual([123_456, 0]);
  expect(place.settle()).toBe(123_456);
});

test('small steps move a list of any height pixel by pixel', () => {
  fc.assert(
    fc.property(fc.integer({ min: TALLEST + 1, max: 300e6 }), steps, (height, list) => {
      const place = placeIn(height);
      place.goTo(height / 2);
      for (const by of list) {
        const before = place.top;
        place.scrolled(place.scrollTop + by);
        expect(place.top - before).toBeCloseTo(by, 3);
      }
    }),
  );
});

test('when it rests the scroll bar is at its share, and the list stays where it is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: TALLEST + 1, max: 300e6 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      steps,
      (height, share, list) => {
        const place = placeIn(height);
        place.goTo(share * height);
        for (const by of list) place.scrolled(Math.max(0, place.scrollTop + by));
        const { top } = place;
        const scrollTop = place.settle();
        expect(place.top).toBe(top);
        expect(scrollTop / (place.elementHeight - WINDOW)).toBeCloseTo(top / (height - WINDOW), 5);
        expect(place.scrollTop + place.shift).toBeCloseTo(top, 6);
      },
    ),
  );
});

test('the ends of the scroll bar are the ends of the list', () => {
  const place = placeIn(200e6);
  place.scrolled(place.elementHeight - WINDOW);
  expect(place.top).toBe(200e6 - WINDOW);
  place.scrolled(0);
  expect(place.top).toBe(0);
});

test('a leap goes to the same share of the list', () => {
  const place = placeIn(200e6);
  place.scrolled((place.elementHeight - WINDOW) / 4);
  expect(place.top / (200e6 - WINDOW)).toBeCloseTo(0.25, 5);
});

test('a list that became shorter is shown at its end', () => {
  const place = placeIn(100e6);
  place.goTo(90e6);
  place.resize(10_000, WINDOW);
  expect(place.top).toBe(10_000 - WINDOW);
});

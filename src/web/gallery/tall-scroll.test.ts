import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TALLEST, TallPosition } from './tall-scroll.ts';

const WINDOW = 900;
const positionIn = (height: number) => {
  const position = new TallPosition();
  position.resize(height, WINDOW);
  return position;
};
const steps = fc.array(fc.integer({ min: -800, max: 800 }), { maxLength: 60 });

test('a list that fits is scrolled as it is', () => {
  const position = positionIn(500_000);
  expect(position.elementHeight).toBe(500_000);
  position.scrolled(123_456);
  expect([position.top, position.shift]).toEqual([123_456, 0]);
  expect(position.settle()).toBe(123_456);
});

test('small steps move a list of any height pixel by pixel', () => {
  fc.assert(
    fc.property(fc.integer({ min: TALLEST + 1, max: 300e6 }), steps, (height, list) => {
      const position = positionIn(height);
      position.goTo(height / 2);
      for (const by of list) {
        const before = position.top;
        position.scrolled(position.scrollTop + by);
        expect(position.top - before).toBeCloseTo(by, 3);
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
        const position = positionIn(height);
        position.goTo(share * height);
        for (const by of list) position.scrolled(Math.max(0, position.scrollTop + by));
        const { top } = position;
        const scrollTop = position.settle();
        expect(position.top).toBe(top);
        expect(scrollTop / (position.elementHeight - WINDOW)).toBeCloseTo(top / (height - WINDOW), 5);
        expect(position.scrollTop + position.shift).toBeCloseTo(top, 6);
      },
    ),
  );
});

test('the ends of the scroll bar are the ends of the list', () => {
  const position = positionIn(200e6);
  position.scrolled(position.elementHeight - WINDOW);
  expect(position.top).toBe(200e6 - WINDOW);
  position.scrolled(0);
  expect(position.top).toBe(0);
});

test('a leap goes to the same share of the list', () => {
  const position = positionIn(200e6);
  position.scrolled((position.elementHeight - WINDOW) / 4);
  expect(position.top / (200e6 - WINDOW)).toBeCloseTo(0.25, 5);
});

test('a list that became shorter is shown at its end', () => {
  const position = positionIn(100e6);
  position.goTo(90e6);
  position.resize(10_000, WINDOW);
  expect(position.top).toBe(10_000 - WINDOW);
});

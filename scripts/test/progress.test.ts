import { describe, expect, test } from 'vitest';
import { minutes, secondsLeft } from './progress.ts';

const step = (usualSeconds: number, done: number, of = 10) => ({ name: 'a part', usualSeconds, done, of });

describe('the time that is left', () => {
  test('is that of the parts, before anything is known of the machine', () => {
    expect(secondsLeft(0, [step(100, 0), step(50, 0)])).toBe(150);
  });

  test('of half a part is half of it', () => {
    expect(secondsLeft(50, [step(100, 5), step(50, 0)])).toBe(100);
  });

  test('is more on a machine that has been slow', () => {
    expect(secondsLeft(600, [step(300, 10), step(300, 0)])).toBeGreaterThan(500);
  });

  test('is nothing at the end', () => {
    expect(secondsLeft(170, [step(100, 10), step(50, 1, 1)])).toBe(0);
  });
});

test('times are minutes and seconds', () => {
  expect([0, 59.9, 61, 3600].map(minutes)).toEqual(['0:00', '0:59', '1:01', '60:00']);
});

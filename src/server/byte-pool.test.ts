import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BytePool, PooledText } from './byte-pool.ts';

test('text comes out as it went in, however little room it was given and whatever was in that memory', () => {
  const pool = new BytePool();
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 40_000 }), { maxLength: 5 }),
      fc.nat(1000),
      (pieces, room) => {
        const text = new PooledText(pool, room);
        for (const piece of pieces) text.write(piece);
        expect(text.bytes.equals(Buffer.from(pieces.join('')))).toBe(true);
        text.release();
      },
    ),
    { numRuns: 50 },
  );
});

test('memory that was given back is used again, and no more than some of it is kept', () => {
  const pool = new BytePool();
  const first = pool.take(100_000);
  const second = pool.take(100_000);
  expect(second).not.toBe(first);
  pool.giveBack(first);
  expect(pool.take(90_000)).toBe(first);
  const large = Array.from({ length: 8 }, () => pool.take(1_000_000));
  large.forEach((bytes) => pool.giveBack(bytes));
  const again = large.map(() => pool.take(1_000_000));
  const kept = again.filter((bytes) => large.includes(bytes));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(5);
});

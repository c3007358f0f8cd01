import { expect, test } from 'vitest';
import { GAP, justified, rowAt } from './rows.ts';

test('rows fill the width exactly, keep the order, and stand below each other', () => {
  const shapes = Array.from({ length: 2_000 }, (_, index) => [1.5, 0.667, 1, 4, 0.2][index % 5] ?? 1);
  const rows = justified(shapes, 390, 150);
  expect(rows.flatMap(({ boxes }) => boxes.map(({ index }) => index))).toEqual(shapes.map((_, index) => index));
  for (const [at, { top, height, boxes }] of rows.entries()) {
    const last = boxes.at(-1);
    if (at < rows.length - 1) expect((last?.left ?? 0) + (last?.width ?? 0)).toBe(390);
    expect(top).toBe(at === 0 ? 0 : (rows[at - 1]?.top ?? 0) + (rows[at - 1]?.height ?? 0) + GAP);
    expect(height).toBeGreaterThan(40);
  }
});

test('a short last row is not blown up', () => {
  expect(justified([1], 390, 150)).toEqual([{ top: 0, height: 150, boxes: [{ index: 0, left: 0, width: 150 }] }]);
});

test('the row at a height is found, and the first or last outside', () => {
  const rows = justified(
    Array.from({ length: 40 }, () => 1.5),
    600,
    200,
  );
  expect(rowAt(rows, -50)).toBe(0);
  expect(rowAt(rows, (rows[3]?.top ?? 0) + 1)).toBe(3);
  expect(rowAt(rows, 1e6)).toBe(rows.length - 1);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { justifiedRows } from './justified-rows.ts';

const grid = { width: 1200, height: 220, gap: 8, complete: true };
const ratios = fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), { maxLength: 200 });
const widthOf = (row: { boxes: { width: number }[] }, gap: number) =>
  row.boxes.reduce((sum, box) => sum + box.width, 0) + gap * (row.boxes.length - 1);

test('every picture has one box, in order', () => {
  fc.assert(
    fc.property(ratios, fc.integer({ min: 200, max: 3000 }), (shapes, width) => {
      const boxes = justifiedRows(shapes, { ...grid, width }).flatMap((row) => row.boxes);
      expect(boxes.map((box) => box.index)).toEqual(shapes.map((_, index) => index));
    }),
  );
});

test('every row but the last ends at the edge, and none is much taller than wanted', () => {
  fc.assert(
    fc.property(ratios, fc.integer({ min: 400, max: 3000 }), (shapes, width) => {
      const rows = justifiedRows(shapes, { ...grid, width });
      for (const row of rows.slice(0, -1)) {
        expect(widthOf(row, grid.gap)).toBe(width);
        expect(row.height).toBeLessThanOrEqual(1.6 * grid.height + 1);
        expect(row.height).toBeGreaterThan(0);
      }
    }),
  );
});

test('a row that is not full waits for more pictures, and rows before it never move', () => {
  fc.assert(
    fc.property(ratios, ratios, (first, more) => {
      const before = justifiedRows(first, { ...grid, complete: false });
      const after = justifiedRows([...first, ...more], { ...grid, complete: false });
      expect(after.slice(0, before.length)).toEqual(before);
    }),
  );
});

test('one last picture keeps its shape instead of filling the row', () => {
  expect(justifiedRows([1.5], grid)).toEqual([{ height: 220, boxes: [{ index: 0, width: 330 }] }]);
});

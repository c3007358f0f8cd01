import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowLayout } from './row-layout.ts';

const grid = { width: 1200, height: 220, gap: 8, below: 46 };
const shapes = fc
  .array(fc.integer({ min: 100, max: 10_000 }), { maxLength: 200 })
  .map((list) => Uint16Array.from(list));
const rowsOf = (layout: RowLayout) => Array.from({ length: layout.count }, (_, row) => layout.boxes(row));

test('every picture has one box, in order', () => {
  fc.assert(
    fc.property(shapes, fc.integer({ min: 200, max: 3000 }), (list, width) => {
      const boxes = rowsOf(new RowLayout(list, { ...grid, width })).flat();
      expect(boxes.map((box) => box.index)).toEqual(Array.from(list, (_, index) => index));
    }),
  );
});

test('every row but the last ends at the edge, and none is much taller than wanted', () => {
  fc.assert(
    fc.property(shapes, fc.integer({ min: 400, max: 3000 }), (list, width) => {
      const layout = new RowLayout(list, { ...grid, width });
      rowsOf(layout)
        .slice(0, -1)
        .forEach((boxes, row) => {
          const last = boxes.at(-1)!;
          expect(last.left + last.width).toBe(width);
          expect(layout.heightOf(row)).toBeLessThanOrEqual(1.6 * grid.height + 1);
          expect(layout.heightOf(row)).toBeGreaterThan(0);
        });
    }),
  );
});

test('rows lie below each other, and each place and picture is found in its row', () => {
  fc.assert(
    fc.property(shapes, (list) => {
      const layout = new RowLayout(list, grid);
      let top = 0;
      rowsOf(layout).forEach((boxes, row) => {
        expect(layout.top(row)).toBe(top);
        expect(layout.rowAt(top)).toBe(row);
        top += layout.heightOf(row) + grid.below;
        expect(layout.rowAt(top - 0.5)).toBe(row);
        for (const { index } of boxes) expect(layout.rowOf(index)).toBe(row);
      });
      expect(layout.height).toBe(top);
      expect(layout.pictures).toBe(list.length);
    }),
  );
});

test('more pictures at the end move no full row', () => {
  fc.assert(
    fc.property(shapes, shapes, (first, more) => {
      const before = rowsOf(new RowLayout(first, grid)).slice(0, -1);
      const after = rowsOf(new RowLayout(Uint16Array.of(...first, ...more), grid));
      expect(after.slice(0, before.length)).toEqual(before);
    }),
  );
});

test('one last picture keeps its shape instead of filling the row', () => {
  const layout = new RowLayout(Uint16Array.of(1500), grid);
  expect(layout.boxes(0)).toEqual([{ index: 0, left: 0, width: 330 }]);
  expect(layout.heightOf(0)).toBe(220);
});

test('with a number per row, every row but the last has just that many, from edge to edge', () => {
  fc.assert(
    fc.property(shapes, fc.integer({ min: 1, max: 10 }), (list, perRow) => {
      const layout = new RowLayout(list, { ...grid, width: 354, perRow });
      const rows = rowsOf(layout);
      expect(rows.map((boxes) => boxes.length)).toEqual(
        Array.from({ length: Math.ceil(list.length / perRow) }, (_, row) =>
          Math.min(perRow, list.length - row * perRow),
        ),
      );
      for (const boxes of rows) {
        const { left, width } = boxes.at(-1)!;
        if (boxes.length === perRow) expect(left + width).toBe(354);
        else expect(left + width).toBeLessThanOrEqual(354 + boxes.length);
      }
    }),
  );
});

test('down and up lead to the picture that lies nearest', () => {
  // Three squares above two wide ones.
  const layout = new RowLayout(Uint16Array.of(1000, 1000, 1000, 1500, 1500), {
    ...grid,
    width: 640,
    height: 210,
    gap: 5,
  });
  expect(rowsOf(layout).map((boxes) => boxes.length)).toEqual([3, 2]);
  expect([0, 2].map((picture) => layout.neighbour(picture, 1))).toEqual([3, 4]);
  expect([3, 4].map((picture) => layout.neighbour(picture, -1))).toEqual([0, 2]);
  expect(layout.neighbour(0, -1)).toBeNull();
  expect(layout.neighbour(4, 1)).toBeNull();
});

export interface Box {
  index: number;
  left: number;
  width: number;
}
export interface Row {
  top: number;
  height: number;
  boxes: Box[];
}

/** Slivers and panoramas get a box that a finger can meet; the picture is fitted into it. */
const NARROWEST = 0.5;
const WIDEST = 3;
export const GAP = 4;

/**
 * Justified rows of at least the height that is wanted, by the shapes of the pictures alone: the boxes stand before any picture has come. In
 * whole pixels; the last box of a row gets what is left over.
 */
export function justified(shapes: readonly number[], width: number, wanted: number): Row[] {
  const rows: Row[] = [];
  let open: { index: number; shape: number }[] = [];
  let sum = 0;
  let top = 0;
  const close = (isFull: boolean) => {
    const room = width - GAP * (open.length - 1);
    const height = Math.round(isFull ? room / sum : Math.min(wanted, room / sum));
    let left = 0;
    const boxes = open.map(({ index, shape }, at) => {
      const isLast = isFull && at === open.length - 1;
      const box = { index, left, width: isLast ? width - left : Math.round(shape * height) };
      left += box.width + GAP;
      return box;
    });
    rows.push({ top, height, boxes });
    top += height + GAP;
    open = [];
    sum = 0;
  };
  shapes.forEach((exact, index) => {
    const shape = Math.min(WIDEST, Math.max(NARROWEST, exact));
    open.push({ index, shape });
    sum += shape;
    if ((width - GAP * (open.length - 1)) / sum <= wanted) close(true);
  });
  if (open.length > 0) close(false);
  return rows;
}

/** The last row that begins at this height or above. */
export function rowAt(rows: readonly Row[], y: number): number {
  let low = 0;
  let high = Math.max(0, rows.length - 1);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rows[middle]?.top ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

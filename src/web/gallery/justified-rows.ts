/** A box of the grid: which picture, and how wide. All boxes of a row share its height. */
export interface RowBox {
  index: number;
  width: number;
}
export interface Row {
  height: number;
  boxes: RowBox[];
}

/** Panoramas and slivers get a box that one can still click; the picture is fitted into it. */
const NARROWEST = 0.5;
const WIDEST = 3.2;
/** How much higher than wanted a row may be. */
const TALLEST = 1.6;

/**
 * Lays pictures out in rows that all end at the same edge, in their order, by their shapes alone: the boxes stand
 * before a single pixel has arrived. `complete` says that no more pictures will follow; until then the row that is
 * not yet full is held back, so that nothing moves when they do.
 */
export function justifiedRows(
  ratios: readonly number[],
  { width, height, gap, complete }: { width: number; height: number; gap: number; complete: boolean },
): Row[] {
  if (width <= 0) return [];
  const rows: Row[] = [];
  let open: { index: number; ratio: number }[] = [];
  let sum = 0;

  const close = () => {
    rows.push(rowOf(open, (width - gap * (open.length - 1)) / sum, width, gap));
    open = [];
    sum = 0;
  };

  ratios.forEach((shape, index) => {
    const ratio = Math.min(WIDEST, Math.max(NARROWEST, shape));
    const heightWith = (width - gap * open.length) / (sum + ratio);
    const heightWithout = open.length > 0 ? (width - gap * (open.length - 1)) / sum : Infinity;
    // The row is full with or without this picture: whichever comes closer to the height that we want.
    if (heightWith < height && heightWithout < TALLEST * height && heightWithout / height < height / heightWith)
      close();
    open.push({ index, ratio });
    sum += ratio;
    if ((width - gap * (open.length - 1)) / sum <= height) close();
  });

  if (open.length > 0 && complete) rows.push(rowOf(open, height, width, gap));
  return rows;
}

/** Whole pixels; what rounding leaves over goes to the last box of a full row, so that edges line up. */
function rowOf(pictures: { index: number; ratio: number }[], height: number, width: number, gap: number): Row {
  const boxes = pictures.map(({ index, ratio }) => ({ index, width: Math.round(ratio * height) }));
  const used = boxes.reduce((sum, box) => sum + box.width, 0) + gap * (boxes.length - 1);
  const last = boxes.at(-1);
  if (last && Math.abs(used - width) <= boxes.length) last.width += width - used;
  return { height: Math.round(height), boxes };
}

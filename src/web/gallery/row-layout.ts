import { itemAt } from '../item-at.ts';

/** A box of the grid: its picture and width. All boxes of a row share its height. */
export interface RowBox {
  index: number;
  left: number;
  width: number;
}

/** Panoramas and slivers get a box that can still be clicked; the picture is fitted into it. */
const NARROWEST = 0.5;
const WIDEST = 3.2;
/** How much higher than wanted a row may be. */
const TALLEST = 1.6;
/** Shapes are in thousandths. */
const SHAPE_PARTS = 1000;

const boxShape = (thousandths: number) => Math.min(WIDEST, Math.max(NARROWEST, thousandths / SHAPE_PARTS));

export interface LayoutOptions {
  width: number;
  /** Wanted height of the pictures in a row. */
  height: number;
  /** So many pictures in each row, whatever its height becomes. */
  perRow?: number;
  gap: number;
  /** Space below each row, for captions. */
  below: number;
}

/**
 * Pictures in justified rows, in their order, by their shapes alone: the boxes are known before any pixels have
 * arrived. Typed arrays, because there may be a million: 20 ms.
 */
export class RowLayout {
  readonly count: number;
  /** The height of all rows with the space below them. */
  readonly height: number;
  readonly #shapes: Uint16Array;
  readonly #options: LayoutOptions;
  /** The first picture of each row and, after the last row, the number of pictures. */
  readonly #starts: Int32Array;
  readonly #tops: Float64Array;

  constructor(shapes: Uint16Array, options: LayoutOptions) {
    this.#shapes = shapes;
    this.#options = options;
    const { width, height, gap, below, perRow } = options;
    const starts = new Int32Array(shapes.length + 1);
    const tops = new Float64Array(shapes.length + 1);
    let rows = 0;
    let top = 0;
    let open = 0;
    let sum = 0;

    const close = (rowHeight: number, next: number) => {
      rows++;
      top += Math.round(rowHeight) + below;
      starts[rows] = next;
      tops[rows] = top;
      open = 0;
      sum = 0;
    };

    if (width > 0) {
      shapes.forEach((shape, index) => {
        const ratio = boxShape(shape);
        if (perRow !== undefined) {
          open++;
          sum += ratio;
          if (open === perRow) close((width - gap * (open - 1)) / sum, index + 1);
          return;
        }
        const heightWith = (width - gap * open) / (sum + ratio);
        const heightWithout = open > 0 ? (width - gap * (open - 1)) / sum : Infinity;
        // The row is full with or without this picture, whichever gives a height closer to the wanted one.
        if (heightWith < height && heightWithout < TALLEST * height && heightWithout / height < height / heightWith)
          close(heightWithout, index);
        open++;
        sum += ratio;
        const rowHeight = (width - gap * (open - 1)) / sum;
        if (rowHeight <= height) close(rowHeight, index + 1);
      });
      if (open > 0) close(Math.min(height, (width - gap * (open - 1)) / sum), shapes.length);
    }
    this.count = rows;
    this.height = top;
    this.#starts = starts.slice(0, rows + 1);
    this.#tops = tops.slice(0, rows + 1);
  }

  /** Number of pictures. */
  get pictures(): number {
    return this.count === 0 ? 0 : this.firstOf(this.count);
  }

  top(row: number): number {
    return itemAt(this.#tops, row);
  }

  /** The height of the pictures in a row. */
  heightOf(row: number): number {
    return this.top(row + 1) - this.top(row) - this.#options.below;
  }

  firstOf(row: number): number {
    return itemAt(this.#starts, row);
  }

  rowOf(picture: number): number {
    return lastAtMost(this.#starts, this.count - 1, picture);
  }

  /** The row at this height, or the first or last when it is outside. */
  rowAt(y: number): number {
    return lastAtMost(this.#tops, this.count - 1, y);
  }

  /** Whole pixels; the rounding error goes to the last box of a full row, so that edges line up. */
  boxes(row: number): RowBox[] {
    const { width, gap } = this.#options;
    const height = this.#exactHeight(row);
    const boxes: RowBox[] = [];
    let left = 0;
    this.#shapesIn(row).forEach((shape, at) => {
      const boxWidth = Math.round(boxShape(shape) * height);
      boxes.push({ index: this.firstOf(row) + at, left, width: boxWidth });
      left += boxWidth + gap;
    });
    const last = boxes.at(-1);
    const over = width - (left - gap);
    if (last && Math.abs(over) <= boxes.length) last.width += over;
    return boxes;
  }

  #shapesIn(row: number): Uint16Array {
    return this.#shapes.subarray(this.firstOf(row), this.firstOf(row + 1));
  }

  #exactHeight(row: number): number {
    const { width, height, gap, perRow } = this.#options;
    const shapes = this.#shapesIn(row);
    const sum = shapes.reduce((before, shape) => before + boxShape(shape), 0);
    const full = (width - gap * (shapes.length - 1)) / sum;
    const isShort = row === this.count - 1 && shapes.length !== perRow;
    return isShort && full > height ? height : full;
  }

  /** Arrow keys work like in the lighttable: up and down go to the nearest picture. null at the edge. */
  neighbour(picture: number, step: 1 | -1): number | null {
    const row = this.rowOf(picture) + step;
    return row < 0 || row >= this.count ? null : this.nearestIn(row, picture);
  }

  /** The picture of a row that is below or above this one. */
  nearestIn(row: number, picture: number): number {
    const centre = ({ left, width }: RowBox) => left + width / 2;
    const own = this.rowOf(picture);
    const here = centre(itemAt(this.boxes(own), picture - this.firstOf(own)));
    const far = (box: RowBox) => Math.abs(centre(box) - here);
    return this.boxes(row).reduce((best, box) => (far(box) < far(best) ? box : best)).index;
  }
}

/** The last index up to `end` with a value of at most `value`; 0 when there is none. */
function lastAtMost(sorted: Int32Array | Float64Array, end: number, value: number): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (itemAt(sorted, middle) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

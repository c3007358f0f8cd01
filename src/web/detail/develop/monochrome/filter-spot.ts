/** The color that monochrome lets through, in the a and b of Lab, and how wide the filter is. */
export interface Filter {
  a: number;
  b: number;
  size: number;
}
export const FILTER_FIELDS = ['a', 'b', 'size'] as const;
/** What darktable's reset gives. */
export const NO_FILTER: Filter = { a: 0, b: 0, size: 2 };

/** The field reaches from minus to plus half of this (monochrome.c, PANEL_WIDTH). */
const WIDTH = 256;
export const [LEAST_SIZE, MOST_SIZE] = [0.5, 3];
/** Of the circle, in shares of the field, for each 1 of the size. */
const RADIUS = 0.22;
const CELLS = 8;
const LIGHTNESS = 53.39;

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** A place in the field: from 0 to 1, from the left and from the top. */
export interface Place {
  x: number;
  y: number;
}

export const placeOf = ({ a, b }: Filter): Place => ({ x: a / WIDTH + 0.5, y: 0.5 - b / WIDTH });

/** The filter at another place of the field; its size stays. */
export const filterAt = ({ size }: Filter, { x, y }: Place): Filter => ({
  a: WIDTH * (within(x, 0, 1) - 0.5),
  b: WIDTH * (0.5 - within(y, 0, 1)),
  size,
});

/** Some steps further, in the a and b of Lab. */
export const movedFilter = (filter: Filter, { a, b }: { a: number; b: number }): Filter => ({
  a: within(filter.a + a, -WIDTH / 2, WIDTH / 2),
  b: within(filter.b + b, -WIDTH / 2, WIDTH / 2),
  size: filter.size,
});

/** Wider by this. Rounded, so that steps there and back cancel out. */
export const widerFilter = (filter: Filter, by: number): Filter => ({
  ...filter,
  size: within(Math.round((filter.size + by) * 1000) / 1000, LEAST_SIZE, MOST_SIZE),
});

export const radiusOf = ({ size }: Filter): number => RADIUS * size;

export interface Cell extends Place {
  side: number;
  color: string;
}

/** The colors behind it, the darker the less of them the filter lets through; as darktable draws them. */
export function cellsOf({ a, b, size }: Filter): Cell[] {
  const spread = 2 * (40 * size) ** 2;
  return Array.from({ length: CELLS ** 2 }, (_, index) => {
    const [column, row] = [index % CELLS, Math.floor(index / CELLS)];
    const lab = { a: WIDTH * (column / (CELLS - 1) - 0.5), b: WIDTH * (0.5 - row / (CELLS - 1)) };
    const passed = Math.exp(-within(((lab.a - a) ** 2 + (lab.b - b) ** 2) / spread, 0, 1));
    return {
      x: column / CELLS,
      y: row / CELLS,
      side: 1 / CELLS,
      color: `lab(${(LIGHTNESS * passed ** 2).toFixed(2)} ${lab.a.toFixed(1)} ${lab.b.toFixed(1)})`,
    };
  });
}

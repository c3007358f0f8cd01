import type { Size } from '../zoom.ts';
import type { Line } from './line.ts';

const [COLUMNS, ROWS, FIELDS] = [48, 32, 6];

/** Two scales through the middle, and small crosses between them (guides.c, dt_guides_draw_metering). */
export function meteringLines({ width, height }: Size): Line[] {
  const short = Math.min(width, height) * 0.02;
  /** Every fourth mark is longer, of these every third. */
  const lengthOf = (mark: number, first: number) =>
    mark % 4 !== 0 ? short : (mark - first) % 12 !== 0 ? short * 1.5 : short * 1.5 ** 2;
  const across = Array.from({ length: COLUMNS + 1 }, (_, mark): Line => {
    const [x, half] = [(mark / COLUMNS) * width, mark === COLUMNS / 2 ? height / 2 : lengthOf(mark, 0)];
    return [x, height / 2 - half, x, height / 2 + half];
  });
  const down = Array.from({ length: ROWS + 1 }, (_, mark): Line => {
    const [y, half] = [(mark / ROWS) * height, mark === ROWS / 2 ? width / 2 : lengthOf(mark, 4)];
    return [width / 2 - half, y, width / 2 + half, y];
  });
  const places = Array.from({ length: FIELDS - 1 }, (_, at) => at + 1).filter((at) => at !== FIELDS / 2);
  const crosses = places.flatMap((column) =>
    places.flatMap((row): Line[] => {
      const [x, y, half] = [(column / FIELDS) * width, (row / FIELDS) * height, short / 2];
      return [
        [x - half, y, x + half, y],
        [x, y - half, x, y + half],
      ];
    }),
  );
  return [...across, ...down, ...crosses];
}

import { EVEN } from './curve-scale.ts';
import type { Point } from './curve.ts';

/** The plot's own units. */
export const SIZE = 240;
export const EDGE = 10;
export const WHOLE = SIZE + 2 * EDGE;
const SAMPLES = 180;

export const toX = (x: number) => EDGE + x * SIZE;
export const toY = (y: number) => EDGE + (1 - y) * SIZE;

/** Spans the plot, and passes exactly through its points. */
export function pathOf(shape: (x: number) => number, points: readonly Point[], scale = EVEN): string {
  const samples = Array.from({ length: SAMPLES + 1 }, (_, at) => at / SAMPLES);
  const own = points.map(({ x }) => scale.place(x)).filter((x) => x > 0 && x < 1);
  const line = [...samples, ...own]
    .toSorted((one, other) => one - other)
    .map((x) => `${toX(x).toFixed(2)} ${toY(scale.place(shape(scale.value(x)))).toFixed(2)}`);
  return `M${line.join('L')}`;
}

import { itemAt } from '../../item-at.ts';

/**
 * The ways in which darktable draws a curve through points: its `CUBIC_SPLINE`, `CATMULL_ROM` and `MONOTONE_HERMITE`.
 */
export type CurveShape = 'cubic' | 'centripetal' | 'monotone';

interface Point {
  x: number;
  y: number;
}

/**
 * The curve through points from left to right, calculated like darktable (`curve_tools.c`): level outside of them,
 * between 0 and 1. A periodic curve continues at the other edge. The points are exact; for a monotone curve over hues,
 * newer versions of darktable draw a variant that differs a little between them.
 */
export function curveThrough(points: readonly Point[], shape: CurveShape, isPeriodic = false): (x: number) => number {
  const knots = isPeriodic ? comeRound(points) : points;
  const [first, last] = [knots[0], knots.at(-1)];
  if (!first || !last) return () => 0;
  const slopes = TANGENTS[shape](knots);
  const value = (x: number): number => {
    if (x <= first.x) return first.y;
    if (x >= last.x) return last.y;
    const at = knots.findIndex((knot) => knot.x > x) - 1;
    const [left, right] = [itemAt(knots, at), itemAt(knots, at + 1)];
    const width = right.x - left.x;
    const t = (x - left.x) / width;
    // Hermite's cubic: through both points, with the slopes there.
    return (
      left.y +
      t * t * (3 - 2 * t) * (right.y - left.y) +
      width * t * (1 - t) * ((1 - t) * itemAt(slopes, at) - t * itemAt(slopes, at + 1))
    );
  };
  return (x) => Math.min(1, Math.max(0, value(x)));
}

/**
 * Two extra periods on each side; anything further away has no visible effect. Two points may coincide: the last at 1
 * and the first at 0.
 */
function comeRound(points: readonly Point[]): Point[] {
  const all = [-2, -1, 0, 1, 2].flatMap((turn) => points.map(({ x, y }) => ({ x: x + turn, y })));
  return all.filter(({ x }, at) => at === 0 || x - itemAt(all, at - 1).x > 1e-4);
}

const gaps = (points: readonly Point[]) =>
  points.slice(1).map((right, at) => {
    const left = itemAt(points, at);
    return { width: Math.max(1e-6, right.x - left.x), height: right.y - left.y };
  });

/** The slope between each two neighboring points. */
const rises = (points: readonly Point[]) => gaps(points).map(({ width, height }) => height / width);

/** The slope of the curve at each point. */
const TANGENTS: Record<CurveShape, (points: readonly Point[]) => number[]> = {
  /** Smooth to the second derivative, which is 0 at both ends: a tridiagonal system, solved forwards and back. */
  cubic(points) {
    const rise = rises(points);
    const last = points.length - 1;
    if (last < 2) return points.map(() => rise[0] ?? 0);
    const width = gaps(points).map((gap) => gap.width);
    const rows = points.map((_, at) => {
      if (at === 0) return { before: 0, own: 2, behind: 1, right: 3 * itemAt(rise, 0) };
      if (at === last) return { before: 1, own: 2, behind: 0, right: 3 * itemAt(rise, last - 1) };
      const [left, right] = [itemAt(width, at - 1), itemAt(width, at)];
      return {
        before: right,
        own: 2 * (left + right),
        behind: left,
        right: 3 * (right * itemAt(rise, at - 1) + left * itemAt(rise, at)),
      };
    });
    for (let at = 1; at <= last; at++) {
      const [row, above] = [itemAt(rows, at), itemAt(rows, at - 1)];
      const share = row.before / above.own;
      row.own -= share * above.behind;
      row.right -= share * above.right;
    }
    const slopes: number[] = [];
    for (let at = last; at >= 0; at--) {
      const row = itemAt(rows, at);
      slopes[at] = (row.right - row.behind * (slopes[at + 1] ?? 0)) / row.own;
    }
    return slopes;
  },

  /** As steep as the line between its neighbors. */
  centripetal(points) {
    const rise = rises(points);
    return points.map((_, at) => {
      const [before, behind] = [points[at - 1], points[at + 1]];
      if (!before || !behind) return rise[before ? at - 1 : at] ?? 0;
      return (behind.y - before.y) / Math.max(1e-6, behind.x - before.x);
    });
  },

  /** The mean of the slopes on both sides, less where the curve would overshoot its points (Fritsch and Carlson). */
  monotone(points) {
    const rise = rises(points);
    const slopes = points.map((_, at) => {
      const [before, behind] = [rise[at - 1], rise[at]];
      return before === undefined || behind === undefined ? (before ?? behind ?? 0) : (before + behind) / 2;
    });
    rise.forEach((own, at) => {
      if (own === 0) {
        slopes[at] = slopes[at + 1] = 0;
        return;
      }
      const [left, right] = [itemAt(slopes, at) / own, itemAt(slopes, at + 1) / own];
      const length = Math.hypot(left, right);
      if (length <= 3) return;
      slopes[at] = (3 * left * own) / length;
      slopes[at + 1] = (3 * right * own) / length;
    });
    return slopes;
  },
};

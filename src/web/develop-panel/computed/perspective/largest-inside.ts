import type { Point, Size } from './perspective.ts';
import { itemAt } from '../../../item-at.ts';

/** Left, top, right and bottom of an upright rectangle. */
export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A side of a convex shape: inside is where normal · point ≤ reach. */
interface Side {
  normal: Point;
  reach: number;
}

interface Fit {
  middle: Point;
  /** Half its diagonal. */
  radius: number;
  /** Of its diagonal. */
  angle: number;
}

/** The largest upright rectangle in a convex shape, of any proportion. Lengths are about 1. */
export function largestInside(corners: readonly Point[]): Rectangle | null {
  const sides = sidesOf(corners);
  const area = (angle: number) => {
    const fit = largestWith(sides, angle);
    return fit ? fit.radius ** 2 * Math.sin(2 * angle) : 0;
  };
  // It grows and then shrinks with the angle: the sides of the rectangles that fit are a convex set.
  const GOLDEN = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [0, Math.PI / 2];
  for (let step = 0; step < 60; step++) {
    const span = (high - low) * GOLDEN;
    if (area(high - span) < area(low + span)) low = high - span;
    else high = low + span;
  }
  return rectangleOf(largestWith(sides, (low + high) / 2));
}

/** The largest one with the proportion of a size. */
export const largestAlike = (corners: readonly Point[], { width, height }: Size): Rectangle | null =>
  rectangleOf(largestWith(sidesOf(corners), Math.atan2(height, width)));

const rectangleOf = (fit: Fit | null): Rectangle | null => {
  if (!fit) return null;
  const { middle, radius, angle } = fit;
  const [width, height] = [radius * Math.cos(angle), radius * Math.sin(angle)];
  return { left: middle[0] - width, top: middle[1] - height, right: middle[0] + width, bottom: middle[1] + height };
};

function sidesOf(corners: readonly Point[]): Side[] {
  const middle = mean(corners);
  return corners.map((from, at): Side => {
    const to = itemAt(corners, (at + 1) % corners.length);
    const [x, y] = [to[1] - from[1], from[0] - to[0]];
    const outwards = x * (from[0] - middle[0]) + y * (from[1] - middle[1]) < 0 ? -1 : 1;
    const normal: Point = [outwards * x, outwards * y];
    return { normal, reach: normal[0] * from[0] + normal[1] * from[1] };
  });
}

const TOLERANCE = 1e-9;

/**
 * The largest one with this angle of its diagonal. Three sides hold the largest one; where two of them are parallel, it can move between others, and
 * stands in the middle of where it can.
 */
function largestWith(sides: readonly Side[], angle: number): Fit | null {
  const holds = sides.map(({ normal, reach }): Equation => {
    const perRadius = Math.abs(normal[0]) * Math.cos(angle) + Math.abs(normal[1]) * Math.sin(angle);
    return { x: normal[0], y: normal[1], radius: perRadius, reach };
  });
  const found = threesOf(holds)
    .map(([a, b, c]) => meeting(a, b, c))
    .filter((fit) => fit !== null)
    .filter(
      ({ middle, radius }) =>
        radius > 0 &&
        holds.every((side) => side.x * middle[0] + side.y * middle[1] + side.radius * radius <= side.reach + TOLERANCE),
    );
  const radius = Math.max(...found.map((fit) => fit.radius));
  if (!Number.isFinite(radius)) return null;
  return {
    radius,
    angle,
    middle: mean(found.filter((fit) => fit.radius > radius - TOLERANCE).map((fit) => fit.middle)),
  };
}

/** x · middle + y · middle + radius · radius = reach */
interface Equation {
  x: number;
  y: number;
  radius: number;
  reach: number;
}

const threesOf = <T>(all: readonly T[]): [T, T, T][] =>
  all.flatMap((a, i) => all.slice(i + 1).flatMap((b, j) => all.slice(i + j + 2).map((c): [T, T, T] => [a, b, c])));

/** Cramer's rule. null: they meet nowhere, or everywhere. */
function meeting(a: Equation, b: Equation, c: Equation): Pick<Fit, 'middle' | 'radius'> | null {
  const by = (one: keyof Equation, two: keyof Equation, three: keyof Equation) =>
    a[one] * (b[two] * c[three] - c[two] * b[three]) -
    b[one] * (a[two] * c[three] - c[two] * a[three]) +
    c[one] * (a[two] * b[three] - b[two] * a[three]);
  const divisor = by('x', 'y', 'radius');
  if (Math.abs(divisor) < TOLERANCE) return null;
  return {
    middle: [by('reach', 'y', 'radius') / divisor, by('x', 'reach', 'radius') / divisor],
    radius: by('x', 'y', 'reach') / divisor,
  };
}

const mean = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];

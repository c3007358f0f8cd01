import type { CurveMark } from './curve-mark.ts';
import { addPoint, type Curve, type Point } from './curve.ts';

/** What is held while the area is drawn: Ctrl makes the curve rise there, Shift fall. */
export type Lift = -1 | 0 | 1;

/** The modules that make a curve from an area; the others only mark it. */
export const makesCurves = (operation: string): boolean => ['rgbcurve', 'colorzones'].includes(operation);

/** How far beside the area color zones leaves its curve as it was, and how high it lifts the edges of the area. */
const [FEATHER, EDGE_LIFT] = [0.02, 0.1];
const OVER_HUE: readonly Point[] = [
  { x: 0.25, y: 0.5 },
  { x: 0.75, y: 0.5 },
];
const LEVEL: readonly Point[] = [
  { x: 0, y: 0.5 },
  { x: 1, y: 0.5 },
];
const EVEN: readonly Point[] = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
];

/**
 * The points of a curve made from an area of the picture: those of the default and those of the area, without any that would be too close
 * to another one. As 4.2.1 stored them; rgb curve does not lift it here.
 */
export function pickedCurve(operation: string, curve: Curve, { min, mean, max }: CurveMark, lift: Lift): Point[] {
  const isZones = operation === 'colorzones';
  const start = isZones ? (curve.isPeriodic ? OVER_HUE : LEVEL) : EVEN;
  const own = isZones
    ? [
        { x: min - FEATHER, y: 0.5 },
        { x: min, y: 0.5 + lift * EDGE_LIFT },
        { x: mean, y: 0.5 + 2 * lift * EDGE_LIFT },
        { x: max, y: 0.5 + lift * EDGE_LIFT },
        { x: max + FEATHER, y: 0.5 },
      ]
    : [min, mean, (min + max) / 2, max].map((x) => ({ x, y: x }));
  return own.reduce<Point[]>((points, point) => addPoint(curve, points, point)?.points ?? points, [...start]);
}

import type { ParamField } from '../../../contract/modules.ts';
import type { CurveShape } from './curve-shape.ts';
import { itemAt } from '../../item-at.ts';

export interface Point {
  x: number;
  y: number;
}

/** A curve in a module's parameters: an array of fixed length for points, and usually a count of those in use. */
export interface Curve {
  name: string;
  /** For a module with one curve per channel. */
  channel: number | null;
  /** The parameter paths of x and y for every point in the array. */
  pointFields: { x: string; y: string }[];
  used: number;
  /** Path of the count; null when every point is always used. */
  count: string | null;
  least: number;
  most: number;
  /** Path of the number of the spline that darktable draws through the points. */
  type: string | null;
  shape: CurveShape;
  /** The module defines x: points only move up and down. */
  isFixedX: boolean;
  /** The right edge is the left edge: a curve over hues. */
  isPeriodic: boolean;
  /**
   * The first and last point always exist, as in darktable, which resets them to these points instead of removing them.
   */
  ends: readonly [Point, Point] | null;
}

/** darktable refuses points closer to each other than this (`MIN_X_DISTANCE` of its curve modules). */
const APART = 0.0025;
/** In the numbering of darktable's `curve_tools.h`. */
export const SHAPES: readonly CurveShape[] = ['cubic', 'centripetal', 'monotone'];
const CORNERS = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
] as const;
const LEVEL = [
  { x: 0, y: 0.5 },
  { x: 1, y: 0.5 },
] as const;

/** The value at a path such as `curve[0][2].y` in the parameters; undefined if there is none. */
export function valueAt(params: unknown, path: string): unknown {
  return (path.match(/\w+/g) ?? []).reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined,
    params,
  );
}

/**
 * The curves of a module: lists of points with x and y, with a neighboring field for the number in use, or two lists,
 * of x and of y, with the same lengths. `used` names the fields that the curves show.
 */
export function curvesOf(fields: readonly ParamField[], params: unknown): { curves: Curve[]; used: Set<string> } {
  const curves: Curve[] = [];
  const used = new Set<string>();
  for (const field of fields) {
    const { type } = field;
    if (roomOf(field) < 2) continue;
    const isPoint = type === 'struct' && field.fields?.map((part) => part.name).join() === 'x,y';
    const found = isPoint ? countedCurves(field, fields, params) : type === 'number' ? listCurves(field, fields) : null;
    found?.curves.forEach((curve) => curves.push(curve));
    found?.fields.forEach(({ name }) => used.add(name));
  }
  return { curves, used };
}

interface Found {
  curves: Curve[];
  fields: ParamField[];
}

/** How many points or numbers it is for. */
const roomOf = ({ dimensions }: ParamField) => dimensions?.at(-1) ?? 0;
const channelsOf = ({ dimensions = [] }: ParamField) =>
  dimensions.length > 1 ? Array.from({ length: itemAt(dimensions, 0) }, (_, channel) => channel) : [null];
const inChannel = (name: string, channel: number | null) => (channel === null ? name : `${name}[${channel}]`);

function countedCurves(field: ParamField, fields: readonly ParamField[], params: unknown): Found | null {
  const stem = field.name.replace(/_.*/, '');
  const beside = (end: string) =>
    fields.find(({ name, type }) => type === 'integer' && name.startsWith(stem) && name.endsWith(end));
  const count = beside('nodes');
  if (!count) return null;
  const type = beside('_type');
  const room = roomOf(field);
  // Color zones, recognized by its fields: a curve over hues is periodic, and its curves rest at half height.
  const over = fields.find(({ name }) => name === 'channel') ? valueAt(params, 'channel') : undefined;
  const isOverHue = over === 'DT_IOP_COLORZONES_h' || over === 2;
  const splines = valueAt(params, 'splines_version');
  const areEndsFree = splines === 1;
  // darktable adds a point at either end of the older splines, in an array of the same length.
  const free = splines === 0 ? room - 2 : room;
  const curves = channelsOf(field).flatMap((channel): Curve[] => {
    const used = Number(valueAt(params, inChannel(count.name, channel)) ?? 0);
    // An unused channel has no points.
    if (!(used >= 2)) return [];
    const typePath = type ? inChannel(type.name, channel) : null;
    return [
      {
        name: field.label,
        channel,
        pointFields: Array.from({ length: room }, (_, at) => ({
          x: `${inChannel(field.name, channel)}[${at}].x`,
          y: `${inChannel(field.name, channel)}[${at}].y`,
        })),
        used: Math.min(room, used),
        count: inChannel(count.name, channel),
        least: Math.max(2, count.min ?? 2),
        most: Math.min(free, count.max ?? room),
        type: typePath,
        shape: SHAPES[Number(typePath === null ? 0 : valueAt(params, typePath))] ?? 'cubic',
        isFixedX: false,
        isPeriodic: isOverHue,
        ends: over === undefined ? CORNERS : areEndsFree ? null : LEVEL,
      },
    ];
  });
  return { curves, fields: [field, count, ...(type ? [type] : [])] };
}

function listCurves(field: ParamField, fields: readonly ParamField[]): Found | null {
  const stem = /^(.*_)?x$/.exec(field.name);
  const other = stem && fields.find((one) => one.name === `${stem[1] ?? ''}y`);
  if (other?.type !== 'number' || other.dimensions?.join() !== field.dimensions?.join()) return null;
  const length = roomOf(field);
  const curves = channelsOf(field).map((channel): Curve => ({
    name: '',
    channel,
    pointFields: Array.from({ length }, (_, at) => ({
      x: `${inChannel(field.name, channel)}[${at}]`,
      y: `${inChannel(other.name, channel)}[${at}]`,
    })),
    used: length,
    count: null,
    least: length,
    most: length,
    type: null,
    // darktable converts the oldest tone curves to cubic ones; all others of this kind are centripetal.
    shape: field.name.startsWith('tonecurve') ? 'cubic' : 'centripetal',
    isFixedX: true,
    isPeriodic: false,
    ends: null,
  }));
  return { curves, fields: [field, other] };
}

export function pointsOf({ pointFields, used }: Curve, params: unknown): Point[] {
  return pointFields.slice(0, used).map(({ x, y }) => ({
    x: Number(valueAt(params, x) ?? 0),
    y: Number(valueAt(params, y) ?? 0),
  }));
}

/**
 * The parameters for a curve with these points. All of them, so that the stored curve is complete whatever became of an
 * earlier edit.
 */
export function changesOf({ pointFields, count, isFixedX }: Curve, points: readonly Point[]): Record<string, number> {
  const changes: Record<string, number> = count === null ? {} : { [count]: points.length };
  points.forEach((point, at) => {
    const { x, y } = itemAt(pointFields, at);
    if (!isFixedX) changes[x] = point.x;
    changes[y] = point.y;
  });
  return changes;
}

const inside = (value: number) => Math.min(1, Math.max(0, value));

/** Moves a point, but neither outside the plot nor past its neighbors. */
export function movePoint(curve: Curve, points: readonly Point[], at: number, to: Point): Point[] {
  const low = at === 0 ? 0 : itemAt(points, at - 1).x + APART;
  const high = at === points.length - 1 ? 1 : itemAt(points, at + 1).x - APART;
  const x = curve.isFixedX || low > high ? itemAt(points, at).x : Math.min(high, Math.max(low, to.x));
  return points.map((point, index) => (index === at ? { x, y: inside(to.y) } : point));
}

/** The points with a new one, and its index; null when there is no room for it. */
export function addPoint(curve: Curve, points: readonly Point[], point: Point): { points: Point[]; at: number } | null {
  if (curve.count === null || points.length >= curve.most || !(point.x >= 0 && point.x <= 1)) return null;
  const behind = points.findIndex(({ x }) => x > point.x);
  const at = behind === -1 ? points.length : behind;
  if (points.slice(Math.max(0, at - 1), at + 1).some(({ x }) => Math.abs(x - point.x) < APART)) return null;
  return { points: points.toSpliced(at, 0, { x: point.x, y: inside(point.y) }), at };
}

/** The points without one, or with an end point reset, and the index chosen next; null when it has to stay as it is. */
export function removePoint(
  curve: Curve,
  points: readonly Point[],
  at: number,
): { points: Point[]; at: number } | null {
  if (curve.count === null) return null;
  const end = at === 0 ? curve.ends?.[0] : at === points.length - 1 ? curve.ends?.[1] : undefined;
  if (end) {
    const next = movePoint(curve, points, at, end);
    return isSameCurve(next, points) ? null : { points: next, at };
  }
  if (points.length <= curve.least) return null;
  // Chooses a neighbor, preferably one that can be removed as well.
  return { points: points.toSpliced(at, 1), at: Math.max(0, Math.min(at, points.length - (curve.ends ? 3 : 2))) };
}

/** The x for a point added without a position: after the chosen point, otherwise in the widest gap. */
export function gapAt(points: readonly Point[], chosen: number | null): number {
  const gaps = points.slice(1).map((right, at) => {
    const left = itemAt(points, at);
    return { x: (right.x + left.x) / 2, width: right.x - left.x };
  });
  const own = chosen === null ? undefined : gaps[Math.min(chosen, gaps.length - 1)];
  const widest = gaps.reduce((one, other) => (other.width > one.width + 1e-6 ? other : one));
  return (own && own.width > 2 * APART ? own : widest).x;
}

/** Equal within darktable's single precision. */
export const isSameCurve = (one: readonly Point[], other: readonly Point[]): boolean =>
  one.length === other.length &&
  one.every((point, at) => {
    const { x, y } = itemAt(other, at);
    return Math.abs(point.x - x) < 1e-6 && Math.abs(point.y - y) < 1e-6;
  });

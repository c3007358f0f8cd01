import type { ShapeKind } from '../contract/masks.ts';

/** x and y in shares of the sides of the picture as the camera made it, as darktable keeps its shapes. */
export type Point = readonly [number, number];
export type Line = Point[];
export interface Size {
  width: number;
  height: number;
}

/** What a shape looks like: itself, and to where it falls off. */
export interface Outline {
  lines: Line[];
  border: Line[];
  /** The place that its source is measured by. */
  anchor: Point;
}

const ROUND = 72;
/** Between two points of a path or a brush. */
const STEPS = 16;
/** Halves of a gradient's line. */
const GRADIENT_STEPS = 24;
/** Bytes of a point of each kind (masks.h, dt_masks_point_…_t, the same from 3.4 to 5.4.1). */
const POINT_BYTES = { circle: 16, ellipse: 28, path: 36, brush: 44, gradient: 28 } as const;
const PROPORTIONAL = 1;

/**
 * The outline of a drawn shape, of its points as `masks_history` has them. Radius and borders are shares of the shorter side of the picture.
 * null: a group, a kind that is not known, or points that are none.
 */
export function outlineOf(
  kind: ShapeKind | null,
  points: Uint8Array | null,
  count: number,
  size: Size,
): Outline | null {
  if (kind === null || kind === 'group' || !points) return null;
  const bytes = POINT_BYTES[kind];
  const read = Math.min(count, Math.floor(points.length / bytes));
  if (read < 1) return null;
  const view = new DataView(points.buffer, points.byteOffset, points.byteLength);
  const floatsOf = (k: number) =>
    Array.from({ length: bytes / 4 }, (_, at) => view.getFloat32(k * bytes + at * 4, true));
  const first = floatsOf(0);
  if (!first.slice(0, 4).every(Number.isFinite)) return null;
  switch (kind) {
    case 'circle':
      return circle(first, size);
    case 'ellipse':
      return ellipse(first, view.getInt32(24, true), size);
    case 'gradient':
      return gradient(first, size);
    case 'path':
    case 'brush':
      return stroke(
        kind,
        Array.from({ length: read }, (_, k) => nodeOf(floatsOf(k))),
        size,
      );
  }
}

function circle([x = 0, y = 0, radius = 0, border = 0]: number[], size: Size): Outline {
  const round = (r: number) => ring([x, y], r, r, 0, size);
  return { lines: [round(radius)], border: [round(radius + border)], anchor: [x, y] };
}

function ellipse([x = 0, y = 0, a = 0, b = 0, rotation = 0, border = 0]: number[], flags: number, size: Size): Outline {
  const isProportional = (flags & PROPORTIONAL) !== 0;
  const wider = (radius: number) => (isProportional ? radius * (1 + border) : radius + border);
  const round = (first: number, second: number) => ring([x, y], first, second, rotation, size);
  return { lines: [round(a, b)], border: [round(wider(a), wider(b))], anchor: [x, y] };
}

/** A closed ellipse; radii in shares of the shorter side, the rotation in degrees. */
function ring([x, y]: Point, a: number, b: number, rotation: number, { width, height }: Size): Line {
  const shorter = Math.min(width, height);
  const turn = (rotation * Math.PI) / 180;
  return Array.from({ length: ROUND + 1 }, (_, k): Point => {
    const angle = (2 * Math.PI * k) / ROUND;
    const [along, across] = [a * Math.cos(angle) * shorter, b * Math.sin(angle) * shorter];
    return [
      x + (along * Math.cos(turn) - across * Math.sin(turn)) / width,
      y + (along * Math.sin(turn) + across * Math.cos(turn)) / height,
    ];
  });
}

/** The line of half the effect, and those where it ends: shares of the diagonal away. */
function gradient([x = 0, y = 0, rotation = 0, compression = 0, , curvature = 0]: number[], size: Size): Outline {
  const { width, height } = size;
  const diagonal = Math.hypot(width, height);
  const turn = (-rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const lineAt = (away: number): Line => {
    const [atX, atY] = [x * width - away * diagonal * sin, y * height + away * diagonal * cos];
    return Array.from({ length: 2 * GRADIENT_STEPS + 1 }, (_, k): Point => {
      const along = k / GRADIENT_STEPS - 1;
      const bent = curvature * along * along;
      return [
        (atX + (cos * along + sin * bent) * diagonal) / width,
        (atY + (sin * along - cos * bent) * diagonal) / height,
      ];
    });
  };
  return { lines: [lineAt(0)], border: [lineAt(compression), lineAt(-compression)], anchor: [x, y] };
}

interface Node {
  corner: Point;
  before: Point;
  after: Point;
  borderBefore: number;
  borderAfter: number;
}

const nodeOf = ([x = 0, y = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, before = 0, after = 0]: number[]): Node => ({
  corner: [x, y],
  before: [x1, y1],
  after: [x2, y2],
  borderBefore: before,
  borderAfter: after,
});

/** A closed path with its border outside, or a brush with its border on both sides. */
function stroke(kind: 'path' | 'brush', nodes: readonly Node[], size: Size): Outline {
  const isClosed = kind === 'path';
  const line: Line = [];
  const ways: { normal: Point; border: number }[] = [];
  const segments = isClosed ? nodes.length : nodes.length - 1;
  for (let k = 0; k < segments; k++) {
    const [from, to] = [nodes[k]!, nodes[(k + 1) % nodes.length]!];
    const last = k === segments - 1 ? STEPS : STEPS - 1;
    for (let step = 0; step <= last; step++) {
      const t = step / STEPS;
      line.push(bezier(from, to, t));
      const [x1, y1] = bezier(from, to, Math.max(0, t - 0.01));
      const [x2, y2] = bezier(from, to, Math.min(1, t + 0.01));
      const [dx, dy] = [(x2 - x1) * size.width, (y2 - y1) * size.height];
      const length = Math.hypot(dx, dy) || 1;
      ways.push({
        normal: [-dy / length, dx / length],
        border: from.borderAfter + (to.borderBefore - from.borderAfter) * t,
      });
    }
  }
  const shorter = Math.min(size.width, size.height);
  const beside = (side: number): Line =>
    line.map(([x, y], k): Point => {
      const { normal, border } = ways[k]!;
      const by = side * border * shorter;
      return [x + (normal[0] * by) / size.width, y + (normal[1] * by) / size.height];
    });
  const outward = areaOf(line) > 0 ? -1 : 1;
  const [first] = nodes;
  return {
    lines: [line],
    border: isClosed ? [beside(outward)] : [beside(1), beside(-1)],
    anchor: first!.corner,
  };
}

function bezier({ corner: p, after: q }: Node, { corner: s, before: r }: Node, t: number): Point {
  const u = 1 - t;
  const at = (k: 0 | 1) => u * u * u * p[k] + 3 * u * u * t * q[k] + 3 * u * t * t * r[k] + t * t * t * s[k];
  return [at(0), at(1)];
}

/** Twice its area, positive where the corners turn from x to y. */
const areaOf = (line: Line): number =>
  line.reduce((sum, [x, y], k) => {
    const [nextX, nextY] = line[(k + 1) % line.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);

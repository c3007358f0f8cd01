import type { Line, Point, Size } from './shape-outlines.ts';

/** A node of liquify: what it pulls, how far around, and where to. */
export interface Warp {
  id: number;
  circle: Line;
  /** From the node before, if it is joined to one. */
  path: Line;
  from: Point;
  to: Point;
}

/** dt_iop_liquify_params_t, version 1: 100 nodes of 76 bytes; places are pixels of the whole picture as the camera made it. */
const [NODES, NODE_BYTES, ROUND, STEPS] = [100, 76, 48, 16];
const OFFSET = { type: 0, prev: 16, point: 20, strength: 28, radius: 36, ctrl1: 60, ctrl2: 68 };
const [NONE, MOVE, CURVE] = [0, 1, 3];

export function warpsOf(params: Uint8Array, { width, height }: Size): Warp[] {
  if (params.length !== NODES * NODE_BYTES) return [];
  const view = new DataView(params.buffer, params.byteOffset, params.byteLength);
  const share = ([x, y]: Point): Point => [x / width, y / height];
  const pointOf = (node: number, offset: number): Point => [
    view.getFloat32(node * NODE_BYTES + offset, true),
    view.getFloat32(node * NODE_BYTES + offset + 4, true),
  ];
  const typeOf = (node: number) => view.getInt32(node * NODE_BYTES + OFFSET.type, true);
  return Array.from({ length: NODES }, (_, node) => node)
    .filter((node) => typeOf(node) !== NONE)
    .map((id) => {
      const [x, y] = pointOf(id, OFFSET.point);
      const [rx, ry] = pointOf(id, OFFSET.radius);
      const radius = Math.hypot(rx - x, ry - y);
      const before = view.getInt8(id * NODE_BYTES + OFFSET.prev);
      const isJoined = typeOf(id) !== MOVE && before >= 0 && before < NODES;
      return {
        id,
        circle: Array.from({ length: ROUND + 1 }, (_turn, k) => {
          const angle = (2 * Math.PI * k) / ROUND;
          return share([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
        }),
        path: isJoined ? joined(before, id).map(share) : [],
        from: share([x, y]),
        to: share(pointOf(id, OFFSET.strength)),
      };
    });

  function joined(from: number, to: number): Line {
    const [start, end] = [pointOf(from, OFFSET.point), pointOf(to, OFFSET.point)];
    if (typeOf(to) !== CURVE) return [start, end];
    const [one, two] = [pointOf(to, OFFSET.ctrl1), pointOf(to, OFFSET.ctrl2)];
    return Array.from({ length: STEPS + 1 }, (_step, k): Point => {
      const t = k / STEPS;
      const at = (axis: 0 | 1) =>
        (1 - t) ** 3 * start[axis] +
        3 * (1 - t) ** 2 * t * one[axis] +
        3 * (1 - t) * t * t * two[axis] +
        t ** 3 * end[axis];
      return [at(0), at(1)];
    });
  }
}

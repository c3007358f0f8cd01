import { createHash } from 'node:crypto';
import type { Point } from '../../contract/proofs.ts';
import { layoutOf } from '../../darktable/layouts.ts';
import { decodeParams } from '../../darktable/params-decode.ts';
import type { DevelopState, DevelopStep } from '../../library/develop-state.ts';

/** Where the points of a developed picture are on the photograph. */
export interface Geometry {
  /** As `orientation` has it: bit 1 flips up and down, 2 left and right, then 4 swaps the sides (image.h). */
  turn: number;
  /** What is left of the turned picture, in shares of its sides: left, top, right, bottom. */
  crop: readonly [number, number, number, number];
  /** What moves points as only darktable knows. */
  bends: string;
  /** Some of it works on what was turned, or on what was cropped. */
  isBentAfterTurn: boolean;
  isBentAfterCrop: boolean;
}

const [FLIP_Y, FLIP_X, SWAP_XY] = [1, 2, 4];
const AS_IN_EXIF = -1;
const WHOLE = [0, 0, 1, 1] as const;
const BEFORE_TURN = ['rotatepixels', 'scalepixels', 'lens', 'ashift'];
const AFTER_TURN = ['clipping', 'liquify', 'enlargecanvas'];
const AFTER_CROP = ['borders'];

/** `exifTurn`: how the camera says that the photograph is to be turned; null: it does not say. */
export function geometryOf({ history, isComplete, order }: DevelopState, exifTurn: number | null): Geometry {
  // The newest step of each instance counts.
  const newest = new Map(history.map((step) => [`${step.operation} ${step.priority}`, step]));
  const steps = [...newest.values()].filter(({ enabled }) => enabled);
  const of = (operations: readonly string[]) => steps.filter(({ operation }) => operations.includes(operation));
  const bends = of([...BEFORE_TURN, ...AFTER_TURN, ...AFTER_CROP]);
  const hash = createHash('sha1');
  for (const { operation, priority, module, params } of bends)
    hash.update(`${operation} ${priority} ${module} `).update(params ?? '');
  // What presets add is not known before darktable has added it; and an order of one's own may put a crop before a turn.
  hash.update(`${isComplete} ${order?.list ?? ''}`);
  return {
    turn: turnOf(of(['flip']).at(-1), exifTurn ?? 0),
    crop: cropOf(of(['crop']).at(-1)),
    bends: hash.digest('hex'),
    isBentAfterTurn: of([...AFTER_TURN, ...AFTER_CROP]).length > 0,
    isBentAfterCrop: of(AFTER_CROP).length > 0,
  };
}

/** null: it is on the photograph, and not on the picture any more; or only darktable could tell where. */
export function movePoint(point: Point, madeOn: Geometry, shownNow: Geometry): Point | null {
  if (madeOn.bends !== shownNow.bends) return null;
  const isTurned = madeOn.turn !== shownNow.turn;
  const isCropped = madeOn.crop.some((side, at) => side !== shownNow.crop[at]);
  if (!isTurned && !isCropped) return point;
  if (isTurned ? madeOn.isBentAfterTurn : madeOn.isBentAfterCrop) return null;
  const [left, top, right, bottom] = madeOn.crop;
  const whole = { x: left + point.x * (right - left), y: top + point.y * (bottom - top) };
  const turned = turnedBy(shownNow.turn, turnedBack(madeOn.turn, whole));
  const [nowLeft, nowTop, nowRight, nowBottom] = shownNow.crop;
  const now = { x: (turned.x - nowLeft) / (nowRight - nowLeft), y: (turned.y - nowTop) / (nowBottom - nowTop) };
  return [now.x, now.y].every((share) => share >= 0 && share <= 1) ? now : null;
}

const swapped = (turn: number, { x, y }: Point): Point => (turn & SWAP_XY ? { x: y, y: x } : { x, y });
const flipped = (turn: number, { x, y }: Point): Point => ({
  x: turn & FLIP_X ? 1 - x : x,
  y: turn & FLIP_Y ? 1 - y : y,
});
const turnedBy = (turn: number, point: Point) => swapped(turn, flipped(turn, point));
const turnedBack = (turn: number, point: Point) => flipped(turn, swapped(turn, point));

function turnOf(step: DevelopStep | undefined, exifTurn: number): number {
  const params = step?.params;
  const orientation = params && params.length >= 4 ? Buffer.from(params).readInt32LE(0) : AS_IN_EXIF;
  return orientation === AS_IN_EXIF ? exifTurn : orientation;
}

function cropOf(step: DevelopStep | undefined): Geometry['crop'] {
  const layout = step && layoutOf('crop', step.module);
  if (!layout || step.params?.length !== layout.size) return WHOLE;
  const { cx = 0, cy = 0, cw = 1, ch = 1 } = decodeParams(layout, step.params) as Record<string, number>;
  return cw > cx && ch > cy ? [cx, cy, cw, ch] : WHOLE;
}

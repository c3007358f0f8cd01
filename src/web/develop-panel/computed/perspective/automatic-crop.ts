import type { Known } from '../computed-control.ts';
import type { FollowUps } from '../stored.ts';
import { largestAlike, largestInside, type Rectangle } from './largest-inside.ts';
import { cornersOf, perspectiveOf, type Size } from './perspective.ts';

/** What rotate and perspective shows of its picture, as shares of its width and height from the left and the top. */
export interface CropBox {
  cl: number;
  cr: number;
  ct: number;
  cb: number;
}

const WHOLE: CropBox = { cl: 0, cr: 1, ct: 0, cb: 1 };
const OFF = 0;
const ORIGINAL_FORMAT = 2;
/** darktable takes a turn this small for none (ashift.c, _isneutral). */
const NOTICED = 1e-4;
/** With less left in a direction, darktable may crash or hang, by its lens models generic and specific (assets/limits). */
const LEAST_LEFT = [0.1, 0.5];
/** Nor may the middle be cut off. */
const [BEFORE_MIDDLE, AFTER_MIDDLE] = [0.48, 0.52];

/**
 * The margins that automatic cropping stores: the largest rectangle without an empty corner, of any proportion or that of the picture
 * (ashift.c, do_crop). darktable looks for it step by step and stops within a hundredth of it; here it is the largest. null: a field is
 * not stored. `input`: of the picture that reaches the module, in any unit. Where a corner goes behind the viewer, or too little would be left, it
 * switches itself off.
 */
export function automaticCrop(stored: Known, input: Size): (CropBox & { cropmode?: number }) | null {
  const perspective = perspectiveOf(stored);
  if (!perspective) return null;
  const { rotation, vertical, horizontal, shear, aspect } = perspective;
  const isTurned = [rotation, vertical, horizontal, shear, aspect - 1].some((value) => Math.abs(value) >= NOTICED);
  if (stored('cropmode') === OFF || !isTurned) return WHOLE;
  const longest = Math.max(input.width, input.height);
  const size = { width: input.width / longest, height: input.height / longest };
  const corners = cornersOf(perspective, size);
  const box =
    corners && (stored('cropmode') === ORIGINAL_FORMAT ? largestAlike(corners, size) : largestInside(corners));
  const shares = corners && box ? sharesOf(box, corners) : null;
  const least = LEAST_LEFT[stored('mode') ?? 0] ?? NaN;
  const hasMiddle = (low: number, high: number) => high - low > least && low < BEFORE_MIDDLE && high > AFTER_MIDDLE;
  const isEnough = shares && hasMiddle(shares.cl, shares.cr) && hasMiddle(shares.ct, shares.cb);
  return isEnough ? shares : { ...WHOLE, cropmode: OFF };
}

function sharesOf(box: Rectangle, corners: readonly (readonly [number, number])[]): CropBox {
  const [left, right] = ends(corners.map(([x]) => x));
  const [top, bottom] = ends(corners.map(([, y]) => y));
  const share = (value: number, low: number, high: number) =>
    Math.fround(Math.min(Math.max((value - low) / (high - low), 0), 1));
  return {
    cl: share(box.left, left, right),
    cr: share(box.right, left, right),
    ct: share(box.top, top, bottom),
    cb: share(box.bottom, top, bottom),
  };
}

const ends = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;

/** Whatever turns the picture moves the margins, where the size of the picture is known. */
export const perspectiveFollowUps: FollowUps = (field, to, stored, { inputSize }) =>
  (inputSize && automaticCrop((name) => (name === field ? to : stored(name)), inputSize)) ?? {};

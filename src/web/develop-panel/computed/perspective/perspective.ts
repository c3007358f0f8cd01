import type { Known } from '../computed-control.ts';

export interface Size {
  width: number;
  height: number;
}
export type Point = readonly [x: number, y: number];

/** What rotate and perspective does to a picture (ashift.c, _homography); angles in degrees. */
export interface Perspective {
  rotation: number;
  vertical: number;
  horizontal: number;
  shear: number;
  /** Of a small-format camera, in mm. */
  focalLength: number;
  /** How much the focal length says about the shape, in percent. */
  dependence: number;
  aspect: number;
}

/** The lens model "generic" takes these and leaves the sliders of "specific" alone. */
const GENERIC = { focalLength: 28, dependence: 0, aspect: 1 };

/** null: a field is not stored. */
export function perspectiveOf(stored: Known): Perspective | null {
  const of = (field: string) => stored(field) ?? NaN;
  const perspective = {
    rotation: of('rotation'),
    vertical: of('lensshift_v'),
    horizontal: of('lensshift_h'),
    shear: of('shear'),
    ...(of('mode') === 0
      ? GENERIC
      : { focalLength: of('f_length') * of('crop_factor'), dependence: of('orthocorr'), aspect: of('aspect') }),
  };
  return Object.values(perspective).every(Number.isFinite) ? perspective : null;
}

/** A point with its distance, by which the plane is divided. */
type Homogeneous = [x: number, y: number, distance: number];

/**
 * Where the corners of a picture go, around it: top left, bottom left, bottom right, top right. null: the plane is turned so far that a corner
 * lies behind the viewer.
 */
export function cornersOf(perspective: Perspective, { width, height }: Size): Point[] | null {
  const corners: Point[] = [
    [0, 0],
    [0, height],
    [width, height],
    [width, 0],
  ];
  const moved = corners.map((corner) => transformed(perspective, { width, height }, corner));
  if (!moved.every(([x, y, distance]) => distance > 0 && Number.isFinite(x) && Number.isFinite(y))) return null;
  return moved.map(([x, y, distance]) => [x / distance, y / distance]);
}

function transformed(
  { rotation, vertical, horizontal, shear, aspect, ...lens }: Perspective,
  { width, height }: Size,
  [left, top]: Point,
): Homogeneous {
  const angle = (rotation * Math.PI) / 180;
  const [dx, dy] = [left - width / 2, top - height / 2];
  const turnedX = width / 2 + Math.cos(angle) * dx + Math.sin(angle) * dy;
  const turnedY = height / 2 + Math.cos(angle) * dy - Math.sin(angle) * dx;
  const sheared: Homogeneous = [turnedX + shear * turnedY, turnedY + shear * turnedX, 1];
  const [y, x, distance] = shifted([sheared[1], sheared[0], sheared[2]], vertical, height, width, lens);
  const [outX, outY, outDistance] = shifted([x, y, distance], horizontal, width, height, lens);
  return [outX * Math.sqrt(aspect), outY / Math.sqrt(aspect), outDistance];
}

/** Lens shift: the plane is tilted along one side of the picture, and squeezed across it as the focal length says. */
function shifted(
  [along, across, distance]: Homogeneous,
  shift: number,
  length: number,
  breadth: number,
  { focalLength, dependence }: Pick<Perspective, 'focalLength' | 'dependence'>,
): Homogeneous {
  const stretch = Math.exp(shift);
  const grow = stretch - 1;
  const tilt = Math.atan(((focalLength / (14.4 + (length / breadth - 1) * 7.2)) * grow) / (stretch + 1));
  const sine = Math.sin(Math.min(Math.max(tilt, -1.5), 1.5) / 2);
  const squeeze = Math.max(0.1, 1 - (2 * dependence * sine * sine) / 100);
  const far = (grow / length) * along + distance;
  const tilted =
    ((grow * breadth) / (2 * length)) * along +
    ((2 * stretch) / (stretch + 1)) * across -
    ((grow * breadth) / (2 * (stretch + 1))) * distance;
  return [stretch * along, squeeze * tilted + (breadth / 2) * (1 - squeeze) * far, far];
}

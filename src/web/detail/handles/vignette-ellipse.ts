import type { Known } from '../../develop-panel/computed/computed-control.ts';
import type { Size } from '../zoom.ts';
import type { OnPicture, Point } from './drawing.ts';

/** Where vignetting begins and where it has its full strength (vignette.c), in pixels of the picture. */
interface Ellipses {
  middle: Point;
  inner: Point;
  outer: Point;
  /** Half axes at a scale of 1. */
  unit: Point;
}

const SAMPLES = 96;
const MOST = 200;
const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The picture's own proportion with the automatic ratio, else a circle on the long side, which the ratio makes narrower or flatter. */
function ellipsesOf(stored: Known, { width, height }: Size): Ellipses {
  const of = (field: string, otherwise: number) => stored(field) ?? otherwise;
  const long = Math.max(width, height) / 2;
  const ratio = of('whratio', 1);
  const unit = of('autoratio', 0)
    ? { x: width / 2, y: height / 2 }
    : { x: long * Math.min(ratio, 1), y: long * Math.min(2 - ratio, 1) };
  const scale = of('scale', 80) / 100;
  const end = scale + of('falloff_scale', 50) / 100;
  return {
    middle: { x: ((1 + of('center.x', 0)) / 2) * width, y: ((1 + of('center.y', 0)) / 2) * height },
    inner: { x: unit.x * scale, y: unit.y * scale },
    outer: { x: unit.x * end, y: unit.y * end },
    unit,
  };
}

export const drawnEllipse: OnPicture['drawn'] = (stored, size) => {
  const { middle, inner, outer } = ellipsesOf(stored, size);
  const shape = stored('shape') ?? 1;
  const bent = (share: number) => Math.sign(share) * Math.abs(share) ** shape;
  const around = (axes: Point): Point[] =>
    Array.from({ length: SAMPLES + 1 }, (_, at) => {
      const angle = (at / SAMPLES) * 2 * Math.PI;
      return { x: middle.x + axes.x * bent(Math.cos(angle)), y: middle.y + axes.y * bent(Math.sin(angle)) };
    });
  return {
    lines: [{ points: around(inner) }, { points: around(outer), isBorder: true }],
    handles: [
      { name: 'falloff-x', at: { x: middle.x + outer.x, y: middle.y } },
      { name: 'falloff-y', at: { x: middle.x, y: middle.y - outer.y } },
      { name: 'scale-x', at: { x: middle.x + inner.x, y: middle.y } },
      { name: 'scale-y', at: { x: middle.x, y: middle.y - inner.y } },
      { name: 'middle', at: middle },
    ],
  };
};

/** The inner handles change one axis, or the size where the proportion is kept; the outer ones where it ends. */
export const draggedEllipse: OnPicture['dragged'] = (stored, size, { handle, from, to, keepsShape }) => {
  const { middle, inner, outer, unit } = ellipsesOf(stored, size);
  const by = { x: to.x - from.x, y: to.y - from.y };
  if (handle === 'middle') {
    const centre = (value: number, length: number) => within((2 * value) / length - 1, -1, 1);
    return {
      'center.x': centre(middle.x + by.x, size.width),
      'center.y': centre(middle.y + by.y, size.height),
    };
  }
  const axis = handle.endsWith('x') ? 'x' : 'y';
  const outwards = axis === 'x' ? by.x : -by.y;
  if (handle.startsWith('falloff'))
    return unit[axis] > 0
      ? { falloff_scale: within((100 * (outer[axis] + outwards - inner[axis])) / unit[axis], 0, MOST) }
      : {};
  const wanted = Math.max(0, inner[axis] + outwards);
  if (keepsShape || stored('autoratio'))
    return unit[axis] > 0 ? { scale: within((100 * wanted) / unit[axis], 0, MOST) } : {};
  const axes = { ...inner, [axis]: wanted };
  const long = Math.max(axes.x, axes.y);
  if (long === 0) return {};
  return {
    scale: within((100 * long) / (Math.max(size.width, size.height) / 2), 0, MOST),
    whratio: axes.x <= axes.y ? axes.x / long : 2 - axes.y / long,
  };
};

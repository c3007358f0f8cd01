import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { addPoint, type Curve, movePoint, type Point } from './curve.ts';
import type { CurveScale } from './curve-scale.ts';
import { EDGE, SIZE, WHOLE } from './curve-drawing.ts';
import type { Draft } from './use-draft.ts';
import { useKeptStill } from './use-kept-still.ts';
import { itemAt } from '../../item-at.ts';

/** How far from its center a point can be grabbed, in plot units. curve-editor.module.css draws the same radius. */
export const REACH = 14;
const REACH_OF_FINGERS = 21;
/** A shorter movement than this, in screen pixels, is a click and not a drag. */
const STILL = 5;
/** The first click of a double-click adds a point; the second must not remove it again. */
const DOUBLE_CLICK_MS = 700;

/** The point being dragged, and how far from its center it was grabbed. */
export interface HeldPoint {
  at: number;
  beside: Point;
}

interface Pointed {
  curve: Curve;
  draft: Draft<Point[], HeldPoint>;
  /** The height of the curve at x. */
  shape: (x: number) => number;
  scale: CurveScale;
  isLocked: boolean;
  onChoose: (at: number) => void;
  onAdd: (point: Point) => void;
  onRemove: (at: number) => void;
}

/** Mouse and touch on the plot: drag a point, click to add one, double or right click to remove one. */
export function useCurvePointer(
  plot: RefObject<SVGSVGElement | null>,
  { curve, draft, shape, scale, isLocked, onChoose, onAdd, onRemove }: Pointed,
) {
  const { now: points, held } = draft;
  /** Where on the screen the plot was pressed, until this turns out to be a drag. */
  const pressed = useRef<{ x: number; y: number } | null>(null);
  /** The click that added a point. */
  const adding = useRef({ time: -Infinity, x: 0, y: 0 });
  useKeptStill(plot, held);

  /** Where the pointer is in the drawing; `pointAt`: what lies there. */
  const placeAt = (event: MouseEvent): Point => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    return {
      x: (((event.clientX - left) / width) * WHOLE - EDGE) / SIZE,
      y: 1 - (((event.clientY - top) / height) * WHOLE - EDGE) / SIZE,
    };
  };
  const placed = ({ x, y }: Point): Point => ({ x: scale.place(x), y: scale.place(y) });
  const valued = ({ x, y }: Point): Point => ({ x: scale.value(x), y: scale.value(y) });
  const pointAt = (event: MouseEvent): Point => valued(placeAt(event));
  const pointUnder = (event: MouseEvent, reach: number): number | null => {
    const pointer = placeAt(event);
    const away = points.map(placed).map(({ x, y }) => Math.hypot(x - pointer.x, y - pointer.y) * SIZE);
    const nearest = Math.min(...away);
    return nearest <= reach ? away.indexOf(nearest) : null;
  };

  const hold = (at: number, point: Point, event: MouseEvent) => {
    const pointer = placeAt(event);
    const place = placed(point);
    held.current = { at, beside: { x: place.x - pointer.x, y: place.y - pointer.y } };
    onChoose(at);
  };
  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    if (isLocked || event.button !== 0) return;
    const isMouse = event.pointerType === 'mouse';
    pressed.current = { x: event.clientX, y: event.clientY };
    const at = pointUnder(event, isMouse ? REACH : REACH_OF_FINGERS);
    // A finger next to the points may want to scroll.
    if (isMouse || at !== null) event.currentTarget.setPointerCapture(event.pointerId);
    if (at === null) return;
    event.preventDefault();
    hold(at, itemAt(points, at), event);
    focusPoint(plot.current, at);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (pressed.current && !isPulled(event, pressed.current)) return;
    const isStart = pressed.current !== null;
    pressed.current = null;
    if (held.current) {
      const { at, beside } = held.current;
      const { x, y } = placeAt(event);
      draft.show(movePoint(curve, points, at, valued({ x: x + beside.x, y: y + beside.y })));
    } else if (isStart && event.pointerType === 'mouse') {
      // The new point can be dragged at once.
      const added = addPoint(curve, points, pointAt(event));
      if (!added) return;
      hold(added.at, itemAt(added.points, added.at), event);
      draft.show(added.points);
    }
  };
  const onPointerUp = (event: PointerEvent) => {
    const [was, start] = [held.current, pressed.current];
    held.current = pressed.current = null;
    // The drag has already been drawn.
    if (was && !start) {
      draft.store(points);
      return;
    }
    if (was || !start) return;
    const { x } = pointAt(event);
    adding.current = { time: event.timeStamp, x: event.clientX, y: event.clientY };
    onAdd({ x, y: shape(x) });
  };
  const onPointerCancel = () => {
    pressed.current = null;
    if (held.current === null) return;
    held.current = null;
    draft.giveUp();
  };
  const onDoubleClick = (event: MouseEvent) => {
    const at = pointUnder(event, REACH);
    const isSecondClick = event.timeStamp - adding.current.time < DOUBLE_CLICK_MS && !isPulled(event, adding.current);
    if (!isLocked && at !== null && !isSecondClick) onRemove(at);
  };
  const onContextMenu = (event: MouseEvent) => {
    // Not for the menu key or a long touch.
    const at = event.button === 2 ? pointUnder(event, REACH) : null;
    if (isLocked || at === null) return;
    event.preventDefault();
    onRemove(at);
  };
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onDoubleClick, onContextMenu };
}

export const focusPoint = (plot: SVGSVGElement | null, at: number) =>
  plot?.querySelectorAll<SVGGElement>('[data-point]')[at]?.focus({ preventScroll: true });

const isPulled = (event: MouseEvent, from: { x: number; y: number }) =>
  Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL;

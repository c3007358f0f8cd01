import { type RefObject, useEffect } from 'react';
import type { Size } from '../detail/zoom.ts';
import type { LookStore } from './look-store.ts';
import { toggle } from './look-steps.ts';
import { lookWith, mostZoom, type Placed, shareAt } from './picture-place.ts';
import { useLatest } from '../ui/use-latest.ts';

/** What releasing the finger would do, while a picture is not zoomed. */
export type Drag =
  { is: 'browse'; right: number } | { is: 'judge'; stars: number; reject: boolean; at: { x: number; y: number } };

export type Judging = Extract<Drag, { is: 'judge' }>;

/** What a finger decides by dragging; a flick upwards is a pick. */
export type Dragged = { stars: number } | 'reject' | 'pick';

interface Hands {
  id: number;
  placed: Placed | null;
  room: Size | null;
  store: LookStore;
  /** One of several panes, which can be moved alone. */
  isOneOfSeveral: boolean;
  /** Dragging up and down decides. */
  hasLadder: boolean;
  onDrag: (drag: Drag | null) => void;
  onBrowse: (step: 1 | -1) => void;
  onJudge: (wish: Dragged) => void;
}

/** The first star comes after 40 pixels, each further one after 48; a reject after 72 the other way. */
const FIRST_STAR_PX = 40;
const NEXT_STAR_PX = 48;
const REJECT_PX = 72;
const BROWSE_PX = 50;
const FLICK_MS = 180;
const FLICK_PX = 24;
const TAP_MS = 500;
const ALONE_MS = 450;
/** The system's own gestures begin this close to the edges. */
const SIDE_PX = 24;
const BOTTOM_PX = 32;
const WHEEL_STEP_PX = 60;
const WHEEL_ZOOM = 0.004;

export const starsAfter = (up: number): number =>
  up < FIRST_STAR_PX ? 0 : Math.min(5, 1 + Math.floor((up - FIRST_STAR_PX) / NEXT_STAR_PX));

interface Gesture {
  x: number;
  y: number;
  at: number;
  isTouch: boolean;
  is: 'undecided' | 'pan' | 'browse' | 'judge' | 'pinch' | 'over';
  isAlone: boolean;
}

/** Fingers and mouse on a picture: tap or click, drag, pinch, wheel. */
export function usePaneHands(pane: RefObject<HTMLElement | null>, hands: Hands): void {
  const latest = useLatest(hands);
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    const pointers = new Map<number, { x: number; y: number }>();
    let gesture: Gesture | null = null;
    let press: ReturnType<typeof setTimeout> | undefined;
    let wheeled = 0;
    const local = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      const { left, top } = element.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    const isZoomed = () => latest.current.store.snapshot().look.scale !== null;

    const move = (from: { x: number; y: number }, to: { x: number; y: number }, factor = 1, isAlone = false) => {
      const { placed, room, store, id } = latest.current;
      if (!placed || !room) return;
      if (isAlone) {
        const { box, zoom } = placed;
        store.moveAlone(id, (from.x - to.x) / (box.width * zoom), (from.y - to.y) / (box.height * zoom));
        return;
      }
      const zoom = Math.min(mostZoom(placed.full), Math.max(1, placed.zoom * factor));
      store.set(store.without(id, lookWith(placed, room, zoom, shareAt(placed, from.x, from.y), to)));
    };

    const down = (event: PointerEvent) => {
      if (event.button !== 0 || (event.target as Element).closest('button')) return;
      const isTouch = event.pointerType !== 'mouse';
      const { clientX, clientY } = event;
      const isAtEdge = clientX < SIDE_PX || clientX > innerWidth - SIDE_PX || clientY > innerHeight - BOTTOM_PX;
      if (isTouch && isAtEdge) return;
      element.setPointerCapture(event.pointerId);
      const at = local(event);
      pointers.set(event.pointerId, at);
      clearTimeout(press);
      if (pointers.size === 2) {
        latest.current.onDrag(null);
        if (gesture) gesture.is = 'pinch';
        return;
      }
      if (pointers.size > 2) return;
      gesture = { ...at, at: event.timeStamp, isTouch, is: 'undecided', isAlone: event.altKey };
      if (isTouch && latest.current.isOneOfSeveral)
        press = setTimeout(() => {
          if (gesture?.is !== 'undecided') return;
          gesture.isAlone = true;
          gesture.is = 'pan';
        }, ALONE_MS);
    };

    const moved = (event: PointerEvent) => {
      const before = pointers.get(event.pointerId);
      if (!before || !gesture) return;
      const at = local(event);
      if (gesture.is === 'pinch') {
        const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
        if (!other) return;
        const distance = (one: typeof at) => Math.hypot(one.x - other.x, one.y - other.y);
        const middle = (one: typeof at) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
        move(middle(before), middle(at), distance(at) / Math.max(1, distance(before)));
        pointers.set(event.pointerId, at);
        return;
      }
      const right = at.x - gesture.x;
      const below = at.y - gesture.y;
      if (gesture.is === 'undecided') {
        if (Math.hypot(right, below) < (gesture.isTouch ? 8 : 3)) return;
        clearTimeout(press);
        if (isZoomed()) gesture.is = 'pan';
        else if (!gesture.isTouch) gesture.is = 'over';
        else if (Math.abs(right) > Math.abs(below)) gesture.is = 'browse';
        else gesture.is = latest.current.hasLadder ? 'judge' : 'over';
      }
      if (gesture.is === 'pan') move(before, at, 1, gesture.isAlone || (event.altKey && latest.current.isOneOfSeveral));
      if (gesture.is === 'browse') latest.current.onDrag({ is: 'browse', right });
      if (gesture.is === 'judge')
        latest.current.onDrag({ is: 'judge', stars: starsAfter(-below), reject: below >= REJECT_PX, at });
      pointers.set(event.pointerId, at);
    };

    const up = (event: PointerEvent) => {
      const at = local(event);
      if (!pointers.delete(event.pointerId) || !gesture) return;
      clearTimeout(press);
      const { onDrag, onBrowse, onJudge } = latest.current;
      const done = gesture;
      if (pointers.size > 0) {
        // The finger that is still down must not start a new gesture.
        done.is = done.is === 'pinch' && isZoomed() ? 'pan' : 'over';
        return;
      }
      gesture = null;
      onDrag(null);
      const tookMs = event.timeStamp - done.at;
      const right = at.x - done.x;
      const upwards = done.y - at.y;
      if (done.is === 'undecided' && tookMs < TAP_MS) toggle(latest.current, at);
      if (done.is === 'browse' && Math.abs(right) >= BROWSE_PX) onBrowse(right < 0 ? 1 : -1);
      if (done.is !== 'judge') return;
      if (tookMs < FLICK_MS && upwards > FLICK_PX) onJudge('pick');
      else if (starsAfter(upwards) > 0) onJudge({ stars: starsAfter(upwards) });
      else if (-upwards >= REJECT_PX) onJudge('reject');
    };

    const cancel = (event: PointerEvent) => {
      pointers.delete(event.pointerId);
      clearTimeout(press);
      gesture = null;
      latest.current.onDrag(null);
    };

    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      if (event.ctrlKey) {
        const at = local(event);
        move(at, at, Math.exp(-event.deltaY * WHEEL_ZOOM));
        return;
      }
      wheeled += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * WHEEL_STEP_PX;
      if (Math.abs(wheeled) < WHEEL_STEP_PX) return;
      latest.current.onBrowse(wheeled > 0 ? 1 : -1);
      wheeled = 0;
    };

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', moved);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', cancel);
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      clearTimeout(press);
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', moved);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', cancel);
      element.removeEventListener('wheel', wheel);
    };
  }, [pane, latest]);
}

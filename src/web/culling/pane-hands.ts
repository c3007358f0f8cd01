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

interface Point {
  x: number;
  y: number;
}

interface Gesture extends Point {
  at: number;
  isTouch: boolean;
  is: 'undecided' | 'pan' | 'browse' | 'judge' | 'pinch' | 'over';
  isAlone: boolean;
}

/** Fingers and mouse on a picture: tap or click, drag, pinch, wheel. */
export function usePaneHands(pane: RefObject<HTMLElement | null>, hands: Hands): void {
  const latest = useLatest(hands);
  useEffect(
    () => (pane.current ? new PaneHands(pane.current, () => latest.current).open() : undefined),
    [pane, latest],
  );
}

class PaneHands {
  readonly #element: HTMLElement;
  readonly #now: () => Hands;
  /** Where the fingers are. */
  readonly #pointers = new Map<number, Point>();
  #gesture: Gesture | null = null;
  /** A finger that rests this long moves its picture alone. */
  #press: ReturnType<typeof setTimeout> | undefined;
  #wheeled = 0;

  constructor(element: HTMLElement, now: () => Hands) {
    this.#element = element;
    this.#now = now;
  }

  /** Returns a function that ends it. */
  open(): () => void {
    const over = new AbortController();
    const { signal } = over;
    this.#element.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    this.#element.addEventListener('pointermove', (event) => this.#move(event), { signal });
    this.#element.addEventListener('pointerup', (event) => this.#up(event), { signal });
    this.#element.addEventListener('pointercancel', (event) => this.#cancel(event), { signal });
    this.#element.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false });
    return () => {
      clearTimeout(this.#press);
      over.abort();
    };
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest('button')) return;
    const isTouch = event.pointerType !== 'mouse';
    const { clientX, clientY } = event;
    const isAtEdge = clientX < SIDE_PX || clientX > innerWidth - SIDE_PX || clientY > innerHeight - BOTTOM_PX;
    if (isTouch && isAtEdge) return;
    this.#element.setPointerCapture(event.pointerId);
    const at = this.#placeOf(event);
    this.#pointers.set(event.pointerId, at);
    clearTimeout(this.#press);
    if (this.#pointers.size === 2) {
      this.#now().onDrag(null);
      if (this.#gesture) this.#gesture.is = 'pinch';
    }
    if (this.#pointers.size > 1) return;
    const gesture: Gesture = { ...at, at: event.timeStamp, isTouch, is: 'undecided', isAlone: event.altKey };
    this.#gesture = gesture;
    if (!isTouch || !this.#now().isOneOfSeveral) return;
    this.#press = setTimeout(() => {
      if (gesture.is !== 'undecided') return;
      gesture.isAlone = true;
      gesture.is = 'pan';
    }, ALONE_MS);
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    const gesture = this.#gesture;
    if (!before || !gesture) return;
    const at = this.#placeOf(event);
    const [right, below] = [at.x - gesture.x, at.y - gesture.y];
    if (gesture.is === 'undecided') {
      if (Math.hypot(right, below) < (gesture.isTouch ? 8 : 3)) return;
      clearTimeout(this.#press);
      gesture.is = this.#dragOf(gesture, Math.abs(right) > Math.abs(below));
    }
    const { isOneOfSeveral, onDrag } = this.#now();
    const isAlone = gesture.isAlone || (event.altKey && isOneOfSeveral);
    if (gesture.is === 'pinch') this.#pinch(event.pointerId, before, at);
    if (gesture.is === 'pan') this.#shift(before, at, { isAlone });
    if (gesture.is === 'browse') onDrag({ is: 'browse', right });
    if (gesture.is === 'judge') onDrag({ is: 'judge', stars: starsAfter(-below), reject: below >= REJECT_PX, at });
    this.#pointers.set(event.pointerId, at);
  }

  #up(event: PointerEvent): void {
    const at = this.#placeOf(event);
    const gesture = this.#gesture;
    if (!this.#pointers.delete(event.pointerId) || !gesture) return;
    clearTimeout(this.#press);
    if (this.#pointers.size > 0) {
      // The finger that is still down must not start a new gesture.
      gesture.is = gesture.is === 'pinch' && this.#isZoomed ? 'pan' : 'over';
      return;
    }
    this.#gesture = null;
    const { onDrag, onBrowse, onJudge } = this.#now();
    onDrag(null);
    const tookMs = event.timeStamp - gesture.at;
    const [right, upwards] = [at.x - gesture.x, gesture.y - at.y];
    if (gesture.is === 'undecided' && tookMs < TAP_MS) toggle(this.#now(), at);
    if (gesture.is === 'browse' && Math.abs(right) >= BROWSE_PX) onBrowse(right < 0 ? 1 : -1);
    if (gesture.is !== 'judge') return;
    if (tookMs < FLICK_MS && upwards > FLICK_PX) onJudge('pick');
    else if (starsAfter(upwards) > 0) onJudge({ stars: starsAfter(upwards) });
    else if (-upwards >= REJECT_PX) onJudge('reject');
  }

  #cancel(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    clearTimeout(this.#press);
    this.#gesture = null;
    this.#now().onDrag(null);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    if (event.ctrlKey) {
      const at = this.#placeOf(event);
      this.#shift(at, at, { factor: Math.exp(-event.deltaY * WHEEL_ZOOM) });
      return;
    }
    this.#wheeled += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * WHEEL_STEP_PX;
    if (Math.abs(this.#wheeled) < WHEEL_STEP_PX) return;
    this.#now().onBrowse(this.#wheeled > 0 ? 1 : -1);
    this.#wheeled = 0;
  }

  #dragOf({ isTouch }: Gesture, isAcross: boolean): Gesture['is'] {
    if (this.#isZoomed) return 'pan';
    if (!isTouch) return 'over';
    if (isAcross) return 'browse';
    return this.#now().hasLadder ? 'judge' : 'over';
  }

  #pinch(pointer: number, before: Point, at: Point): void {
    const other = [...this.#pointers].find(([id]) => id !== pointer)?.[1];
    if (!other) return;
    const distance = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y);
    const middle = (one: Point) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
    this.#shift(middle(before), middle(at), { factor: distance(at) / Math.max(1, distance(before)) });
  }

  /** What was at one place is at another, and as much larger. */
  #shift(from: Point, to: Point, { factor = 1, isAlone = false }): void {
    const { placed, room, store, id } = this.#now();
    if (!placed || !room) return;
    if (isAlone) {
      const { box, zoom } = placed;
      store.moveAlone(id, (from.x - to.x) / (box.width * zoom), (from.y - to.y) / (box.height * zoom));
      return;
    }
    const zoom = Math.min(mostZoom(placed.full), Math.max(1, placed.zoom * factor));
    store.set(store.without(id, lookWith(placed, room, zoom, shareAt(placed, from.x, from.y), to)));
  }

  #placeOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.#element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  get #isZoomed(): boolean {
    return this.#now().store.snapshot().look.scale !== null;
  }
}

import { type RefObject, useCallback, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { select } from 'd3-selection';
import { zoom, type ZoomBehavior, zoomIdentity, type ZoomTransform, zoomTransform } from 'd3-zoom';
import { type Box, clampedTo, MOST_ZOOM, type Size } from './zoom.ts';
import { useLatest } from '../ui/use-latest.ts';

type Behaviour = ZoomBehavior<HTMLDivElement, unknown>;

/** Up to here, the whole picture is visible. */
const FITS = 1.001;
/** For one press of a key or button. */
export const ZOOM_STEP = 1.5;

export interface StageControls {
  toggle: () => void;
  zoomBy: (factor: number) => void;
  pan: (right: number, down: number) => void;
  fit: () => void;
}

/** Percent of the photograph's own pixels, and whether the whole picture is visible. */
export interface Zoom {
  percent: number;
  isFit: boolean;
}

interface Zoomed {
  /** The size of the stage; null until it is measured. */
  room: Size | null;
  /** Where the fitted picture is on the stage. */
  box: Box | null;
  /** The zoom of 100 %. */
  full: number;
  controls: RefObject<StageControls | null>;
  onZoom: (zoom: Zoom) => void;
}

/** Wheel, two fingers, dragging, keys and buttons: how far the picture is zoomed, and which part of it is visible. */
export function useStageZoom(stage: RefObject<HTMLDivElement | null>, { room, box, full, controls, onZoom }: Zoomed) {
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity);
  const isZoomed = transform.k > FITS;
  const most = Math.max(MOST_ZOOM, full * 2);

  // The zoom behavior outlives pictures; this holds what it needs to know about the present one.
  const present = useLatest({ box, room, full, most });
  const behaviour = useRef<Behaviour>(zoom<HTMLDivElement, unknown>());
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const own = behaviour.current
      .filter(
        (event: Event) =>
          event.type === 'wheel' ||
          // What lies on the picture may be dragged itself; one finger on a picture that fits goes to the next one.
          ((event.target as Element).closest('[data-keeps-pointer]') === null &&
            (('touches' in event && (event as TouchEvent).touches.length === 2) || element.dataset.zoomed === 'true')),
      )
      .scaleExtent([1, present.current.most])
      .constrain((next) => clampedTo(next, present.current.box, present.current.room))
      .on('zoom', ({ transform: next }: { transform: ZoomTransform }) => setTransform(next));
    const selected = select(element);
    selected.call(own).on('dblclick.zoom', null);
    return () => {
      selected.on('.zoom', null);
    };
  }, [stage, present]);
  // Another picture or window size: the zoom is kept as far as possible.
  const keepZoom = useEffectEvent(() => {
    const element = stage.current;
    if (!element || !box) return;
    const own = behaviour.current.scaleExtent([1, most]);
    select(element).call((selection) => own.transform(selection, clampedTo(transform, box, room)));
  });
  useEffect(() => keepZoom(), [box, most]);

  const move = useCallback(
    (act: (own: Behaviour, on: ReturnType<typeof select<HTMLDivElement, unknown>>, element: HTMLElement) => void) => {
      if (stage.current) act(behaviour.current, select(stage.current), stage.current);
    },
    [stage],
  );
  /** Switches between fit and 100 % at a point of the stage; zooms further where fit is nearly 100 %. */
  const toggle = useCallback(
    (at?: [number, number]) =>
      move((own, on) => {
        const { full } = present.current;
        own.scaleTo(on, on.attr('data-zoomed') !== 'true' ? (full > 1.05 ? full : 1.5) : 1, at);
      }),
    [move, present],
  );
  useImperativeHandle(
    controls,
    () => ({
      toggle: () => toggle(),
      zoomBy: (factor) => move((own, on) => own.scaleBy(on, factor)),
      pan: (right, down) =>
        move((own, on, element) => {
          const { k } = zoomTransform(element);
          own.translateBy(on, -right / k, -down / k);
        }),
      fit: () => move((own, on) => own.transform(on, zoomIdentity)),
    }),
    [move, toggle],
  );
  // At 100 % when it turned out how many pixels that is: the zoom follows.
  const wasFull = useRef(full);
  useEffect(() => {
    const { k } = stage.current ? zoomTransform(stage.current) : zoomIdentity;
    if (k > FITS && Math.abs(k / wasFull.current - 1) < 0.001) move((own, on) => own.scaleTo(on, full));
    wasFull.current = full;
  }, [stage, full, move]);

  const percent = Math.round((transform.k / full) * 100);
  useEffect(() => onZoom({ percent, isFit: !isZoomed }), [percent, isZoomed, onZoom]);
  return { transform, isZoomed, percent, toggle };
}

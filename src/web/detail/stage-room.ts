import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Size } from './zoom.ts';

/** The size of the stage; null until it is measured. */
export function useStageRoom(stage: RefObject<HTMLElement | null>): Size | null {
  const [room, setRoom] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage]);
  return room;
}

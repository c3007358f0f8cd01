import { type RefObject, useLayoutEffect, useState } from 'react';

export interface GridSize {
  width: number;
  height: number;
}

/** The space for pictures in the scrolling element. */
export function useGridSize(scroller: RefObject<HTMLElement | null>): GridSize {
  const [size, setSize] = useState<GridSize>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      setSize({
        width: element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
        height: element.clientHeight,
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return size;
}

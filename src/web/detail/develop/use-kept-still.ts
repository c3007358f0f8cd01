import { type RefObject, useEffect } from 'react';

/**
 * A finger drags what it holds, and scrolls elsewhere. touch-action cannot express that: browsers ignore it inside an
 * SVG.
 */
export function useKeptStill(plot: RefObject<SVGSVGElement | null>, held: RefObject<unknown>): void {
  useEffect(() => {
    const keepStill = (event: TouchEvent) => {
      if (held.current) event.preventDefault();
    };
    const svg = plot.current;
    svg?.addEventListener('touchmove', keepStill, { passive: false });
    return () => svg?.removeEventListener('touchmove', keepStill);
  }, [plot, held]);
}

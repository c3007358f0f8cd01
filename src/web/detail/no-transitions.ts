import { selection } from 'd3-selection';

/**
 * Stands in for d3-transition, which d3-zoom loads but needs only where a zoom is animated. The page animates none, so
 * there is nothing to interrupt, and nobody waits for easing, colors and timers.
 */
Object.assign(selection.prototype as object, {
  interrupt(this: unknown) {
    return this;
  },
});
export const interrupt = () => undefined;

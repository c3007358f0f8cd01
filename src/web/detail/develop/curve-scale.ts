/** How the axes of a curve are drawn. Both have the same scale; nothing of it is stored. */
export interface CurveScale {
  /** Where a value is drawn, from 0 to 1. */
  place: (value: number) => number;
  /** The value there. */
  value: (place: number) => number;
}

export const EVEN: CurveScale = { place: (value) => value, value: (place) => place };

/** darktable's "scale for graph", from 0 (even) to 40: a logarithm that makes more room for the shadows (basecurve.c and tonecurve.c, to_log). */
export const logarithmic = (scale: number): CurveScale =>
  scale > 0
    ? {
        place: (value) => Math.log1p(Math.max(value, 0) * scale) / Math.log1p(scale),
        value: (place) => Math.expm1(place * Math.log1p(scale)) / scale,
      }
    : EVEN;

/** The label of its slider. */
export const SCALE = 'scale for graph';

import { z } from 'zod';

const fraction = (least: number) => z.number().min(least).max(1);

/** A part of the picture as it is shown. */
export const areaField = (what: string) =>
  z
    .strictObject({ x: fraction(0), y: fraction(0), width: fraction(0.001), height: fraction(0.001) })
    .optional()
    .describe(`${what}, in fractions of the picture as shown: x 0 is left, y 0 is above`);

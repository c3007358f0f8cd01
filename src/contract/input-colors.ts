import { z } from 'zod';
import { ModuleQuery } from './modules.ts';

const RANGE = 'a number from 0 to 1';
const share = (side: string) =>
  z.coerce
    .number(RANGE)
    .min(0, RANGE)
    .max(1, RANGE)
    .describe(`Of the area: its ${side}, as a share of the side of the picture`);

/** An area of the picture as it is shown, in shares of its sides. */
export const InputQuery = ModuleQuery.pick({ instance: true })
  .extend({ left: share('left'), top: share('top'), right: share('right'), bottom: share('bottom') })
  .refine(({ left, right, top, bottom }) => left <= right && top <= bottom, {
    error: 'at least left, and bottom at least top',
    path: ['right'],
  });

const Three = z.tuple([z.number(), z.number(), z.number()]);
const Statistics = z.object({ mean: Three, min: Three, max: Three });
const Range = z.object({ min: z.number(), max: z.number() });

/** What darktable makes of the three channels of a pixel (rgb_norms.h). */
const NORMS = ['luminance', 'max', 'average', 'sum', 'euclidean', 'power'] as const;
export type Norm = (typeof NORMS)[number];

/** The colors that reach a module in an area of the picture, each channel by itself. */
export const InputColors = z
  .object({
    image_id: z.int(),
    operation: z.string(),
    multi_priority: z.int().describe('Number of the instance, 0 for the first'),
    rgb: Statistics.describe('Linear Rec. 2020; 1 is white, and light may be brighter'),
    lab: Statistics.describe('CIE Lab, seen from D50'),
    lch: Statistics.describe('The same in LCh: L, chroma, and hue as a share of the circle'),
    pixels: z
      .object({
        rgb: z.object({ min: Three, max: Three }).describe('Linear Rec. 2020'),
        norms: z
          .record(z.enum(NORMS), Range)
          .describe('What the channels of a pixel are together: power is their cubes through their squares'),
        lightness: Range.describe('L of CIE Lab, in 256 steps from 0 to 100: those that at least two pixels have'),
      })
      .describe('Of the pixels themselves; darktable smooths them before its pickers read rgb and lab'),
  })
  .meta({ id: 'InputColors' });
export type InputColors = z.infer<typeof InputColors>;

const Steps = z.array(z.int().min(0)).length(128);

/** How the colors that reach a module are spread over the picture. */
export const InputHistogram = z
  .object({
    image_id: z.int(),
    operation: z.string(),
    multi_priority: z.int().describe('Number of the instance, 0 for the first'),
    lightness: Steps.describe('Pixels by L* of CIE Lab, from 0 to 100 in even steps'),
    red: Steps.describe('By the L* of a gray that is as light as this channel of linear Rec. 2020'),
    green: Steps,
    blue: Steps,
  })
  .meta({ id: 'InputHistogram' });
export type InputHistogram = z.infer<typeof InputHistogram>;

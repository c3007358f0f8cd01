import { z } from 'zod';
import { ModulePatch } from './modules.ts';
import { PREVIEW_LEVELS } from './preview.ts';
import { LEAST_PIXELS, LEAST_SCALE, MOST_PIXELS } from './render-bounds.ts';

const names = ['thumb', 'small', 'medium', 'large', 'xlarge'] as const;
const side = (least: number) => z.int(`a whole number from ${least} to ${MOST_PIXELS}`).min(least).max(MOST_PIXELS);
const scale = z.number(`a number from ${LEAST_SCALE} to 1`).min(LEAST_SCALE).max(1);

const RenderedModule = ModulePatch.extend({
  instance: z.int('the number of an instance').min(0).optional().describe('Default: the one with the newest step'),
});

/** The picture of an image as it would be with these changes. */
export const RenderRequest = z
  .strictObject({
    modules: z
      .record(z.string().max(100), RenderedModule)
      .default({})
      .describe('Changes to modules of the history by name, each as in the `PATCH` of a module'),
    history_end: z
      .int('a whole number from 0')
      .min(0)
      .optional()
      .describe(
        'Only the steps below this number count; 0: none. At most the length of the history. Changes come after that',
      ),
    style: z
      .string()
      .min(1, 'must not be empty')
      .max(1_000)
      .optional()
      .describe('Full name of a style, put on top as `POST /styles/apply` does. Changes come after that'),
    mask: z
      .strictObject({
        operation: z.string('the name of a module').min(1).max(100),
        instance: z
          .int('the number of an instance')
          .min(0)
          .optional()
          .describe('Default: the one with the newest step'),
      })
      .optional()
      .describe(
        'Instead of the picture, the mask of this module: white where it works fully, black where it does not. Changes come before',
      ),
    size: z.enum(names, names.join(', ')).optional().describe('The size of a preview. Default: large'),
    width: side(LEAST_PIXELS).optional().describe('Instead of `size`: the picture fits into `width` × `height` pixels'),
    height: side(LEAST_PIXELS).optional(),
    region: z
      .strictObject({
        x: z.int('a whole number'),
        y: z.int('a whole number'),
        width: side(1),
        height: side(1),
        scale: scale.default(1),
      })
      .optional()
      .describe(
        'Instead of a size: a part of the picture scaled by `scale`, in pixels of the scaled picture. A part beyond the edges is moved inside',
      ),
    draft: z.boolean().default(false).describe('Quicker and coarser: for pictures while a slider moves'),
    quality: z.int('a whole number from 1 to 100').min(1).max(100).default(85).describe('JPEG quality'),
    viewer: z
      .string('text')
      .min(1)
      .max(100)
      .optional()
      .describe('Any text that names a viewer: its newest request replaces older ones that have not begun'),
  })
  .refine(
    ({ width, height }) => (width === undefined) === (height === undefined),
    'give both width and height, or neither',
  )
  .refine(
    ({ size, width, region }) => [size, width, region].filter((one) => one !== undefined).length <= 1,
    'give size, or width and height, or region',
  )
  .meta({ id: 'RenderRequest' });
export type RenderRequest = z.infer<typeof RenderRequest>;

/** The box for the whole picture. */
export function boxOf({ size = 'large', width, height }: RenderRequest): { width: number; height: number } {
  if (width !== undefined && height !== undefined) return { width, height };
  const level = PREVIEW_LEVELS.find(({ name }) => name === size)!;
  return { width: level.width, height: level.height };
}

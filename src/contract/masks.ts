import { z } from 'zod';

/** darktable's kinds of drawn shapes. A group holds shapes, and is what a module is masked with. */
export const SHAPE_KINDS = ['circle', 'ellipse', 'path', 'brush', 'gradient', 'group'] as const;
export type ShapeKind = (typeof SHAPE_KINDS)[number];

/** What retouch and spot removal do within a shape. */
export const SHAPE_TOOLS = ['clone', 'heal', 'blur', 'fill'] as const;
export type ShapeTool = (typeof SHAPE_TOOLS)[number];

const ModuleInstance = z.object({
  operation: z.string().describe("darktable's name, such as exposure"),
  instance: z.int().describe('Number of the instance, 0 for the first'),
});

/** A drawn shape, or a group of shapes, that is in force at the end of a history. */
export const MaskShape = z
  .object({
    id: z.int().describe("darktable's number of the shape, unique for the image"),
    kind: z.enum(SHAPE_KINDS).nullable().describe('null: a kind that Safelight does not know'),
    name: z.string().describe('As in the mask manager'),
    is_source: z.boolean().describe('It marks what retouch or spot removal mends'),
    tool: z.enum(SHAPE_TOOLS).nullable().describe('What retouch or spot removal does within it'),
    points: z.int().describe('How many points it has; of a group, how many shapes'),
    members: z
      .array(
        z.object({
          id: z.int(),
          inverted: z.boolean(),
          opacity: z.number().describe('0 to 1'),
          combined: z
            .enum(['union', 'intersection', 'difference', 'exclusion'])
            .nullable()
            .describe('With the shapes before it; null: it is the first'),
        }),
      )
      .describe('The shapes of a group, from the bottom to the top; empty for shapes'),
    used_by: z
      .array(ModuleInstance.extend({ is_on: z.boolean().describe('The mask counts: it is not switched off') }))
      .describe('The instances of modules that are masked with it'),
  })
  .meta({ id: 'MaskShape' });
export type MaskShape = z.infer<typeof MaskShape>;

export const MaskList = z.object({ image_id: z.int(), items: z.array(MaskShape) }).meta({ id: 'MaskList' });
export type MaskList = z.infer<typeof MaskList>;

const module = 'must be the name of a module';
const instance = z.int('must be the number of an instance').min(0, 'must be 0 or more').optional();

/** Which mask a module gets. */
export const MaskCopy = z
  .strictObject({
    from: z
      .strictObject(
        {
          operation: z.string(module).min(1, module).max(20, module),
          instance: instance.describe('Left out: the one with the newest step'),
        },
        'must be an object with the operation of a module',
      )
      .describe('The module of the same image whose shapes are taken'),
    instance: instance.describe('Which instance gets them. Left out: the one with the newest step'),
  })
  .meta({ id: 'MaskCopy' });

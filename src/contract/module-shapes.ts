import { z } from 'zod';
import { SHAPE_KINDS, SHAPE_TOOLS } from './masks.ts';

const Point = z
  .tuple([z.number(), z.number()])
  .describe('x and y, in shares of the sides of the picture as it is shown');
const Lines = z.array(z.array(Point));

/** A shape as it lies on the picture. */
export const ShapeOnPicture = z
  .object({
    id: z.int().describe("darktable's number of the shape; of liquify, the number of the node"),
    kind: z.enum([...SHAPE_KINDS, 'warp']).describe('warp: a node of liquify'),
    name: z.string().describe('As in the mask manager'),
    is_inverted: z.boolean(),
    tool: z.enum(SHAPE_TOOLS).nullable().describe('What retouch or spot removal does within it'),
    lines: Lines.describe('The shape itself; closed lines end where they begin'),
    border: Lines.describe('To where it falls off'),
    source: Lines.describe('Where retouch or spot removal takes from; empty where it takes from nowhere'),
    arrow: z
      .tuple([Point, Point])
      .nullable()
      .describe('From the source to the shape; of a warp, from what is pulled to where it goes'),
  })
  .meta({ id: 'ShapeOnPicture' });
export type ShapeOnPicture = z.infer<typeof ShapeOnPicture>;
export type ShapePoint = z.infer<typeof Point>;

export const ModuleShapes = z
  .object({
    image_id: z.int(),
    operation: z.string(),
    multi_priority: z.int().describe('Number of the instance, 0 for the first'),
    items: z.array(ShapeOnPicture),
  })
  .meta({ id: 'ModuleShapes' });
export type ModuleShapes = z.infer<typeof ModuleShapes>;

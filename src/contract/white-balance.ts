import { z } from 'zod';

const Row = z.tuple([z.number(), z.number(), z.number()]);

/** What the temperature, the tint and the camera's presets of a picture's white balance are worked out from. */
export const WhiteBalance = z
  .object({
    image_id: z.int(),
    matrix: z
      .tuple([Row, Row, Row])
      .nullable()
      .describe("From XYZ to the camera's red, green and blue. null: not known, so there are only multipliers"),
    source: z
      .enum(['picture', 'camera', 'srgb'])
      .nullable()
      .describe(
        "Where the matrix is from: inside the picture, darktable's list of cameras, or sRGB of a picture that is not raw",
      ),
    why_none: z.string().optional().describe('Why there is no matrix'),
    presets: z
      .array(
        z.object({
          name: z.string(),
          tuning: z.int().describe('Fine tuning on the camera; 0: none'),
          multipliers: Row.describe('Red, green and blue'),
        }),
      )
      .describe("The camera's presets for raw pictures, in darktable's order"),
  })
  .meta({ id: 'WhiteBalance' });
export type WhiteBalance = z.infer<typeof WhiteBalance>;
export type CameraMatrix = NonNullable<WhiteBalance['matrix']>;
export type CameraPreset = WhiteBalance['presets'][number];

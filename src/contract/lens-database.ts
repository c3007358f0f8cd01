import { z } from 'zod';

const Names = {
  maker: z.string().describe('As it is shown'),
  name: z.string().describe('As it is shown'),
  model: z.string().describe('As the module stores it'),
};

export const LensfunCamera = z
  .object({
    ...Names,
    crop_factor: z.number().describe('Stored along with the camera'),
  })
  .meta({ id: 'LensfunCamera' });
export type LensfunCamera = z.infer<typeof LensfunCamera>;

const WHY_NONE = z.string().optional().describe('Why there are none');

/** The cameras that lens correction can be told. */
export const LensfunCameras = z
  .object({ cameras: z.array(LensfunCamera).describe("By maker and name, in darktable's order"), why_none: WHY_NONE })
  .meta({ id: 'LensfunCameras' });
export type LensfunCameras = z.infer<typeof LensfunCameras>;

const Range = z.tuple([z.number(), z.number()]);

export const LensfunLens = z
  .object({
    ...Names,
    focal: Range.describe('Millimeters; 0: not known'),
    aperture: Range.describe('f-numbers; 0: not known'),
    corrections: z.array(z.enum(['distortion', 'tca', 'vignetting'])).describe('What it was measured for'),
  })
  .meta({ id: 'LensfunLens' });
export type LensfunLens = z.infer<typeof LensfunLens>;

export const LensQuery = z.strictObject({
  camera: z.string().min(1).max(127).optional().describe('Its `model`. Without: the lenses of all cameras'),
});

/** The lenses that fit a camera. */
export const LensfunLenses = z
  .object({
    camera: LensfunCamera.nullable().describe('null: not asked for, or not in the database, so all lenses are listed'),
    lenses: z.array(LensfunLens).describe('By focal length'),
    why_none: WHY_NONE,
  })
  .meta({ id: 'LensfunLenses' });
export type LensfunLenses = z.infer<typeof LensfunLenses>;

import { z } from 'zod';

const Channels = z.tuple([z.number(), z.number(), z.number()]);
const Noise = {
  a: Channels.describe('Red, green and blue, as the module stores them. The first of `automatic` may be -1'),
  b: Channels,
};

/** What the list of profiles of denoise (profiled) has for a picture. */
export const NoiseProfiles = z
  .object({
    image_id: z.int(),
    camera: z.string().nullable().describe('As darktable calls it; null: the picture names none'),
    iso: z.number().nullable(),
    automatic: z
      .object({
        kind: z
          .enum(['match', 'interpolated', 'generic'])
          .describe('`generic`: no profile fits the ISO, so darktable takes noise that no camera was measured for'),
        isos: z.array(z.int()).describe('Of the profiles that it comes from: one, two or none'),
        ...Noise,
      })
      .nullable()
      .describe(
        'The first entry. With -1 in `a` darktable looks the profile up again when it renders. null: not known',
      ),
    why_none: z.string().optional().describe('Why no profile is known'),
    profiles: z
      .array(z.object({ name: z.string(), iso: z.int(), ...Noise }))
      .describe("The camera's, in darktable's order. Empty: it has none"),
  })
  .meta({ id: 'NoiseProfiles' });
export type NoiseProfiles = z.infer<typeof NoiseProfiles>;
export type NoiseProfile = NoiseProfiles['profiles'][number];

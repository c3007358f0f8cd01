import type { NoiseProfile, NoiseProfiles } from '../../contract/noise-profiles.ts';
import type { Camera, FindCamera } from '../../darktable/cameras.ts';
import { layoutOf } from '../../darktable/layouts.ts';
import { automaticProfile, type FindNoiseProfiles, profiledDefaults } from '../../darktable/noise-profiles.ts';
import type { Library } from '../../library/library.ts';
import { moduleValuesOf } from '../../renderer/module-values.ts';

/** What is known of the noise of an image. */
export interface ImageNoise {
  /** As darktable calls it. */
  camera: Pick<Camera, 'maker' | 'model'>;
  iso: number | null;
  /** The camera's, by ISO. null: the table was not found. */
  profiles: NoiseProfile[] | null;
  /** What darktable takes by itself. */
  automatic: NoiseProfiles['automatic'];
}

/** null: there is no such image. */
export type NoiseOf = (imageId: number) => Promise<ImageNoise | null>;

/** From the table of the installed darktable. */
export function noiseFinder({
  library,
  findCamera,
  findNoiseProfiles,
}: {
  library: Pick<Library, 'image'>;
  findCamera: FindCamera;
  findNoiseProfiles: FindNoiseProfiles;
}): NoiseOf {
  return async (imageId) => {
    const image = await library.image(imageId);
    if (!image) return null;
    const { iso } = image.record;
    const [maker, model] = [image.record.maker ?? '', image.record.model ?? ''];
    const camera = (await findCamera(maker, model)) ?? { maker, model };
    const profiles = await findNoiseProfiles(camera);
    return { camera, iso, profiles, automatic: profiles && automaticProfile(profiles, iso) };
  };
}

/** As `moduleValuesOf`, with the defaults that depend on the noise of the picture, where that is known. */
export async function profiledValuesOf(
  { noiseOf, ...options }: Parameters<typeof moduleValuesOf>[0] & { noiseOf?: NoiseOf | undefined },
  ...[imageId, operation, tried]: [imageId: number, operation: string, tried?: Parameters<typeof moduleValuesOf>[3]]
): ReturnType<typeof moduleValuesOf> {
  const told = await moduleValuesOf(options, imageId, operation, tried);
  if ('why' in told || told.values.every(({ unprofiledParams }) => unprofiledParams === null)) return told;
  const profile = (await noiseOf?.(imageId))?.automatic;
  if (!profile) return told;
  return {
    values: told.values.map((value) => {
      const layout = layoutOf(operation, value.version);
      if (value.unprofiledParams === null || !layout) return value;
      const params = profiledDefaults(layout, Buffer.from(value.unprofiledParams, 'base64'), profile);
      return { ...value, defaultParams: params?.toString('base64') ?? null };
    }),
  };
}

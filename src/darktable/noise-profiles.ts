import { join } from 'node:path';
import { z } from 'zod';
import type { NoiseProfile, NoiseProfiles } from '../contract/noise-profiles.ts';
import { ordinaryFileBytes } from '../platform/ordinary-file.ts';
import type { Camera } from './cameras.ts';
import { dataFolder } from './data-folder.ts';
import type { Installation } from './installation.ts';
import type { Layout } from './layout.ts';

const Channels = z.tuple([z.number(), z.number(), z.number()]);
const NoiseTable = z.object({
  noiseprofiles: z.array(
    z.object({
      maker: z.string(),
      models: z.array(
        z.object({
          model: z.string(),
          profiles: z.array(
            z.object({ name: z.string(), iso: z.int(), a: Channels, b: Channels, skip: z.boolean().optional() }),
          ),
        }),
      ),
    }),
  ),
});

/** The profiles of a camera, by darktable's names, in the order of darktable's list. null: the table was not found. */
export type FindNoiseProfiles = (camera: Pick<Camera, 'maker' | 'model'>) => Promise<NoiseProfile[] | null>;

/** Those of the installed darktable's `noiseprofiles.json`, which is read when asked for and not kept. */
export function noiseProfilesOf(
  installation: () => Promise<Pick<Installation, 'kind' | 'app'> | null>,
): FindNoiseProfiles {
  return async ({ maker, model }) => {
    const folder = await dataFolder(await installation());
    const text = folder && (await ordinaryFileBytes(join(folder, 'noiseprofiles.json')).then(String, () => null));
    if (!text) return null;
    // The maker's name in the table may be the beginning of a longer one.
    const found = NoiseTable.parse(JSON.parse(text))
      .noiseprofiles.filter((entry) => maker.includes(entry.maker))
      .flatMap(({ models }) => models.filter((entry) => entry.model === model));
    // Of one ISO, darktable lists the last of the table first (seen with the PowerShot G7 X, which has five of each).
    return found
      .flatMap(({ profiles }) => profiles.filter(({ skip }) => !skip))
      .toReversed()
      .sort((one, other) => one.iso - other.iso)
      .map(({ name, iso, a, b }) => ({ name, iso, a, b }));
  };
}

/** In place of the first value: darktable looks the profile up when it renders. */
const LOOKED_UP = -1;
/** Where no profile fits. */
const GENERIC = { a: [1e-4, 1e-4, 1e-4], b: [0, 0, 0] } satisfies Partial<NoiseProfile>;

/**
 * The first entry of darktable's list: the profile of that ISO, what lies between its neighbors, or none.
 *
 * @param profiles By ISO.
 */
export function automaticProfile(
  profiles: readonly NoiseProfile[],
  iso: number | null,
): NonNullable<NoiseProfiles['automatic']> {
  const at = iso === null ? -1 : profiles.findIndex((profile) => profile.iso >= Math.trunc(iso));
  const [below, above] = [profiles[at - 1], profiles[at]];
  if (above?.iso === Math.trunc(iso ?? NaN)) {
    const [, green, blue] = above.a;
    return { kind: 'match', isos: [above.iso], a: [LOOKED_UP, green, blue], b: above.b };
  }
  if (!below || !above) return { kind: 'generic', isos: [], ...GENERIC };
  const share = (Math.trunc(iso!) - below.iso) / (above.iso - below.iso);
  const between = (from: number, to: number) => from * (1 - share) + to * share;
  const mixed = (key: 'a' | 'b') =>
    [0, 1, 2].map((channel) => between(below[key][channel]!, above[key][channel]!)) as NoiseProfile['a'];
  const [, green, blue] = mixed('a');
  return { kind: 'interpolated', isos: [below.iso, above.iso], a: [LOOKED_UP, green, blue], b: mixed('b') };
}

/** What the darkroom makes of the noise profile when the module is new, by name (measured with 4.2.1 and 5.4.1). */
const FROM_NOISE: Readonly<Record<string, (noise: number) => number>> = {
  radius: (noise) => Math.min(Math.trunc(1 + 15_000 * noise + 300_000 * noise ** 2), 8),
  scattering: (noise) => Math.min(3_000 * noise, 1),
  shadows: (noise) => Math.min(Math.max(0.1 - 0.1 * Math.log(noise), 0.7), 1.8),
  bias: (noise) => -Math.max(5 + 0.5 * Math.log(noise), 0),
};

/** The defaults of denoise (profiled) for a picture: those that darktable has without a profile, with its own. null: the layout is another one. */
export function profiledDefaults(
  layout: Layout,
  unprofiled: Uint8Array,
  { a, b }: Pick<NoiseProfile, 'a' | 'b'>,
): Buffer | null {
  const params = Buffer.from(unprofiled);
  const place = (name: string) => layout.fields.find((field) => field.name === name)?.offset;
  const [noise, bias] = [place('a'), place('b')];
  if (noise === undefined || bias === undefined) return null;
  for (const channel of [0, 1, 2]) {
    params.writeFloatLE(a[channel]!, noise + 4 * channel);
    params.writeFloatLE(b[channel]!, bias + 4 * channel);
  }
  const green = Math.fround(a[1]);
  for (const [name, value] of Object.entries(FROM_NOISE)) {
    const offset = place(name);
    if (offset === undefined) return null;
    params.writeFloatLE(value(green), offset);
  }
  return params;
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { NoiseProfile, NoiseProfiles } from '../contract/noise-profiles.ts';
import type { Camera } from './cameras.ts';
import { dataFolder } from './data-folder.ts';
import type { Installation } from './installation.ts';

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
    const text = folder && (await readFile(join(folder, 'noiseprofiles.json'), 'utf8').catch(() => null));
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
 * The first entry of darktable's list: the profile of that ISO, what lies between its neighbours, or none.
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

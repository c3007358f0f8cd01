import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** The program's folder, with package.json. */
export const programDir = dirname(findPackageJSON(import.meta.url)!);

const manifest = z
  .object({
    version: z.string(),
    /** Only in a package: see scripts/release/packages/program-tree.ts. */
    built: z.object({ commit: z.string().nullable(), date: z.iso.date() }).optional(),
  })
  .parse(JSON.parse(readFileSync(join(programDir, 'package.json'), 'utf8')));

export const version = manifest.version;

/** For people: in a package also from which commit it was built, and of which day that is. A checkout knows neither. */
export const versionLine = describeVersion(manifest);

export function describeVersion({ version, built }: typeof manifest): string {
  if (built === undefined) return version;
  return `${version} (${built.commit === null ? '' : `commit ${built.commit}, `}built from the sources of ${built.date})`;
}

/** The sample library. */
export const assetsDir = join(programDir, 'assets');

/** The built browser client. */
export const webDir = join(programDir, 'dist', 'web');

/** The built page for guests of a proof. */
export const guestDir = join(programDir, 'dist', 'guest');

/** The packages that `npm run package` has made: what the tests install. A new build of dist/ takes them away. */
import { join } from 'node:path';
import type { Target } from './targets.ts';
import { manifest, root } from './program-tree.ts';

export const madePackages = join(root, 'dist', 'packages');
const { version } = manifest;

export const programName = ({ name }: Target) => `safelight-${version}-${name}`;
export const debName = (debian: string) => `safelight_${version}_${debian}.deb`;

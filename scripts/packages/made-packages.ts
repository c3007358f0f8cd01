/** The packages that `npm run package` has made: what the tests install. A new build of dist/ takes them away. */
import { join } from 'node:path';
import { manifest, root } from './program-tree.ts';

export const madePackages = join(root, 'dist', 'packages');
const { version } = manifest;

export const programName = (debian: string) => `safelight-${version}-linux-${debian}`;
export const debName = (debian: string) => `safelight_${version}_${debian}.deb`;

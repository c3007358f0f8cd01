import type { Programs } from '../../test/system-packages.ts';
import type { Target } from './targets.ts';

/** What `npm run package` needs for packages of each system, and Debian's packages for it. */
const programs: Record<Target['os'], Programs> = {
  linux: {
    'dpkg-deb': 'dpkg',
    'llvm-strip': 'llvm',
    rpmbuild: 'rpm',
    tar: 'tar',
    gzip: 'gzip',
    'apt-ftparchive': 'apt-utils',
  },
  win32: { makensis: 'nsis' },
  darwin: { go: 'golang-go', zip: 'zip' },
};

export const packagingPrograms = (targets: readonly Target[]): Programs =>
  Object.assign({}, ...targets.map(({ os }) => programs[os])) as Programs;

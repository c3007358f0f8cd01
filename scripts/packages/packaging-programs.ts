import type { Programs } from '../system-packages.ts';

/** What `npm run package` needs, and Debian's packages for it. */
export const packagingPrograms: Programs = {
  'dpkg-deb': 'dpkg',
  'llvm-strip': 'llvm',
  rpmbuild: 'rpm',
  makensis: 'nsis',
  go: 'golang-go',
  zip: 'zip',
  tar: 'tar',
  gzip: 'gzip',
};

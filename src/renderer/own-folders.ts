import { join } from 'node:path';

/** darktable's options for folders of ours and a library in memory: it touches nothing of the user's. */
export const ownFolders = (workDir: string): string[] => [
  '--configdir',
  join(workDir, 'config'),
  '--cachedir',
  join(workDir, 'cache'),
  '--tmpdir',
  join(workDir, 'tmp'),
  '--library',
  ':memory:',
];

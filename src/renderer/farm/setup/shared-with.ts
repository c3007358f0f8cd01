import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Who else may write to a folder, or put another one in its place, as ssh asks of the folder with its keys; null: nobody but its owner and root. One
 * that is not there yet will be the user's. Windows has no such bits.
 */
export function sharedWith(folder: string): string | null {
  if (process.platform === 'win32') return null;
  let there = resolve(folder);
  while (!existsSync(there)) there = dirname(there);
  const isThere = there === resolve(folder);
  there = realpathSync(there);
  for (let at = there, above = ''; at !== above; above = at, at = dirname(at)) {
    const { mode, uid } = statSync(at);
    if (uid !== 0 && uid !== process.getuid!()) return `${at} belongs to another user`;
    // In a folder such as /tmp nobody moves what is another's.
    const isSticky = (mode & 0o1000) !== 0 && !(isThere && at === there);
    if ((mode & 0o022) !== 0 && !isSticky)
      return `other users may write to ${at} (mode ${(mode & 0o7777).toString(8)})`;
  }
  return null;
}

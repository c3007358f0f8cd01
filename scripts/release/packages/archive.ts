import { execFileSync } from 'node:child_process';
import { basename, dirname } from 'node:path';

/** How hard to press: `small` takes a minute for each package. */
export type Pressing = 'small' | 'quick';

/** Writes a folder as a .tar.gz that is the same for the same files, whoever made them in whichever order. */
export function tarGz(folder: string, file: string, { date, pressing }: { date: number; pressing: Pressing }): void {
  const gzip = pressing === 'small' ? 'gzip -9n' : 'gzip -1n';
  const owners = ['--owner=0', '--group=0', '--numeric-owner'];
  const args = ['--sort=name', '--format=gnu', ...owners, `--mtime=@${date}`, '-I', gzip];
  execFileSync('tar', [...args, '-cf', file, '-C', dirname(folder), basename(folder)], {
    env: { ...process.env, LC_ALL: 'C' },
  });
}

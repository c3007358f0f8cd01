import { execFileSync } from 'node:child_process';

/**
 * The time of everything in a package, in seconds, so that the same sources give the same bytes:
 * https://reproducible-builds.org/specs/source-date-epoch/. That of the last commit, unless the variable tells another.
 */
export function sourceDate(root: string, env: NodeJS.ProcessEnv = process.env): number {
  const given = env.SOURCE_DATE_EPOCH;
  if (given !== undefined && !/^\d{1,10}$/.test(given))
    throw new Error(`SOURCE_DATE_EPOCH must be a number of seconds since 1970, not ${given}.`);
  if (given !== undefined) return Number(given);
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8', stdio }));
  } catch {
    throw new Error('Without a git history, SOURCE_DATE_EPOCH must tell the time of the sources.');
  }
}

/** The commit of the sources, with `-dirty` behind it if they have changed since; null without a git history. */
export function sourceCommit(root: string): string | null {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    const args = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=10'];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio }).trim();
  } catch {
    return null;
  }
}

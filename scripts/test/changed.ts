import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { checks } from '../checks.ts';
import { forBrowser } from '../system-packages.ts';
import { checkPart, type Group, journeys, playwright, tested, vitest } from './parts.ts';

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);

/** Files that are new or other than in the last commit, from the root. */
export const changedFiles = (): string[] => [
  ...git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
];

/**
 * What the changed files touch: the checks, of lint and format these files alone; the tests that import them, with a real darktable or
 * without; the changed browser tests, and the journeys if the program changed.
 */
export function partsOfChange(files: readonly string[]): { sources: Group; groups: Group[] } {
  const code = files.filter((file) => /\.(ts|tsx|js|cjs)$/.test(file));
  const specs = files.filter((file) => /^e2e\/[^/]+\.spec\.ts$/.test(file));
  const only: Record<string, readonly string[]> = { lint: code, format: files };
  const parts = checks.flatMap((check) => {
    const ofThese = only[check.what];
    if (ofThese === undefined) return [checkPart(check)];
    if (ofThese.length === 0) return [];
    const extra = check.what === 'format' ? ['--ignore-unknown'] : ['--no-warn-ignored'];
    return [checkPart({ ...check, args: [...check.args.filter((arg) => arg !== '.'), ...extra, ...ofThese] })];
  });
  const browser =
    specs.length > 0 ? [tested('changed browser tests', 30, playwright(...specs), 'npm run test:e2e', forBrowser)] : [];
  const touched = {
    ...tested('tests that import what changed', 60, vitest('--changed'), 'npm run test:unit'),
    mayBeEmpty: true,
  };
  return {
    sources: { parts, atOnce: 2 },
    groups: [touched, ...browser, ...(files.some((file) => /^(src|assets)\//.test(file)) ? [journeys] : [])].map(
      (part) => ({
        ...{ parts: [part], atOnce: 1 },
      }),
    ),
  };
}

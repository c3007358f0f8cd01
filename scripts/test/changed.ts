import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checks } from './checks.ts';
import { forBrowser, forDarktable } from './system-packages.ts';
import { checkPart, type Group, journeys, playwright, tested, vitest, without } from './parts.ts';

const root = join(import.meta.dirname, '../..');
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);

/** Files that are new, gone or other than in the last commit, from the root. */
export const changedFiles = (): string[] => [
  ...git('diff', '-z', '--name-only', '--no-renames', 'HEAD'),
  ...git('ls-files', '-z', '--others', '--exclude-standard'),
];

/** The checks; that of the format looks at the changed files alone. */
export function sourcesOfChange(files: readonly string[]): Group {
  const present = files.filter((file) => existsSync(join(root, file)));
  const parts = checks.flatMap((check) => {
    if (check.what !== 'format') return [checkPart(check)];
    const args = [...check.args.filter((arg) => arg !== '.'), '--ignore-unknown', ...present];
    return present.length === 0 ? [] : [checkPart({ ...check, args })];
  });
  return { parts, atOnce: 2 };
}

/**
 * The tests that import the changed files, without a darktable and with one, but for those of `leftOut`; the changed browser tests; and
 * the journeys if the program, or what browser tests share, changed.
 */
export function partsOfChange(files: readonly string[], leftOut: readonly string[]): Group[] {
  const specs = files.filter((file) => /^e2e\/[^/]+\.spec\.ts$/.test(file) && existsSync(join(root, file)));
  const isOfJourneys = files.some((file) => /^(src|assets)\//.test(file) || /^e2e\/(?!.*\.spec\.ts$)/.test(file));
  const unit = without(leftOut, vitest('--changed', '--project', '!darktable'));
  const real = vitest('--changed', '--project', 'darktable');
  const parts = [
    { ...tested('tests that import what changed', 60, unit, 'npm run test:unit'), mayBeEmpty: true },
    { ...tested('the same, with a real darktable', 60, real, 'npm run test:unit', forDarktable), mayBeEmpty: true },
    ...(specs.length > 0
      ? [tested('changed browser tests', 30, playwright(...specs), 'npm run test:e2e', forBrowser)]
      : []),
    ...(isOfJourneys ? [journeys] : []),
  ];
  return parts.map((part) => ({ parts: [part], atOnce: 1 }));
}

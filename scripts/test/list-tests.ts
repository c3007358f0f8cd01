/**
 * Lists all tests by name, one a line and sorted, without running them: those of vitest with their files, and those of the browser.
 * Two lists, of before and after a change, say which tests went, moved or came:
 *
 *   node-26 scripts/test/list-tests.ts > after.txt; LC_ALL=C comm -3 before.txt after.txt
 */
import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
const run = (script: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

function ofVitest(config: string): string[] {
  const tests = JSON.parse(run('vitest/vitest.mjs', 'list', '--json', '--config', config)) as {
    file: string;
    name: string;
  }[];
  return tests.map(({ file, name }) => `${relative(root, file)}: ${name}`);
}
const ofPlaywright = run('@playwright/test/cli.js', 'test', '--list', '--config', 'e2e/playwright.config.ts')
  .split('\n')
  .filter((line) => line.includes(' › '))
  // Without the line, which moves.
  .map((line) => `e2e/${line.trim().replace(/:\d+:\d+ › /, ': ')}`);

const configs = [
  'vitest.config.ts',
  'scripts/test/machines/vitest.config.ts',
  'scripts/release/packages/vitest.config.ts',
];
console.log([...configs.flatMap(ofVitest), ...ofPlaywright].sort().join('\n'));

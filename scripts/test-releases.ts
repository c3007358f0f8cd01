/**
 * `npm run test:releases`: every suite with a real darktable on all three releases, an emulated ARM machine, and all packages on clean
 * machines. Hours. Goes on after a failure; ends with 1 if anything failed.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const here = import.meta.dirname;
const vitest = (config: string) => [
  join(here, '..', 'node_modules', 'vitest', 'vitest.mjs'),
  'run',
  '--config',
  join(here, config),
];
const parts = [
  [join(here, 'compatibility', 'run.ts')],
  vitest('compatibility/vitest.config.ts'),
  [join(here, 'packages', 'package.ts')],
  vitest('packages/vitest.config.ts'),
];
const failed = parts.filter((part) => spawnSync(process.execPath, part, { stdio: 'inherit' }).status !== 0);
process.exit(failed.length === 0 ? 0 : 1);

/**
 * `npm run test:all`: `npm test`, then every suite with a real darktable on all three releases, then an emulated ARM machine. Goes on
 * after a failure; ends with 1 if anything failed.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const here = import.meta.dirname;
const vitest = join(here, '..', 'node_modules', 'vitest', 'vitest.mjs');
const parts = [
  [join(here, 'test.ts')],
  [join(here, 'compatibility', 'run.ts')],
  [vitest, 'run', '--config', join(here, 'compatibility', 'vitest.config.ts')],
];
const failed = parts.filter((part) => spawnSync(process.execPath, part, { stdio: 'inherit' }).status !== 0);
process.exit(failed.length === 0 ? 0 : 1);

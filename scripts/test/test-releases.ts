/**
 * `npm run test:releases`: every suite with a real darktable on all three releases, an emulated ARM machine, and all packages on clean
 * machines. Hours. Goes on after a failure; ends with 1 and says what failed.
 */
import { runTool } from '../build/run-tool.ts';

const vitest = (config: string) => ({ script: 'vitest/vitest.mjs', args: ['run', '--config', config] });
const parts = [
  { what: 'every darktable', script: '../scripts/test/compatibility/run.ts', args: [] },
  { what: 'an ARM machine', ...vitest('scripts/test/compatibility/vitest.config.ts') },
  { what: 'packages', script: '../scripts/release/packages/package.ts', args: [] },
  { what: 'packages on clean machines', ...vitest('scripts/release/packages/vitest.config.ts') },
];
const failed = parts.filter(({ what, script, args }) => !runTool(what, script, args)).map(({ what }) => what);
if (failed.length > 0) console.log(`\nFAILED: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('loads no package: with the schemas of the API it took twice the processor time to start', () => {
  const hook =
    'import { registerHooks } from "node:module";' +
    'registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });' +
    'setImmediate(() => process.exit());';
  const args = ['--import', `data:text/javascript,${hook}`, join(import.meta.dirname, 'indexer-process.ts'), '{}'];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const packages = stdout.matchAll(/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/g);
  expect(stdout).toContain('/src/image-index/mirror.ts');
  expect([...new Set([...packages].map(([, name]) => name))]).toEqual([]);
});

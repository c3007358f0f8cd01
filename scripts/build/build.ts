/** Builds dist/: the program, bundled, the browser client and the page of guests with Vite, and compressed copies of their files. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProgram } from './bundle.ts';
import { compressFiles } from './compress-files.ts';

const root = join(import.meta.dirname, '../..');
const modules = join(root, 'node_modules');
const run = (script: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(modules, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    // Also when a test builds it.
    env: { ...process.env, NODE_ENV: 'production' },
  });

rmSync(join(root, 'dist'), { recursive: true, force: true });
await bundleProgram(root);
run('vite/bin/vite.js', 'build', '--logLevel', 'warn');
run('vite/bin/vite.js', 'build', '--config', 'vite.guest.config.ts', '--logLevel', 'warn');
for (const page of ['web', 'guest']) compressFiles(join(root, 'dist', page));

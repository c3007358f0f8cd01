/** Runs the program from its sources and restarts it whenever one changes. Arguments go to `safelight`. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const start = (name: string, ...command: string[]) =>
  spawn(process.execPath, command, { cwd: root, stdio: 'inherit' }).on('exit', (code) => {
    console.error(`${name} ended with ${code}`);
    process.exit(code ?? 1);
  });

start('The build of the browser client', join(root, 'node_modules/vite/bin/vite.js'), 'build', '--watch');
start('Safelight', '--watch-path=src', 'src/main.ts', ...(args.length > 0 ? args : ['serve']));

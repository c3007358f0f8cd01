#!/usr/bin/env node
// The launcher: finds the Node for Safelight and hands everything over to it.
import { spawn } from 'child_process';
import { existsSync } from 'fs';
import { fileURLToPath } from 'url';
import { findNode26 } from './node-26.cjs';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const args = [main, ...process.argv.slice(2)];
if (!existsSync(main)) giveUp('Safelight is not built yet. In the checkout: npm run build');
const { node, problem } = findNode26();
if (problem) giveUp(problem);

// Safelight replaces this process, so that no second Node remains. Node 22.15 can do that, except on Windows.
if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...args]);

const child = spawn(node, args, { stdio: 'inherit' });
// The child is in our process group and receives Ctrl+C itself; other signals are passed on.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => giveUp(`Safelight cannot start ${node}: ${error.message}`));
child.on('exit', (code, signal) =>
  signal ? process.kill(process.pid, signal) : process.exit(code === null ? 1 : code),
);

function giveUp(line) {
  console.error(line);
  process.exit(1);
}

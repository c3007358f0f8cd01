#!/usr/bin/env node
// The launcher: finds the Node that Safelight is built for and hands everything over to it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findNode26 } from './node-26.js';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const node = findNode26();
if (!existsSync(main)) {
  console.error('Safelight is not built yet. In the checkout: npm run build');
  process.exit(1);
}
if (!node) {
  console.error(
    `Safelight needs Node 26; this is ${process.version}, and none came with the packages for ${process.platform}-${process.arch}.`,
  );
  process.exit(1);
}
const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
// The child is in our process group and hears Ctrl+C by itself; other signals are handed on.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`Safelight cannot start ${node}: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code ?? 1)));

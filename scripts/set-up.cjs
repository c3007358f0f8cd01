// The first step of every npm script of this project. Plain, old JavaScript: it runs on whatever Node a computer has, and an
// old one must be able to read it to say what is missing.
//   node scripts/set-up.cjs           installs the packages of the lock file unless they are there already
//   node scripts/set-up.cjs --build   also builds dist/ unless it is newer than its sources
//   node scripts/set-up.cjs --once    installs and builds only what is missing; keeps the rest, because a Safelight may be running from it
// After it `node-26` is a command for npm scripts: Safelight's own Node, whatever `node` is in the PATH.
const { spawnSync } = require('child_process');
const { createHash } = require('crypto');
const { existsSync, readFileSync, readdirSync, readlinkSync, renameSync, rmSync, statSync } = require('fs');
const { symlinkSync, writeFileSync } = require('fs');
const { dirname, isAbsolute, join, relative } = require('path');
const { findNode26 } = require('./node-26.cjs');

const oldestNode = 20;
const root = dirname(__dirname);
const modules = join(root, 'node_modules');
const installed = join(modules, '.safelight-installed');
const built = join(root, 'dist', '.built-from');
/** Nobody builds for so long; a process that was killed leaves its lock, and another may have its number by now. */
const LONGEST_BUILD_MS = 600000;
const wants = (option) => process.argv.includes(option);

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  const { scripts } = require('../package.json');
  const script = process.env.npm_lifecycle_event;
  const typed = !scripts[script]
    ? 'npm start'
    : ['start', 'test'].includes(script)
      ? `npm ${script}`
      : `npm run ${script}`;
  // That package fetches its Node with an install script, and .npmrc has switched those off.
  giveUp(
    `Safelight is set up by Node ${oldestNode} or newer, and this is ${process.versions.node}. Install a newer one ` +
      `(https://nodejs.org, or a version manager), or borrow one: npx -y --ignore-scripts=false -p node@24 -- ${typed}`,
  );
}

/** Which packages should be installed: changes with the lock file and the platform. */
const wantedPackages = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex');
if (wants('--once') ? !existsSync(installed) : textOf(installed) !== wantedPackages) install();

const { node, problem } = findNode26();
if (problem) giveUp(problem);
nameIt(node);

if (wants('--build') || (wants('--once') && !existsSync(join(root, 'dist', 'main.js')))) {
  const sources = sourceState();
  if (textOf(built) !== sources) oneAtATime(build);
}

function build() {
  const sources = sourceState();
  if (textOf(built) === sources) return;
  run(node, [join(root, 'scripts', 'build', 'build.ts')], 2, 'Safelight could not be built; what went wrong is above.');
  writeFileSync(built, sources);
}

/** While another npm script builds, this one waits: they would delete each other's files. */
function oneAtATime(act) {
  const lock = join(modules, '.safelight-building');
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isHeld(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      else rmSync(lock, { force: true });
    }
  }
  process.once('exit', () => rmSync(lock, { force: true }));
  act();
}

function isHeld(lock) {
  try {
    return Date.now() - statSync(lock).mtimeMs < LONGEST_BUILD_MS && process.kill(Number(textOf(lock)), 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function install() {
  console.error('Installing packages …');
  // With npm's own file, because npm.cmd cannot be started without a shell on Windows.
  const npm = process.env.npm_execpath;
  // The environment may override .npmrc.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const failed = 'The packages could not be installed; what npm says is above.';
  if (npm) run(process.execPath, [npm].concat(args), 'ignore', failed);
  else run('npm', args, 'ignore', failed);
  writeFileSync(installed, wantedPackages);
}

/** Makes `node-26` a command: npm puts node_modules/.bin first in the PATH of its scripts. */
function nameIt(path) {
  const bin = join(modules, '.bin');
  const name = join(bin, process.platform === 'win32' ? 'node-26.cmd' : 'node-26');
  const fresh = `${name}.${process.pid}`;
  if (process.platform === 'win32') {
    const target = relative(bin, path);
    const command = `@"${isAbsolute(target) ? '' : '%~dp0\\'}${target}" %*\r\n`;
    if (textOf(name) === command) return;
    writeFileSync(fresh, command);
  } else {
    const target = relative(bin, path);
    if (existsSync(name) && readlinkSync(name) === target) return;
    symlinkSync(target, fresh);
  }
  // Two npm scripts may start at the same time.
  renameSync(fresh, name);
}

/** Names, sizes and times of all sources of dist/. */
function sourceState() {
  const hash = createHash('sha256').update(wantedPackages);
  const single = [
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
    'vite.guest.config.ts',
    'scripts/build/build.ts',
    'scripts/build/bundle.ts',
  ];
  const files = single.concat(readdirSync(join(root, 'src'), { recursive: true }).map((name) => join('src', name)));
  for (const file of files.sort()) {
    const path = join(root, file);
    if (!existsSync(path)) continue;
    const state = statSync(path);
    if (state.isFile()) hash.update(`${file} ${state.size} ${state.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function run(command, args, stdout, failed) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', stdout, 2] });
  if (status !== 0) giveUp(failed);
}

function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function giveUp(line) {
  console.error(line);
  process.exit(1);
}

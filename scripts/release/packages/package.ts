/**
 * `npm run package`: makes the packages of this version in dist/packages, all of them on one Linux computer.
 *
 *     npm run package                         all
 *     npm run package -- --only linux-arm64   those for one platform
 *     npm run package -- --quick              larger ones in less time, to try them
 *     npm run package -- --apt-key NAME       with an apt repository that gpg signs
 */
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { installSystemPackages } from '../../test/system-packages.ts';
import { makePackages } from './make-packages.ts';
import { packagingPrograms } from './packaging-programs.ts';
import { root } from './program-tree.ts';
import { targets } from './targets.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false }, 'apt-key': { type: 'string' } },
});
const wanted = targets.filter(({ name }) => values.only === undefined || values.only === name);
const problem =
  process.platform !== 'linux'
    ? 'Packages are made on Linux.'
    : wanted.length === 0
      ? `--only is one of: ${targets.map(({ name }) => name).join(', ')}.`
      : await installSystemPackages(packagingPrograms(wanted));
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

const files = await makePackages({
  folder: join(root, 'dist', 'packages'),
  targets: wanted,
  pressing: values.quick ? 'quick' : 'small',
  aptKey: values['apt-key'],
});
for (const file of files) console.log(`${(statSync(file).size / 1e6).toFixed(1).padStart(6)} MB  ${basename(file)}`);

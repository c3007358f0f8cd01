/**
 * `npm run release`: makes a release on this computer, and publishes nothing.
 *
 *     npm run release -- --new-key ../release.pem        once: the key that signs releases; keep it safe, and commit its public half
 *     npm run release -- 1.0.0 --key ../release.pem      checks, tests, version, changelog, packages, signed version file, tag
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { reasonOf } from '../../src/platform/errors.ts';
import { makeRelease } from './make-release.ts';
import { makeSigningKey } from './signing-key.ts';

const root = join(import.meta.dirname, '../..');
try {
  const { values, positionals } = parseArgs({
    options: { key: { type: 'string' }, 'new-key': { type: 'string' } },
    allowPositionals: true,
  });
  const [version] = positionals;
  if (values['new-key'] !== undefined) {
    makeSigningKey(root, values['new-key']);
    console.log(`Made ${values['new-key']}. Keep it safe, and commit assets/update-keys.txt.`);
  } else if (version === undefined || values.key === undefined) {
    throw new Error('npm run release -- VERSION --key FILE, or npm run release -- --new-key FILE');
  } else {
    const run = (script: string) => void execFileSync('npm', ['run', script], { cwd: root, stdio: 'inherit' });
    const file = makeRelease({ root, version, key: values.key, run });
    console.log(`\nMade ${version}. Next: git push --follow-tags, and publish dist/packages.`);
    console.log(`${file} goes to the address that Safelight asks for updates, beside the portable copies.`);
  }
} catch (error) {
  console.error(reasonOf(error));
  process.exit(1);
}

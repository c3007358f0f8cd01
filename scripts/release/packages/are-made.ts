import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { madePackages } from './made-packages.ts';

/** Fails where there are no packages to test. */
export default function areMade(): void {
  if (!existsSync(join(madePackages, 'SHA256SUMS')))
    throw new Error('There are no packages to test. First: npm run package (quicker: npm run package -- --quick).');
}

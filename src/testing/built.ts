import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Builds dist/ unless it is newer than its sources. Tests of the built program and its page begin with it; the others need none. */
export function built(): void {
  execFileSync(process.execPath, [join(root, 'scripts', 'set-up.cjs'), '--build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

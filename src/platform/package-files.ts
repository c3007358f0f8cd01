import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The folder of package.json. src/ and dist/ are both directly below it. */
const root = join(import.meta.dirname, '..', '..');

export const version = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version;

/** The sample library. */
export const assetsDir = join(root, 'assets');

/** The built browser client. */
export const webDir = join(root, 'dist', 'web');

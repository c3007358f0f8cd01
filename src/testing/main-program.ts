import { join } from 'node:path';

/** Safelight as a file for Node: its sources, or, in `npm test`, what was built of them a moment ago, which starts in half of the time. */
export const main = process.env.SAFELIGHT_TESTED_PROGRAM ?? join(import.meta.dirname, '..', 'main.ts');

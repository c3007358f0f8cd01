/**
 * Writes what the installed darktable says of itself into assets/releases: `node scripts/releases/make-release-facts.ts`, in a system of each
 * release that is to be known from the start.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { residentStage } from '../../src/testing/resident-stage.ts';

await using stage = residentStage({ isUntested: true });
const facts = await stage.renderer.release();
const file = join(import.meta.dirname, '..', '..', 'assets', 'releases', `${facts.release}.json`);
// A line a module and an order, so that a diff of two releases shows what differs.
writeFileSync(file, await format(JSON.stringify(facts), { parser: 'json', printWidth: 2_000, objectWrap: 'collapse' }));
console.log(file);

/**
 * Makes assets/panels/ and src/web/locales/de/panels/ from the facts in this folder:
 *   node scripts/data/panels/make-panels.ts
 * The facts (facts/) were read from running darktables and stay as they are; what they lack or get wrong is in
 * corrections.ts, with the reason. docs/panels.md describes both.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RELEASES, type Facts, type GermanFacts } from './facts.ts';
import { panelFiles } from './panel-files.ts';

const root = join(import.meta.dirname, '../../..');

export function readFacts(): { facts: Facts[]; german: GermanFacts } {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(join(import.meta.dirname, 'facts', `${name}.json`), 'utf8'));
  return { facts: RELEASES.map((release) => read(release) as Facts), german: read('labels-de') as GermanFacts };
}

if (import.meta.main) {
  const { facts, german } = readFacts();
  const files = panelFiles(facts, german);
  for (const folder of ['assets/panels', 'src/web/locales/de/panels'])
    rmSync(join(root, folder), { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  console.log(`${files.size} files`);
}

/**
 * Makes assets/panels/ and panels/ of each language in src/web/locales from the facts in this folder:
 *   node scripts/data/panels/make-panels.ts
 * The facts (facts/) were read from running darktables and stay as they are; what they lack or get wrong is in
 * corrections.ts, with the reason. docs/panels.md describes both.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RELEASES, type Facts, type Labels } from './facts.ts';
import { panelFiles } from './panel-files.ts';

const root = join(import.meta.dirname, '../../..');

export function readFacts(): { facts: Facts[]; labels: Map<string, Labels> } {
  const folder = join(import.meta.dirname, 'facts');
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  const languages = readdirSync(folder).flatMap((name) => /^labels-(\w+)\.json$/.exec(name)?.[1] ?? []);
  return {
    facts: RELEASES.map((release) => read(release) as Facts),
    labels: new Map(languages.map((language) => [language, read(`labels-${language}`) as Labels])),
  };
}

export const foldersOf = (labels: ReadonlyMap<string, Labels>): string[] => [
  'assets/panels',
  ...[...labels.keys()].map((language) => `src/web/locales/${language}/panels`),
];

if (import.meta.main) {
  const { facts, labels } = readFacts();
  const files = panelFiles(facts, labels);
  for (const folder of foldersOf(labels)) rmSync(join(root, folder), { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  console.log(`${files.size} files`);
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { corrector } from './correct.ts';
import { foldersOf, readFacts } from './make-panels.ts';
import { panelFiles } from './panel-files.ts';

const root = join(import.meta.dirname, '../../..');

test('the files are what the script makes of the facts, no more and no less', () => {
  const { facts, labels } = readFacts();
  const files = panelFiles(facts, labels);
  const there = foldersOf(labels).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name)),
  );
  expect(there.toSorted()).toEqual([...files.keys()].toSorted());
  const different = [...files].filter(([path, text]) => readFileSync(join(root, path), 'utf8') !== text);
  expect(
    different.map(([path]) => path),
    'run node scripts/data/panels/make-panels.ts',
  ).toEqual([]);
});

test('a correction changes, adds and takes away, in the release that is meant', () => {
  const { correct, unused } = corrector([
    { of: ['exposure'], match: { label: 'old' }, change: { label: 'new', note: null }, why: 'renamed' },
    { of: ['exposure'], releases: ['4.2.1'], match: { label: 'wrong' }, why: 'not there' },
  ]);
  const controls = [{ kind: 'slider', label: 'old', note: 'x' } as const, { kind: 'toggle', label: 'wrong' } as const];
  expect(correct('exposure', '4.2.1', controls)).toEqual([{ kind: 'slider', label: 'new' }]);
  expect(correct('exposure', '5.4.1', controls)).toEqual([{ kind: 'slider', label: 'new' }, controls[1]]);
  expect(unused()).toEqual([]);
});

test('a correction that nothing needs any more is noticed', () => {
  const { correct, unused } = corrector([
    { of: ['exposure', 'crop'], match: { label: 'old' }, change: { label: 'new' }, why: 'renamed' },
  ]);
  correct('exposure', '5.4.1', [{ kind: 'slider', label: 'new' }]);
  correct('crop', '5.4.1', [{ kind: 'slider', label: 'old' }]);
  expect(unused()).toEqual([{ of: 'exposure', why: 'renamed' }]);
});

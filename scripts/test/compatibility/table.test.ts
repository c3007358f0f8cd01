import { expect, test } from 'vitest';
import * as table from './table.ts';
import { ofFiles, read, withRun, type Run, type Table } from './table.ts';

const text = `
|  | 4.2.1 | 5.0.1 |
| --- | :-: | :-: |
| last run | 2026-11-01 | 2026-11-02 |
| **The plugin** (darktable/plugin) |  |  |
| it answers | yes | yes |
| a tag with \\| in it | yes | **no** |
| **The program** (app/app) |  |  |
| it starts | yes | – |
`.trim();

const run = (version: string, file: string, outcomes: Record<string, 'passed' | 'failed'>): Run => ({
  version,
  file,
  day: '2026-11-20',
  outcomes: new Map(Object.entries(outcomes)),
});
const titles = { 'darktable/plugin': 'The plugin', 'app/app': 'The program' };
const written = (changed: Table) => table.written(changed, titles);
const empty: Table = { columns: [], files: new Map() };

test('a table is read as it was written', () => {
  expect(written(read(text))).toBe(text);
  expect(read(text).files.get('darktable/plugin')![1]!.name).toBe('a tag with | in it');
});

test('a run of one file with one version changes that alone, and the day of the column', () => {
  const changed = withRun(
    read(text),
    run('5.0.1', 'darktable/plugin', { 'it answers': 'passed', 'a tag with | in it': 'passed' }),
  );
  expect(written(changed)).toBe(text.replace('2026-11-02', '2026-11-20').replace('**no**', 'yes'));
});

test('a test that no longer exists goes, and a new one is not run with the other versions', () => {
  const changed = withRun(
    read(text),
    run('4.2.1', 'darktable/plugin', { 'it stops': 'failed', 'it answers': 'passed' }),
  );
  const rows = written(changed).split('\n');
  expect(rows).toEqual(expect.arrayContaining(['| it stops | **no** | – |', '| it answers | yes | yes |']));
  expect(rows.join()).not.toContain('a tag with');
  expect(rows).toContain('| it starts | yes | – |');
});

test('a version that is new gets its column in the order of versions', () => {
  const runs = ['5.10.0', '5.4.1', '4.2.1'].map((version) => run(version, 'app/app', { 'it starts': 'passed' }));
  const grown = runs.reduce(withRun, empty);
  expect(grown.columns.map(({ version }) => version)).toEqual(['4.2.1', '5.4.1', '5.10.0']);
  expect(written(grown)).toContain('| it starts | yes | yes | yes |');
});

test('a file that could not be run has failed, with all its tests', () => {
  expect(written(withRun(read(text), run('4.2.1', 'darktable/plugin', {})))).toContain('| it answers | **no** | yes |');
  expect(written(withRun(empty, run('4.2.1', 'app/app', {})))).toContain('| the file can be run | **no** |');
});

test('files that are not wanted any more go, and the order is the wanted one', () => {
  const two = ofFiles(read(text), ['app/app', 'darktable/plugin', 'never/run']);
  expect([...two.files.keys()]).toEqual(['app/app', 'darktable/plugin']);
  expect([...ofFiles(two, ['app/app']).files.keys()]).toEqual(['app/app']);
});

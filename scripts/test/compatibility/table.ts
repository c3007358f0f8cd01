/** The table of docs/compatibility.md: a column for each version, a row for each test, under the files that they are in. */

export type Mark = 'passed' | 'failed' | 'not run';
export type Column = { version: string; lastRun: string };
export type Row = { name: string; marks: ReadonlyMap<string, Mark> };
export type Table = { columns: readonly Column[]; files: ReadonlyMap<string, readonly Row[]> };

/** What came of the tests of a file with one version, in their order. */
export type Run = { version: string; day: string; file: string; outcomes: ReadonlyMap<string, 'passed' | 'failed'> };

const words: Record<Mark, string> = { passed: 'yes', failed: '**no**', 'not run': '–' };

/**
 * The table with the results of a run. Columns of other versions stay. A test that the file no longer has goes; a new one was not
 * run with the others. A file without any outcome could not be read, so all its tests have failed.
 */
export function withRun(table: Table, { version, day, file, outcomes }: Run): Table {
  const before = table.files.get(file) ?? [];
  const failed = before.length > 0 ? before.map(({ name }) => name) : ['the file can be run'];
  const results = outcomes.size > 0 ? [...outcomes] : failed.map((name) => [name, 'failed'] as const);
  const rows = results.map(([name, outcome]) => {
    const marks = before.find((row) => row.name === name)?.marks ?? [];
    return { name, marks: new Map([...marks, [version, outcome]]) };
  });
  const others = table.columns.filter((column) => column.version !== version);
  return {
    columns: [...others, { version, lastRun: day }].toSorted((a, b) => byNumber.compare(a.version, b.version)),
    files: new Map([...table.files, [file, rows]]),
  };
}

const byNumber = new Intl.Collator('en', { numeric: true });

/** The table with these files alone, in this order. */
export function ofFiles({ columns, files }: Table, wanted: readonly string[]): Table {
  return { columns, files: new Map(wanted.flatMap((file) => (files.has(file) ? [[file, files.get(file)!]] : []))) };
}

/** As Markdown. Each file has a heading: its title, and itself in brackets. */
export function written({ columns, files }: Table, titles: Readonly<Record<string, string>>): string {
  const versions = columns.map(({ version }) => version);
  const rows = [
    ['', ...versions],
    ['---', ...versions.map(() => ':-:')],
    ['last run', ...columns.map(({ lastRun }) => lastRun)],
    ...[...files].flatMap(([file, tests]) => [
      [`**${titles[file] ?? file}** (${file})`, ...versions.map(() => '')],
      ...tests.map(({ name, marks }) => [
        name.replaceAll('|', '\\|'),
        ...versions.map((version) => words[marks.get(version) ?? 'not run']),
      ]),
    ]),
  ];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** What `written` wrote. */
export function read(text: string): Table {
  const [head = [], , days = [], ...rows] = text.split('\n').map(cellsOf);
  const columns = head.slice(1).map((version, at) => ({ version, lastRun: days[at + 1] ?? '' }));
  const files = new Map<string, Row[]>();
  let tests: Row[] | undefined;
  for (const [first = '', ...cells] of rows) {
    const file = /^\*\*.+\*\* \((\S+)\)$/.exec(first)?.[1];
    if (file !== undefined) {
      files.set(file, (tests = []));
      continue;
    }
    const marks = columns.map(({ version }, at) => [version, markOf(cells[at])] as const);
    tests?.push({ name: first, marks: new Map(marks) });
  }
  return { columns, files };
}

const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

function markOf(word: string | undefined): Mark {
  return word === words.passed ? 'passed' : word === words.failed ? 'failed' : 'not run';
}

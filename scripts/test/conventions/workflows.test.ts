import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.github/workflows');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

describe.each(readdirSync(folder))('%s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');

  test('pins each action by its hash, with the version beside it', () => {
    const actions = [...text.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action!))).toEqual([]);
  });

  test('may read the repository, and nothing more', () => {
    expect([...text.matchAll(/^ *permissions:\n((?: +.*\n)+)/gm)].map(([, rights]) => rights)).toEqual([
      '  contents: read\n',
    ]);
  });

  test('runs scripts that there are, within a time', () => {
    const named = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script]) => script!);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    const jobs = text.slice(text.indexOf('\njobs:')).match(/^ {4}steps:/gm)!;
    expect(text.match(/timeout-minutes:/g)).toHaveLength(jobs.length);
  });
});

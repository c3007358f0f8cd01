import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** What a source file needs when it runs: imports of types are gone by then. */
function importsOf(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )([^;]*?) ?from '([^']+)';$/gm);
  return [...imports]
    .filter(
      ([, names]) => !/^\{[^}]*\}$/.test(names!) || names!.split(',').some((name) => !/\btype\b|^\s*\}?$/.test(name)),
    )
    .map(([, , from]) => (from!.startsWith('.') ? join(file, '..', from!) : from!));
}

test('no page brings schemas: they are a third as large as ours, and what compiles them is against its policy', () => {
  const queue = globSync('src/{web,guest}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.includes('.test.'),
  }).map((file) => join(root, file));
  const from = new Map<string, string>();
  for (const file of queue) {
    for (const next of importsOf(file)) {
      if (from.has(next) || !/\.tsx?$|^zod/.test(next)) continue;
      from.set(next, relative(root, file));
      if (next.startsWith(root)) queue.push(next);
    }
  }
  expect([...from].filter(([to]) => to.startsWith('zod'))).toEqual([]);
});
